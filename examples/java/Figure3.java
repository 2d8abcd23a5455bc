// Figure 3 of the JPF paper: which object is made first depends on the schedule; each has its own instruction.
public class Figure3 {
    static final class ThreadOne extends Thread {
        public Object o;

        @Override
        public void run() {
            o = new Object();
        }
    }

    static final class ThreadTwo extends Thread {
        public Object o;

        @Override
        public void run() {
            o = new Object();
        }
    }

    public static void main(String[] args) {
        new ThreadOne().start();
        new ThreadTwo().start();
    }
}
