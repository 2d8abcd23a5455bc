/* waymark: check --spurious
   expect:  holds */

/** The repair of WaitsOnce: who wakes up looks again. */
class WaitsAgain {
    static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Thread other = new Thread(() -> {
            synchronized (lock) {
                ready = true;
                lock.notify();
            }
        });
        other.start();
        synchronized (lock) {
            while (!ready) {
                lock.wait();
            }
            assert ready;
        }
    }
}
