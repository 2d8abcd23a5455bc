/* hard: each side of the condition is taken by one thread */
public class FirstOrSecond {
    static int x;
    static synchronized void work() {
        if (x == 0) {
            x = 1;
        } else {
            x = 2;
        }
        assert x >= 1;
    }
    public static void main(String[] args) throws Exception {
        Thread one = new Thread(FirstOrSecond::work);
        Thread two = new Thread(FirstOrSecond::work);
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
