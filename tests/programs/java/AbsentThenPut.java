/* expect:  violated: assertion */
import java.util.concurrent.ConcurrentHashMap;

/** Each call of a concurrent map is atomic, two calls are not: both threads find nothing, and both put. */
class AbsentThenPut {
    static final ConcurrentHashMap<String, Thread> owner = new ConcurrentHashMap<>();
    static int owners;

    static synchronized void count() {
        owners++;
    }

    static void claim() {
        if (!owner.containsKey("room")) {
            owner.put("room", Thread.currentThread());
            count();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(AbsentThenPut::claim);
        other.start();
        claim();
        other.join();
        assert owners == 1;
    }
}
