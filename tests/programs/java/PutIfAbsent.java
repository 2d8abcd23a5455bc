/* expect:  holds */
import java.util.concurrent.ConcurrentHashMap;

/** The repair of AbsentThenPut: one call looks and puts. */
class PutIfAbsent {
    static final ConcurrentHashMap<String, Thread> owner = new ConcurrentHashMap<>();
    static int owners;

    static synchronized void count() {
        owners++;
    }

    static void claim() {
        if (owner.putIfAbsent("room", Thread.currentThread()) == null) {
            count();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(PutIfAbsent::claim);
        other.start();
        claim();
        other.join();
        assert owners == 1;
    }
}
