/* hard: the first side of an or holds once */
public class Either {
    static int x;
    static boolean seen;
    static synchronized void work() {
        if (x == 1 || seen) {
            seen = true;
        }
        x++;
        assert x <= 2;
    }
    public static void main(String[] args) throws Exception {
        Thread one = new Thread(Either::work);
        Thread two = new Thread(Either::work);
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
