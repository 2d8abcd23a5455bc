/* sound */
public class Loop {
    static int x;
    static void work() {
        for (int i = 0; i < 2; i++) {
            synchronized (Loop.class) {
                x++;
                assert x <= 4;
            }
        }
    }
    public static void main(String[] args) throws Exception {
        Thread one = new Thread(Loop::work);
        Thread two = new Thread(Loop::work);
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
