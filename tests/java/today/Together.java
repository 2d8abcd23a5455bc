package today;

import java.io.*;
import java.lang.invoke.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.zip.CRC32;

// assertion: two threads add to a field by a handle, read and write apart
class LostHandleUpdate {
    int count;
    static final VarHandle COUNT;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(LostHandleUpdate.class, "count", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        LostHandleUpdate it = new LostHandleUpdate();
        Runnable add = () -> COUNT.setVolatile(it, (int) COUNT.getVolatile(it) + 1);
        Thread one = new Thread(add);
        one.start();
        add.run();
        one.join();
        assert it.count == 2 : it.count;
    }
}

// holds: the same with one operation, on a wider variable
class KeptHandleUpdate {
    long count;

    public static void main(String[] args) throws Exception {
        VarHandle handle = MethodHandles.lookup().findVarHandle(KeptHandleUpdate.class, "count", long.class);
        KeptHandleUpdate it = new KeptHandleUpdate();
        Thread one = new Thread(() -> handle.getAndAdd(it, 1));
        one.start();
        handle.getAndAdd(it, 1);
        one.join();
        assert it.count == 2 : it.count;
    }
}

// assertion: a checksum that two threads share
class SharedChecksum {
    public static void main(String[] args) throws InterruptedException {
        CRC32 shared = new CRC32();
        CRC32 alone = new CRC32();
        alone.update(1);
        alone.update(2);
        Thread one = new Thread(() -> shared.update(1));
        one.start();
        shared.update(2);
        one.join();
        assert shared.getValue() == alone.getValue() : "the other order";
    }
}

// exception: a list of a service's providers that two threads go through
class SharedServices {
    public static void main(String[] args) throws InterruptedException {
        List<Greeter> all = new ArrayList<>();
        Thread one = new Thread(() -> ServiceLoader.load(Greeter.class).forEach(all::add));
        one.start();
        for (Greeter each : all) {
            each.greet("Ada");
        }
        one.join();
    }
}

// deadlock: two loggers that lock each other, one of which is probed for
class ProbeDeadlock {
    static final Object FIRST = new Object();
    static final Object SECOND = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> {
            synchronized (FIRST) {
                synchronized (SECOND) {
                    ProbesForLogging.class.getName();
                }
            }
        });
        one.start();
        synchronized (SECOND) {
            try {
                AbsentLogger.log("there");
            } catch (NoClassDefFoundError e) {
                synchronized (FIRST) {
                }
            }
        }
        one.join();
    }
}

// holds: the group of a pool is counted while its threads live
class CountsThreads {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        Thread one = new Thread(() -> {
            try {
                done.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        one.start();
        assert Thread.activeCount() >= 2;
        done.countDown();
        one.join();
    }
}
