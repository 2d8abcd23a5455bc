/* the condition never holds */
public class BehindACondition {
    static int x;
    static synchronized void work() {
        x++;
        if (x > 5) {
            assert x < 9; // never
        }
    }
    public static void main(String[] args) throws Exception {
        Thread one = new Thread(BehindACondition::work);
        Thread two = new Thread(BehindACondition::work);
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
