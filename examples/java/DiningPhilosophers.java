// Dining philosophers: each needs both forks beside the plate.
//   DiningPhilosophers N            the last one takes the forks in the other order: nobody starves all
//   DiningPhilosophers N circular   everybody takes the left fork first: deadlock
public class DiningPhilosophers {
    static boolean[] eating = {};

    static final class Philosopher extends Thread {
        final int place;
        final Object first, second;

        Philosopher(int place, Object first, Object second) {
            this.place = place;
            this.first = first;
            this.second = second;
        }

        @Override
        public void run() {
            int n = eating.length;
            while (true) {
                synchronized (first) {
                    synchronized (second) {
                        eating[place] = true;
                        assert !eating[(place + 1) % n] : "the right neighbour eats too";
                        assert !eating[(place + n - 1) % n] : "the left neighbour eats too";
                        eating[place] = false;
                    }
                }
            }
        }
    }

    // Invariant.
    static boolean neighboursDoNotEat() {
        for (int i = 0; i < eating.length; i++)
            if (eating[i] && eating[(i + 1) % eating.length]) return false;
        return true;
    }

    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        boolean circular = args.length > 1 && args[1].equals("circular");
        Object[] forks = new Object[n];
        for (int i = 0; i < n; i++) forks[i] = new Object();
        eating = new boolean[n];
        for (int i = 0; i < n; i++) {
            Object left = forks[i], right = forks[(i + 1) % n];
            boolean other = i == n - 1 && !circular;
            new Philosopher(i, other ? right : left, other ? left : right).start();
        }
    }
}
