/* expect:  holds
   output:  1 */
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** The other way around it is possible: who holds the write lock may take the read lock before it gives the first one back. */
class WriteLockDowngraded {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static int value;

    static int add() {
        lock.writeLock().lock();
        try {
            value++;
            lock.readLock().lock();
        } finally {
            lock.writeLock().unlock();
        }
        try {
            return value;
        } finally {
            lock.readLock().unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread reader = new Thread(() -> {
            lock.readLock().lock();
            assert value == 0 || value == 1;
            lock.readLock().unlock();
        });
        reader.start();
        System.out.println(add());
        reader.join();
    }
}
