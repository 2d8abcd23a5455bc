// Figure 3 of the JPF paper: which object is made first depends on the schedule; each has its own instruction.
//   Figure3         nobody notices what a new thread does before its first write, so the order of making is always the same
//   Figure3 later   each thread first comes by a lock
public class Figure3 {
    static boolean later;

    static synchronized void pass() {}

    static final class ThreadOne extends Thread {
        public Object o;

        @Override
        public void run() {
            if (later) pass();
            o = new Object();
        }
    }

    static final class ThreadTwo extends Thread {
        public Object o;

        @Override
        public void run() {
            if (later) pass();
            o = new Object();
        }
    }

    public static void main(String[] args) {
        later = args.length > 0;
        new ThreadOne().start();
        new ThreadTwo().start();
    }
}
