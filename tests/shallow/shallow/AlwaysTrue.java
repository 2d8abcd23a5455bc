/* a monitor makes it so */
public class AlwaysTrue {
    static int x;
    static int inside;
    static synchronized void work() {
        if (inside == 0) { // always
            inside = 1;
            assert inside == 1;
            inside = 0;
        }
    }
    public static void main(String[] args) throws Exception {
        Thread one = new Thread(AlwaysTrue::work);
        Thread two = new Thread(AlwaysTrue::work);
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
