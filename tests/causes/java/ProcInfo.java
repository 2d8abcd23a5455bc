/* Lu et al. 2008, "Learning from mistakes", figure 1: MySQL's proc_info is tested, then used; another thread clears it.
   cause: exception
   threads: main
   values: ProcInfo.info */
public class ProcInfo {
  static volatile String info = "busy";

  public static void main(String[] args) {
    new Thread(() -> info = null).start();
    if (info != null) {
      System.out.println(info.length());  /* ! */
    }
  }
}
