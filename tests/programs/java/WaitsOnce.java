/* waymark: check --spurious
   expect:  violated: assertion */

/** A thread may wake up without being notified (Object.wait), so `if` is not enough. */
class WaitsOnce {
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
            if (!ready) {
                lock.wait();
            }
            assert ready;
        }
    }
}
