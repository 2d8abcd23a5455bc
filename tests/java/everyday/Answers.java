package everyday;

import java.util.*;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

// deadlock: a superclass and a subclass that initialise each other in two threads
class InitializeEachOther {
    static class Base {
        static final Object derived = new Derived();
    }

    static class Derived extends Base {
        static int x = 1;
    }

    public static void main(String[] args) {
        new Thread(() -> new Base()).start();
        new Thread(() -> System.out.println(Derived.x)).start();
    }
}

// holds, sequential: a class counts as in progress while its superclass is initialised
class InitializeInOrder {
    static class Base {
        static {
            System.out.println("base sees " + Derived.x);
        }
    }

    static class Derived extends Base {
        static int x = Integer.parseInt("5");
        static {
            System.out.println("derived");
        }
    }

    interface Quiet {
        Object LOUD = InitializeInOrder.said("interface");
        default void nothing() { }
    }

    static class Last extends Derived implements Quiet { }

    static Object said(String text) {
        System.out.println(text);
        return text;
    }

    public static void main(String[] args) {
        new Derived();
        new Last();
    }
}

// exception, sequential: a superclass that fails takes its subclass along
class InitializeFails {
    static class Base {
        static int x = Integer.parseInt("x");
    }

    static class Derived extends Base {
        static {
            System.out.println("not reached");
        }
    }

    public static void main(String[] args) {
        try {
            new Derived();
        } catch (ExceptionInInitializerError e) {
            System.out.println(e.getCause() + " " + e.getCause().getStackTrace()[4].getMethodName());
        }
        new Derived();
    }
}

// holds: a thread waits
class StateWaiting {
    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Thread thread = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    return;
                }
            }
        });
        assert thread.getState() == Thread.State.NEW;
        thread.start();
        while (thread.getState() != Thread.State.WAITING) Thread.yield();
        synchronized (lock) {
            lock.notify();
        }
        thread.join();
        assert thread.getState() == Thread.State.TERMINATED;
    }
}

// assertion: a thread may be blocked
class StateBlocked {
    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Thread thread = new Thread(() -> {
            synchronized (lock) { }
        });
        synchronized (lock) {
            thread.start();
            assert thread.getState() != Thread.State.BLOCKED;
        }
    }
}

// assertion: a sleeper is seen sleeping
class StateSleeping {
    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> {
            try {
                Thread.sleep(100);
            } catch (InterruptedException e) {
                return;
            }
        });
        thread.start();
        assert thread.getState() != Thread.State.TIMED_WAITING;
    }
}

// assertion: zero is possible
// with: --random 2
class RandomZero {
    public static void main(String[] args) {
        assert new Random().nextInt(2) != 0;
    }
}

// assertion: one is possible
// with: --random 2
class RandomOne {
    public static void main(String[] args) {
        assert new Random().nextInt(2) != 1;
    }
}

// assertion: any order is possible
// with: --random 3
class RandomShuffle {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
        Collections.shuffle(list);
        assert !list.equals(List.of(3, 1, 2));
    }
}

// holds: a die
// with: --random 6
class RandomDie {
    public static void main(String[] args) {
        int die = ThreadLocalRandom.current().nextInt(1, 7);
        assert die >= 1 && die <= 6;
        assert Math.random() < 1;
    }
}

// holds, sequential: with a seed there is no choice
// with: --random 100
class RandomSeeded {
    public static void main(String[] args) {
        Random random = new Random(42);
        System.out.println(random.nextInt(10) + " " + random.nextInt(10) + " " + random.nextBoolean() + " " + random.nextLong());
    }
}

// assertion: a weak compare-and-set may fail
// with: --spurious
class WeakFails {
    public static void main(String[] args) {
        assert new AtomicInteger(1).weakCompareAndSetPlain(1, 2);
    }
}

// holds: tried again until it succeeds
// with: --spurious
class WeakAgain {
    public static void main(String[] args) throws Exception {
        AtomicInteger count = new AtomicInteger();
        Runnable add = () -> {
            int old;
            do {
                old = count.get();
            } while (!count.weakCompareAndSetVolatile(old, old + 1));
        };
        Thread other = new Thread(add);
        other.start();
        add.run();
        other.join();
        assert count.get() == 2;
    }
}

// holds: a synchronized run()
class SynchronizedRun extends Thread {
    static int count;

    @Override public synchronized void run() {
        synchronized (SynchronizedRun.class) {
            count++;
        }
        assert Thread.holdsLock(this);
    }

    public static void main(String[] args) throws Exception {
        Thread one = new SynchronizedRun(), two = new SynchronizedRun();
        one.start();
        two.start();
        one.join();
        two.join();
        assert count == 2;
    }
}

// assertion: a thread may have ended
class ThreadsAlive {
    public static void main(String[] args) {
        new Thread(() -> { }).start();
        int alive = Thread.activeCount();
        assert alive >= 1;
        assert alive == 2;
    }
}

// holds, sequential: deep recursion
class DeepRecursion {
    static int depth(int n) {
        return n == 0 ? 0 : 1 + depth(n - 1);
    }

    public static void main(String[] args) {
        System.out.println(depth(5000));
    }
}

// exception, sequential: endless recursion
class EndlessRecursion {
    static int depth(int n) {
        return 1 + depth(n + 1);
    }

    public static void main(String[] args) {
        depth(0);
    }
}

// holds, sequential: digests and identifiers
class RandomIdentifiers {
    public static void main(String[] args) throws Exception {
        byte[] hash = java.security.MessageDigest.getInstance("SHA-256").digest("abc".getBytes("UTF-8"));
        System.out.println(HexFormat.of().formatHex(hash) + " " + UUID.randomUUID().version());
        System.out.println(HexFormat.of().formatHex(java.security.MessageDigest.getInstance("MD5").digest(new byte[0])));
        System.out.println(UUID.nameUUIDFromBytes("x".getBytes("UTF-8")) + " " + new java.security.SecureRandom().nextInt(1));
    }
}

// assertion: a busy loop does not keep time from passing
// with: --timeouts last
class BusyAndWaiter {
    static volatile boolean over;

    public static void main(String[] args) throws Exception {
        new Thread(() -> {
            while (!over) { }
        }).start();
        Object lock = new Object();
        synchronized (lock) {
            lock.wait(500);
        }
        over = true;
        assert false : "reached";
    }
}

// holds: what is slept for comes when nobody else goes on
// with: --timeouts last
class SleepOrderLast {
    static volatile boolean ready;

    public static void main(String[] args) throws Exception {
        new Thread(() -> ready = true).start();
        Thread.sleep(1000);
        assert ready;
    }
}
