// outcomes: false | true
// A reader sets a flag and leaves: who tries the other lock then may come before it has left.
package library;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class WriteLockTried {
    public static void main(String[] args) throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        AtomicBoolean flag = new AtomicBoolean();
        Thread reader = new Thread(() -> {
            lock.readLock().lock();
            flag.set(true);
            lock.readLock().unlock();
        });
        reader.start();
        if (flag.get()) System.out.println(lock.writeLock().tryLock());
    }
}
