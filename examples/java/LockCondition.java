// A bounded buffer with a lock and two conditions of java.util.concurrent.
//   LockCondition PRODUCERS CONSUMERS          each puts or takes one item
//   LockCondition PRODUCERS CONSUMERS wrong    the consumers signal the wrong condition: deadlock
import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class LockCondition {
    final ReentrantLock lock = new ReentrantLock();
    final Condition notEmpty = lock.newCondition(), notFull = lock.newCondition();
    final ArrayDeque<Integer> items = new ArrayDeque<>();
    final boolean wrong;

    LockCondition(boolean wrong) {
        this.wrong = wrong;
    }

    void put(int item) throws InterruptedException {
        lock.lock();
        try {
            while (items.size() == 1) notFull.await();
            items.add(item);
            notEmpty.signal();
        } finally {
            lock.unlock();
        }
    }

    int take() throws InterruptedException {
        lock.lock();
        try {
            while (items.isEmpty()) notEmpty.await();
            int item = items.remove();
            (wrong ? notEmpty : notFull).signal();
            return item;
        } finally {
            lock.unlock();
        }
    }

    interface Work {
        void run() throws InterruptedException;
    }

    static Thread start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        thread.start();
        return thread;
    }

    public static void main(String[] args) {
        LockCondition buffer = new LockCondition(args.length > 2 && args[2].equals("wrong"));
        for (int i = 0; i < Integer.parseInt(args[0]); i++) start(() -> buffer.put(7));
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            start(() -> {
                int item = buffer.take();
                assert item == 7 : "another item";
            });
        }
    }
}
