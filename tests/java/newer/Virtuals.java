// since JDK 21: virtual threads.
package newer;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.*;

// assertion: two virtual threads increment a number
class VirtualCounter {
    static int count;

    public static void main(String[] args) throws Exception {
        Thread one = Thread.startVirtualThread(() -> count++);
        Thread other = Thread.ofVirtual().name("other").start(() -> count++);
        one.join();
        other.join();
        assert count == 2 : count;
    }
}

// holds: the same with a monitor
class VirtualMonitor {
    static int count;

    static synchronized void increment() {
        count++;
    }

    public static void main(String[] args) throws Exception {
        Thread one = Thread.startVirtualThread(VirtualMonitor::increment);
        Thread other = Thread.startVirtualThread(VirtualMonitor::increment);
        one.join();
        other.join();
        assert count == 2 : count;
    }
}

// deadlock: two virtual threads take two monitors in opposite orders
class VirtualDeadlock {
    static void both(Object first, Object second) {
        synchronized (first) {
            synchronized (second) {
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Object left = new Object();
        Object right = new Object();
        Thread one = Thread.startVirtualThread(() -> both(left, right));
        Thread other = Thread.startVirtualThread(() -> both(right, left));
        one.join();
        other.join();
    }
}

// holds: a thread for each task; close() waits for both
class VirtualTasks {
    public static void main(String[] args) throws Exception {
        AtomicInteger sum = new AtomicInteger();
        Future<Integer> result;
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            result = executor.submit(() -> sum.addAndGet(2));
            executor.execute(() -> sum.addAndGet(3));
        }
        assert sum.get() == 5 : sum;
        assert result.get() == 2 || result.get() == 5;
        assert result.state() == Future.State.SUCCESS;
    }
}

// assertion: tasks of such an executor share a number
class VirtualTasksRace {
    static int count;

    public static void main(String[] args) {
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 2; i++) executor.submit(() -> count++);
        }
        assert count == 2 : count;
    }
}

// holds: what virtual threads share under a lock, with a condition
class VirtualLock {
    static final Lock lock = new ReentrantLock();
    static final Condition filled = lock.newCondition();
    static String box;

    public static void main(String[] args) throws Exception {
        List<String> got = new ArrayList<>();
        Thread taker = Thread.startVirtualThread(() -> {
            lock.lock();
            try {
                while (box == null) filled.awaitUninterruptibly();
                got.add(box);
            } finally {
                lock.unlock();
            }
        });
        lock.lock();
        box = "letter";
        filled.signal();
        lock.unlock();
        taker.join();
        assert got.equals(List.of("letter"));
    }
}

// holds: a virtual thread sleeps until it is interrupted, or for its time
class VirtualInterrupt {
    public static void main(String[] args) throws Exception {
        boolean[] interrupted = new boolean[1];
        Thread sleeper = Thread.ofVirtual().unstarted(() -> {
            try {
                Thread.sleep(java.time.Duration.ofMillis(5));
            } catch (InterruptedException expected) {
                interrupted[0] = true;
            }
        });
        assert !sleeper.isAlive() && sleeper.getState() == Thread.State.NEW;
        sleeper.start();
        sleeper.interrupt();
        sleeper.join(java.time.Duration.ofMillis(1));
        sleeper.join();
        assert !sleeper.isAlive() && sleeper.getState() == Thread.State.TERMINATED;
    }
}

// exception: a virtual thread ends with one that nobody handles
class VirtualThrows {
    public static void main(String[] args) throws Exception {
        Thread.ofVirtual().name("careless").start(() -> {
            throw new IllegalStateException("lost");
        }).join();
    }
}

// holds: the handler of a virtual thread gets it
class VirtualHandled {
    public static void main(String[] args) throws Exception {
        List<String> handled = new CopyOnWriteArrayList<>();
        Thread.ofVirtual().name("careful").uncaughtExceptionHandler((thread, thrown) -> handled.add(thread.getName() + thrown.getMessage()))
            .start(() -> {
                throw new IllegalStateException("!");
            }).join();
        assert handled.equals(List.of("careful!"));
    }
}

// assertion: nobody waits for a virtual thread, and the program ends without it
class VirtualForgotten {
    static volatile boolean done;

    public static void main(String[] args) {
        Thread.startVirtualThread(() -> done = true);
        assert done;
    }
}

// holds: wait and notify, and a queue between a virtual thread and one of the platform
class VirtualWait {
    static boolean ready;

    public static void main(String[] args) throws Exception {
        Object monitor = new Object();
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
        Thread virtual = Thread.startVirtualThread(() -> {
            synchronized (monitor) {
                ready = true;
                monitor.notifyAll();
            }
            queue.add(7);
        });
        synchronized (monitor) {
            while (!ready) monitor.wait();
        }
        assert queue.take() == 7;
        virtual.join();
    }
}

// holds, sequential: what a virtual thread says of itself
class VirtualSelf {
    public static void main(String[] args) throws Exception {
        Thread.Builder.OfVirtual builder = Thread.ofVirtual().name("v-", 0);
        for (int i = 0; i < 2; i++) {
            builder.start(() -> {
                Thread self = Thread.currentThread();
                System.out.println(self.getName() + " " + self.isVirtual() + " " + self.isDaemon() + " " + self.getPriority() + " "
                    + self.getThreadGroup().getName() + " " + self.isAlive() + " " + self.isInterrupted());
            }).join();
        }
        Thread unstarted = Thread.ofVirtual().unstarted(() -> {});
        System.out.println("[" + unstarted.getName() + "] " + unstarted.getState() + " " + unstarted.isVirtual());
        Thread platform = Thread.ofPlatform().name("p").daemon().priority(3).unstarted(() -> {});
        System.out.println(platform.getName() + " " + platform.isVirtual() + " " + platform.isDaemon() + " " + platform.getPriority());
        try {
            unstarted.setDaemon(false);
        } catch (IllegalArgumentException expected) {
            System.out.println(expected.getMessage());
        }
        ThreadLocal<String> local = ThreadLocal.withInitial(() -> "fresh");
        local.set("main");
        Thread.ofVirtual().start(() -> System.out.println(local.get())).join();
        System.out.println(local.get());
    }
}
