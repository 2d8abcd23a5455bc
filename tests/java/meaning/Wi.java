/** Uses a class of a package that is not the program's. */
public class Wi {
  public static void main(String[] args) {
    waymark.internal.Evil.race();
  }
}
