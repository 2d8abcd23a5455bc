// Figure 4 of the JPF paper: one instruction makes objects for two threads.
//   Figure4         nobody notices what a new thread does before its first write, so the order of making is always the same
//   Figure4 later   each thread first comes by a lock
public class Figure4 {
    static boolean later;

    static synchronized void pass() {}

    static final class Maker extends Thread {
        public Object o;

        @Override
        public void run() {
            if (later) pass();
            o = new Object();
        }
    }

    public static void main(String[] args) {
        later = args.length > 0;
        new Maker().start();
        new Maker().start();
    }
}
