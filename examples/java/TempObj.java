// Table 2 of the JPF paper: two threads that create many temporary objects.
//   TempObj COUNT
public class TempObj {
    static final class Maker extends Thread {
        final int count;
        Object last;

        Maker(int count) {
            this.count = count;
        }

        @Override
        public void run() {
            for (int i = 0; i < count; i++) {
                synchronized (TempObj.class) {
                    last = new Object();
                }
                last = null;
            }
        }
    }

    public static void main(String[] args) {
        int count = Integer.parseInt(args[0]);
        new Maker(count).start();
        new Maker(count).start();
    }
}
