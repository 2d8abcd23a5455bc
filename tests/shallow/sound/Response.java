/* options: --ltl '[] (Response.asked == 1 -> <> (Response.answered == 1))' */
public class Response {
    static volatile int asked, answered;
    static void work() {
        asked = 1;
        answered = 1;
    }
    public static void main(String[] args) throws Exception {
        Thread one = new Thread(Response::work);
        Thread two = new Thread(Response::work);
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
