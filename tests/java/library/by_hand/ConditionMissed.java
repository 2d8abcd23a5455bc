// outcomes: woken | deadlock
// A signal that nobody waits for is lost.
package library;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class ConditionMissed {
    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition go = lock.newCondition();
        Thread other = new Thread(() -> {
            lock.lock();
            go.signal();
            lock.unlock();
        });
        other.start();
        lock.lock();
        try {
            go.await();
        } finally {
            lock.unlock();
        }
        System.out.println("woken");
    }
}
