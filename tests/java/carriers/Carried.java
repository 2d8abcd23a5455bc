import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

/** Virtual threads that need carriers: the word says which program it is. */
public class Carried {
    static final Object monitor = new Object();
    static final CountDownLatch latch = new CountDownLatch(1);
    static final ReentrantLock lock = new ReentrantLock();
    static volatile boolean flag;
    static int count;

    /** Its initialiser waits for another thread: what runs it is native code. */
    static class Slow {
        static {
            await();
        }

        static void touch() {}
    }

    static void await() {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static void waitInMonitor() {
        synchronized (monitor) {
            while (!flag) {
                try {
                    monitor.wait();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    static void notifyInMonitor() {
        synchronized (monitor) {
            flag = true;
            monitor.notifyAll();
        }
    }

    static void both(Runnable one, Runnable other) throws InterruptedException {
        Thread first = Thread.ofVirtual().name("first").start(one);
        Thread second = Thread.ofVirtual().name("second").start(other);
        first.join();
        second.join();
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            // Waits within an initialiser for what the other one does.
            case "initialiser" -> both(Slow::touch, latch::countDown);
            // Waits within a monitor that the other one does not need.
            case "monitor" -> both(() -> {
                synchronized (monitor) {
                    await();
                }
            }, latch::countDown);
            case "latch" -> both(Carried::await, latch::countDown);
            case "wait" -> both(Carried::waitInMonitor, Carried::notifyInMonitor);
            // The second may have the lock, but no carrier, when the first waits for it within a monitor.
            case "lock" -> both(() -> {
                synchronized (monitor) {
                    lock.lock();
                    lock.unlock();
                }
            }, () -> {
                lock.lock();
                Thread.yield();
                lock.unlock();
            });
            case "yield" -> both(() -> {
                while (!flag) Thread.yield();
            }, () -> flag = true);
            case "spin" -> both(() -> {
                while (!flag) {}
            }, () -> flag = true);
            // Nobody gives a carrier up between the read and the write.
            case "count" -> {
                both(() -> count++, () -> count++);
                assert count == 2;
            }
            case "sleep" -> {
                both(() -> {
                    int before = count;
                    try {
                        Thread.sleep(10);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    count = before + 1;
                }, () -> count++);
                assert count == 2;
            }
            case "executor" -> {
                try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
                    executor.submit(Carried::await);
                    executor.submit(latch::countDown);
                }
            }
            // Threads of the system need no carriers.
            case "platform" -> {
                Thread first = new Thread(Slow::touch);
                first.start();
                Thread.ofVirtual().start(latch::countDown);
                first.join();
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }
}
