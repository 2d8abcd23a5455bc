package everyday;

import java.util.concurrent.*;
import java.util.concurrent.locks.*;

// holds: a latch of two
class LatchOfTwo {
    static int left, right;

    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(2);
        new Thread(() -> {
            left = 1;
            latch.countDown();
        }).start();
        new Thread(() -> {
            right = 2;
            latch.countDown();
        }).start();
        latch.await();
        assert left + right == 3;
    }
}

// deadlock: one count too many
class LatchTooHigh {
    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(3);
        for (int i = 0; i < 2; i++) new Thread(latch::countDown).start();
        latch.await();
    }
}

// deadlock: an exception on the way to countDown
class LatchSkipped {
    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        new Thread(() -> {
            try {
                Integer.parseInt("x");
                latch.countDown();
            } catch (NumberFormatException e) {
                return;
            }
        }).start();
        latch.await();
    }
}

// holds: two phases by a barrier
class BarrierPhases {
    static final int[] cells = new int[2];
    static volatile int sum;

    public static void main(String[] args) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(2, () -> sum = cells[0] + cells[1]);
        Thread other = new Thread(() -> step(barrier, 0));
        other.start();
        step(barrier, 1);
        other.join();
    }

    static void step(CyclicBarrier barrier, int at) {
        try {
            cells[at] = at + 1;
            barrier.await();
            assert sum == 3;
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new AssertionError(e);
        }
    }
}

// deadlock: a barrier for three that two come to
class BarrierTooWide {
    public static void main(String[] args) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(3);
        new Thread(() -> {
            try {
                barrier.await();
            } catch (InterruptedException | BrokenBarrierException e) {
                throw new AssertionError(e);
            }
        }).start();
        barrier.await();
    }
}

// holds: at most one inside
class SemaphoreMutex {
    static int inside, most;

    public static void main(String[] args) throws Exception {
        Semaphore one = new Semaphore(1);
        Runnable work = () -> {
            one.acquireUninterruptibly();
            most = Math.max(most, ++inside);
            inside--;
            one.release();
        };
        Thread a = new Thread(work), b = new Thread(work);
        a.start();
        b.start();
        a.join();
        b.join();
        assert most == 1;
    }
}

// deadlock: a permit is lost with an exception
class SemaphoreLeak {
    public static void main(String[] args) throws Exception {
        Semaphore one = new Semaphore(1);
        Runnable work = () -> {
            try {
                one.acquire();
                if (Thread.currentThread().getName().equals("bad")) throw new IllegalStateException();
                one.release();
            } catch (IllegalStateException | InterruptedException e) {
                return;
            }
        };
        new Thread(work, "bad").start();
        new Thread(work, "good").start();
    }
}

// assertion: two permits are no mutex
class SemaphoreOfTwo {
    static int count;

    public static void main(String[] args) throws Exception {
        Semaphore two = new Semaphore(2);
        Runnable work = () -> {
            two.acquireUninterruptibly();
            count++;
            two.release();
        };
        Thread a = new Thread(work), b = new Thread(work);
        a.start();
        b.start();
        a.join();
        b.join();
        assert count == 2;
    }
}

// holds: a phaser that parties leave
class PhaserLeave {
    public static void main(String[] args) throws Exception {
        Phaser phaser = new Phaser(2);
        Thread other = new Thread(phaser::arriveAndDeregister);
        other.start();
        assert phaser.arriveAndAwaitAdvance() == 1;
        other.join();
        assert phaser.getRegisteredParties() == 1;
    }
}

// deadlock: a read lock cannot become a write lock
class LockUpgrade {
    public static void main(String[] args) {
        ReadWriteLock lock = new ReentrantReadWriteLock();
        lock.readLock().lock();
        lock.writeLock().lock();
    }
}

// deadlock: two locks in two orders
class LockOrder {
    public static void main(String[] args) {
        Lock a = new ReentrantLock(), b = new ReentrantLock();
        new Thread(() -> both(a, b)).start();
        both(b, a);
    }

    static void both(Lock first, Lock second) {
        first.lock();
        second.lock();
        second.unlock();
        first.unlock();
    }
}

// holds: who does not get the second lock gives up the first
class LockTry {
    public static void main(String[] args) throws Exception {
        ReentrantLock a = new ReentrantLock(), b = new ReentrantLock();
        Thread other = new Thread(() -> both(a, b));
        other.start();
        both(b, a);
        other.join();
        assert !a.isLocked() && !b.isLocked();
    }

    static void both(Lock first, Lock second) {
        first.lock();
        if (second.tryLock()) second.unlock();
        first.unlock();
    }
}

// assertion: an optimistic read that nobody validates
class StampedTorn {
    static int x, y;

    public static void main(String[] args) {
        StampedLock lock = new StampedLock();
        new Thread(() -> {
            long stamp = lock.writeLock();
            x = 1;
            y = 1;
            lock.unlockWrite(stamp);
        }).start();
        lock.tryOptimisticRead();
        int a = x, b = y;
        assert a == b;
    }
}

// holds: and one that is validated
class StampedValid {
    static int x, y;

    public static void main(String[] args) {
        StampedLock lock = new StampedLock();
        new Thread(() -> {
            long stamp = lock.writeLock();
            x = 1;
            y = 1;
            lock.unlockWrite(stamp);
        }).start();
        long stamp = lock.tryOptimisticRead();
        int a = x, b = y;
        if (lock.validate(stamp)) assert a == b;
    }
}

// deadlock: a signal that nobody waits for yet is lost
class ConditionLost {
    public static void main(String[] args) throws Exception {
        Lock lock = new ReentrantLock();
        Condition ready = lock.newCondition();
        new Thread(() -> {
            lock.lock();
            ready.signal();
            lock.unlock();
        }).start();
        lock.lock();
        ready.await();
        lock.unlock();
    }
}

// holds: the condition is looked at, too
class ConditionKept {
    static boolean done;

    public static void main(String[] args) throws Exception {
        Lock lock = new ReentrantLock();
        Condition ready = lock.newCondition();
        new Thread(() -> {
            lock.lock();
            done = true;
            ready.signal();
            lock.unlock();
        }).start();
        lock.lock();
        while (!done) ready.await();
        lock.unlock();
    }
}

// holds: an exchange of two
class ExchangerOfTwo {
    public static void main(String[] args) throws Exception {
        Exchanger<String> exchanger = new Exchanger<>();
        Thread other = new Thread(() -> {
            try {
                assert exchanger.exchange("b").equals("a");
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        assert exchanger.exchange("a").equals("b");
        other.join();
    }
}
