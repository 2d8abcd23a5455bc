/* it judges final values alone */
public class AfterJoins {
    static int x;
    static synchronized void work() {
        x++;
    }
    public static void main(String[] args) throws Exception {
        Thread one = new Thread(AfterJoins::work);
        Thread two = new Thread(AfterJoins::work);
        one.start();
        two.start();
        one.join();
        two.join();
        assert x == 2; // alone
    }
}
