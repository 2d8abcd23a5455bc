// Figure 2 of the JPF paper: which class is loaded first depends on the schedule.
public class Figure2 {
    static class A {
        static int x;
    }

    static class B {
        static int x;
    }

    static final class ThreadOne extends Thread {
        @Override
        public void run() {
            A.x = 1;
        }
    }

    static final class ThreadTwo extends Thread {
        @Override
        public void run() {
            B.x = 1;
        }
    }

    public static void main(String[] args) {
        new ThreadOne().start();
        new ThreadTwo().start();
    }
}
