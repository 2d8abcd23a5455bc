package everyday;

import java.time.Duration;
import java.time.Instant;
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

// holds: who waits an hour has an hour more on the clock, and no day
class WaitsAnHour {
    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        long start = System.nanoTime();
        long first = System.currentTimeMillis();
        synchronized (lock) {
            lock.wait(3_600_000);
        }
        long took = System.nanoTime() - start;
        assert took > TimeUnit.HOURS.toNanos(1) && took < TimeUnit.HOURS.toNanos(2);
        assert System.currentTimeMillis() - first == 3_600_000;
        assert Duration.between(Instant.ofEpochMilli(first), Instant.now()).toMinutes() == 60;
    }
}

// holds: the first of two delays is over before the second
class DelaysInOrder {
    record Due(long time) implements Delayed {
        public long getDelay(TimeUnit unit) { return unit.convert(time - System.nanoTime(), TimeUnit.NANOSECONDS); }
        public int compareTo(Delayed other) { return Long.compare(time, ((Due) other).time); }
    }

    public static void main(String[] args) throws Exception {
        DelayQueue<Due> queue = new DelayQueue<>();
        long now = System.nanoTime();
        Due late = new Due(now + 20_000_000);
        Due early = new Due(now + 10_000_000);
        queue.add(late);
        queue.add(early);
        assert queue.take() == early;
        assert queue.poll() == null : "the other is not due yet";
        assert queue.take() == late;
    }
}

// assertion: half an hour is not enough, whatever one does meanwhile
class HalfAnHour {
    public static void main(String[] args) throws Exception {
        long deadline = System.currentTimeMillis() + 3_600_000;
        Thread idle = new Thread(() -> LockSupport.park());
        idle.setDaemon(true);
        idle.start();
        idle.join(900_000);
        LockSupport.parkUntil(System.currentTimeMillis() + 900_000);
        assert System.currentTimeMillis() >= deadline;
    }
}

// holds: a deadline that is asked for in several parts is over with the last
class DeadlineInParts {
    public static void main(String[] args) throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        long start = System.nanoTime();
        int rounds = 0;
        while (System.nanoTime() - start < 30_000_000) {
            assert !never.await(10, TimeUnit.MILLISECONDS);
            rounds++;
        }
        assert rounds == 3;
    }
}
