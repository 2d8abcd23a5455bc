// outcomes: 1
// The condition is looked at under the lock, so the signal cannot be lost.
package litmus;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class ConditionSignals {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition set = lock.newCondition();
        new Thread(() -> {
            lock.lock();
            x = 1;
            set.signal();
            lock.unlock();
        }).start();
        lock.lock();
        while (x == 0) set.await();
        System.out.println(x);
        lock.unlock();
    }
}
