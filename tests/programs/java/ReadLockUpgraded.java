/* expect:  violated: deadlock */
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Upgrading from a read lock to the write lock is not possible (ReentrantReadWriteLock): the thread waits for itself. */
class ReadLockUpgraded {
    public static void main(String[] args) {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.readLock().lock();
        lock.writeLock().lock();
        lock.writeLock().unlock();
        lock.readLock().unlock();
    }
}
