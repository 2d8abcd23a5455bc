// Figure 4 of the JPF paper: one instruction makes objects for two threads.
public class Figure4 {
    static final class Maker extends Thread {
        public Object o;

        @Override
        public void run() {
            o = new Object();
        }
    }

    public static void main(String[] args) {
        new Maker().start();
        new Maker().start();
    }
}
