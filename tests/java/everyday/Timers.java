package everyday;

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

// holds: a task at its time
class TimerOnce {
    public static void main(String[] args) throws Exception {
        CountDownLatch ran = new CountDownLatch(1);
        Timer timer = new Timer();
        timer.schedule(new TimerTask() {
            @Override public void run() {
                ran.countDown();
            }
        }, 100);
        ran.await();
        timer.cancel();
    }
}

// deadlock: a timer that nobody cancels keeps its thread
class TimerForgotten {
    public static void main(String[] args) throws Exception {
        new Timer().schedule(new TimerTask() {
            @Override public void run() { }
        }, 10);
    }
}

// exception: what a task throws ends the timer
class TimerTaskThrows {
    public static void main(String[] args) {
        Timer timer = new Timer();
        timer.schedule(new TimerTask() {
            @Override public void run() {
                throw new IllegalStateException("task");
            }
        }, 1);
    }
}

// holds: a scheduled value
class ScheduledOnce {
    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        assert pool.schedule(() -> 3, 1, TimeUnit.SECONDS).get() == 3;
        pool.shutdown();
    }
}

// holds: a periodic task that ends itself
class ScheduledPeriodic {
    static int rounds;

    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newSingleThreadScheduledExecutor();
        ScheduledFuture<?> task = pool.scheduleAtFixedRate(() -> {
            if (++rounds == 2) throw new IllegalStateException("enough");
        }, 0, 1, TimeUnit.SECONDS);
        try {
            task.get();
            assert false;
        } catch (ExecutionException e) {
            assert rounds == 2;
        }
        pool.shutdown();
    }
}

// assertion: sleeping is no order
class SleepOrder {
    static volatile boolean ready;

    public static void main(String[] args) throws Exception {
        new Thread(() -> ready = true).start();
        Thread.sleep(1000);
        assert ready;
    }
}

// assertion: a timed join may be too short
class JoinTimedAny {
    static volatile boolean done;

    public static void main(String[] args) throws Exception {
        Thread worker = new Thread(() -> done = true);
        worker.start();
        worker.join(60_000);
        assert done;
    }
}

// holds: a minute is enough
// with: --timeouts last
class JoinTimed {
    static volatile boolean done;

    public static void main(String[] args) throws Exception {
        Thread worker = new Thread(() -> done = true);
        worker.start();
        worker.join(60_000);
        assert done;
    }
}

// holds: a timed wait ends although nobody notifies
class WaitTimed {
    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        synchronized (lock) {
            lock.wait(50);
        }
    }
}

// deadlock: without time-outs the same waits for ever
// with: --timeouts never
class WaitTimedNever {
    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        synchronized (lock) {
            lock.wait(50);
        }
    }
}

// holds: a day is enough
// with: --timeouts last
class LatchTimed {
    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        new Thread(latch::countDown).start();
        assert latch.await(1, TimeUnit.DAYS);
    }
}

// assertion: nobody counts down, so the time is over
// with: --timeouts last
class LatchTimedOut {
    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        assert latch.await(1, TimeUnit.SECONDS);
    }
}

// holds: the poller does not keep the waiter from its time-out
// with: --timeouts last
class PollerAndWaiter {
    static volatile boolean over;

    public static void main(String[] args) throws Exception {
        Thread poller = new Thread(() -> {
            try {
                while (!over) Thread.sleep(10);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        poller.start();
        synchronized (poller) {
            poller.wait(500);
        }
        over = true;
        poller.join();
    }
}

// assertion: what comes after the time-out is looked at
// with: --timeouts last
class PollerAndFault {
    static volatile boolean over;

    public static void main(String[] args) throws Exception {
        new Thread(() -> {
            while (!over) Thread.yield();
        }).start();
        Object lock = new Object();
        synchronized (lock) {
            lock.wait(500);
        }
        over = true;
        assert false : "reached";
    }
}

// holds: parking for a while
class ParkTimed {
    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        Thread other = new Thread(() -> LockSupport.unpark(main));
        other.start();
        LockSupport.parkNanos(1_000_000);
        other.join();
    }
}

// holds: an interrupted sleeper
class SleepInterrupted {
    static boolean interrupted, slept;

    public static void main(String[] args) throws Exception {
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(1000);
                slept = true;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        });
        sleeper.start();
        sleeper.interrupt();
        sleeper.join();
        assert interrupted != slept;
    }
}
