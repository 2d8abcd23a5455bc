/* options: --invariant 'Bounded.x <= 2' */
public class Bounded {
    static int x;
    static synchronized void work() {
        x++;
    }
    public static void main(String[] args) throws Exception {
        Thread one = new Thread(Bounded::work);
        Thread two = new Thread(Bounded::work);
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
