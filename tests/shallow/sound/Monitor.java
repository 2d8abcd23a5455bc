/* sound */
public class Monitor {
    static int x;
    static synchronized void work() {
        x++;
        assert x == 1;
        x--;
    }
    public static void main(String[] args) throws Exception {
        Thread one = new Thread(Monitor::work);
        Thread two = new Thread(Monitor::work);
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
