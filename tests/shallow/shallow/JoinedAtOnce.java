/* hard: there are two threads, one after the other
   together: no */
public class JoinedAtOnce {
    static int x;
    static void work() {
        x++;
    }
    public static void main(String[] args) throws Exception {
        Thread one = new Thread(JoinedAtOnce::work);
        one.start();
        one.join();
        assert x == 1;
    }
}
