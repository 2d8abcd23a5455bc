// outcomes: false | true
// So does what a thread is parked for.
package library;

import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

public class BlockerIsSeen {
    static final ReentrantLock lock = new ReentrantLock();
    static int count;

    static void count() {
        lock.lock();
        count++;
        lock.unlock();
    }

    public static void main(String[] args) {
        Thread holder = new Thread(BlockerIsSeen::count);
        Thread waiter = new Thread(BlockerIsSeen::count);
        holder.start();
        waiter.start();
        System.out.println(LockSupport.getBlocker(waiter) != null);
    }
}
