/* hard: the first side of an or holds once, and a negation is no constant */
public class Either {
    static int x;
    static boolean seen;
    static synchronized void work() {
        if (x == 1 || !seen) {
            seen = !seen;
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
