// outcomes: RUNNABLE | TERMINATED | WAITING
// Who waits for a lock is not as who comes there after its release: the state of the thread tells.
package library;

import java.util.concurrent.locks.ReentrantLock;

public class WaitingIsSeen {
    static final ReentrantLock lock = new ReentrantLock();
    static int count;

    static void count() {
        lock.lock();
        count++;
        lock.unlock();
    }

    public static void main(String[] args) {
        Thread holder = new Thread(WaitingIsSeen::count);
        Thread waiter = new Thread(WaitingIsSeen::count);
        holder.start();
        waiter.start();
        System.out.println(waiter.getState());
    }
}
