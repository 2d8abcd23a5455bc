// java.util.concurrent and threads where only one schedule is possible.
package conformance;

import java.lang.invoke.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

class ThreadRun {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> System.out.println("in " + Thread.currentThread().getName()), "worker");
        System.out.println(t.getState() + " " + t.isAlive() + t.isDaemon());
        t.start();
        t.join();
        System.out.println(t.getState() + " " + t.isAlive() + Thread.currentThread().getName());
        try { t.start(); } catch (IllegalThreadStateException e) { System.out.println("once"); }
    }
}

class ThreadUncaught {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> { throw new IllegalStateException("in thread"); });
        t.setUncaughtExceptionHandler((th, e) -> System.out.println("handled " + e.getMessage()));
        t.start();
        t.join();
    }
}

class ThreadInterrupts {
    public static void main(String[] args) throws Exception {
        Thread.currentThread().interrupt();
        System.out.println(Thread.currentThread().isInterrupted() + " " + Thread.interrupted() + " " + Thread.interrupted());
        Thread.currentThread().interrupt();
        try { Thread.sleep(10); } catch (InterruptedException e) { System.out.println("woken " + Thread.currentThread().isInterrupted()); }
        Thread.currentThread().interrupt();
        try { synchronized (args) { args.wait(); } } catch (InterruptedException e) { System.out.println("waited"); }
    }
}

class ThreadLocals {
    public static void main(String[] args) throws Exception {
        ThreadLocal<Integer> t = ThreadLocal.withInitial(() -> 5);
        t.set(t.get() + 1);
        int[] seen = new int[1];
        Thread x = new Thread(() -> seen[0] = t.get());
        x.start();
        x.join();
        System.out.println(t.get() + " " + seen[0]);
        t.remove();
        System.out.println(t.get());
    }
}

class Monitors {
    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        synchronized (lock) { synchronized (lock) { System.out.println(Thread.holdsLock(lock)); } }
        System.out.println(Thread.holdsLock(lock));
        try { lock.notify(); } catch (IllegalMonitorStateException e) { System.out.println("not owner"); }
        try { lock.wait(); } catch (IllegalMonitorStateException e) { System.out.println("not owner"); }
        try { synchronized (lock) { throw new RuntimeException("out"); } } catch (RuntimeException e) { System.out.println(Thread.holdsLock(lock)); }
        System.out.println(new Monitors().a());
    }

    synchronized int a() { return b() + 1; }
    synchronized int b() { return Thread.holdsLock(this) ? 1 : 0; }
    static synchronized void c() {}
}

class Atomics {
    public static void main(String[] args) throws Exception {
        AtomicInteger i = new AtomicInteger(5);
        System.out.println(i.incrementAndGet() + " " + i.getAndAdd(10) + " " + i.compareAndSet(16, 1) + i.get() + i.updateAndGet(x -> x * 7) + i.accumulateAndGet(3, Math::max) + i.getAndSet(0));
        AtomicLong l = new AtomicLong(); l.addAndGet(1L << 40);
        AtomicBoolean b = new AtomicBoolean(); AtomicReference<String> r = new AtomicReference<>("a");
        System.out.println(l + " " + b.getAndSet(true) + b + r.compareAndSet("a", "b") + r.getAndUpdate(s -> s + "!") + r);
    }
}

class AtomicArrays {
    public static void main(String[] args) throws Exception {
        AtomicIntegerArray a = new AtomicIntegerArray(3);
        a.set(0, 5); a.getAndIncrement(1); a.compareAndSet(2, 0, 9);
        AtomicReferenceArray<String> r = new AtomicReferenceArray<>(new String[] {"x", null});
        AtomicStampedReference<String> s = new AtomicStampedReference<>("v", 1);
        System.out.println(a + " " + r + s.compareAndSet("v", "w", 1, 2) + s.getStamp() + s.getReference());
        LongAdder adder = new LongAdder(); adder.add(5); adder.increment();
        LongAccumulator acc = new LongAccumulator(Long::max, 0); acc.accumulate(7);
        System.out.println(adder.sum() + " " + acc.get());
    }
}

class FieldUpdaters {
    public static void main(String[] args) throws Exception {
        AtomicIntegerFieldUpdater<Node> u = AtomicIntegerFieldUpdater.newUpdater(Node.class, "count");
        Node n = new Node();
        u.incrementAndGet(n);
        System.out.println(u.compareAndSet(n, 1, 7) + " " + n.count);
    }

    static class Node { volatile int count; }
}

class Locks {
    public static void main(String[] args) throws Exception {
        ReentrantLock l = new ReentrantLock();
        l.lock(); l.lock();
        System.out.println(l.getHoldCount() + " " + l.isHeldByCurrentThread() + l.isLocked() + l.tryLock());
        l.unlock(); l.unlock(); l.unlock();
        try { l.unlock(); } catch (IllegalMonitorStateException e) { System.out.println("not held"); }
        ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
        rw.readLock().lock();
        System.out.println(rw.getReadLockCount() + " " + rw.writeLock().tryLock());
        rw.readLock().unlock();
        rw.writeLock().lock();
        System.out.println(rw.isWriteLocked() + " " + rw.readLock().tryLock());
    }
}

class StampedLocks {
    public static void main(String[] args) throws Exception {
        StampedLock s = new StampedLock();
        long w = s.writeLock();
        System.out.println(s.isWriteLocked() + " " + s.tryOptimisticRead());
        s.unlockWrite(w);
        long o = s.tryOptimisticRead();
        System.out.println(s.validate(o) + " " + (s.tryWriteLock() != 0) + " " + s.validate(o));
    }
}

class ConcurrentMaps {
    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<String, Integer> m = new ConcurrentHashMap<>();
        for (int i = 0; i < 50; i++) m.merge("k" + i % 7, i, Integer::sum);
        System.out.println(new TreeMap<>(m) + " " + m.size() + m.putIfAbsent("k0", 1) + m.computeIfAbsent("n", k -> 3) + m.replace("n", 3, 4) + m.remove("n", 9) + m.reduceValues(100, Integer::sum));
        ConcurrentSkipListMap<Integer, String> s = new ConcurrentSkipListMap<>();
        for (int i = 0; i < 20; i++) s.put(i * 7 % 20, "" + i);
        System.out.println(s.firstKey() + s.ceilingKey(5) + s.headMap(3).toString() + s.pollLastEntry());
    }
}

class ConcurrentQueues {
    public static void main(String[] args) throws Exception {
        ConcurrentLinkedQueue<Integer> q = new ConcurrentLinkedQueue<>(List.of(1, 2));
        q.add(3);
        ConcurrentLinkedDeque<Integer> d = new ConcurrentLinkedDeque<>(); d.push(1); d.addLast(2);
        CopyOnWriteArrayList<Integer> c = new CopyOnWriteArrayList<>(List.of(1, 2, 3));
        for (int x : c) c.add(x * 10);
        System.out.println(q.poll() + " " + q + d + c);
    }
}

class BlockingQueues {
    public static void main(String[] args) throws Exception {
        ArrayBlockingQueue<Integer> a = new ArrayBlockingQueue<>(2);
        System.out.println(a.offer(1) + " " + a.offer(2) + a.offer(3) + a.take() + a.remainingCapacity() + a.poll() + a.poll());
        LinkedBlockingQueue<String> l = new LinkedBlockingQueue<>(); l.put("x");
        LinkedBlockingDeque<String> e = new LinkedBlockingDeque<>(); e.putFirst("y"); e.putLast("z");
        PriorityBlockingQueue<Integer> p = new PriorityBlockingQueue<>(); p.add(5); p.add(1);
        System.out.println(l.take() + e.takeLast() + e + p.take() + p);
    }
}

class QueueBetweenThreads {
    public static void main(String[] args) throws Exception {
        SynchronousQueue<Integer> q = new SynchronousQueue<>();
        Thread t = new Thread(() -> { try { q.put(7); } catch (InterruptedException e) { System.out.println(e); } });
        t.start();
        System.out.println(q.take());
        t.join();
    }
}

class Synchronizers {
    public static void main(String[] args) throws Exception {
        CountDownLatch l = new CountDownLatch(2);
        l.countDown(); l.countDown(); l.await();
        Semaphore s = new Semaphore(1);
        s.acquire();
        System.out.println(s.tryAcquire() + " " + s.availablePermits() + l.getCount());
        s.release(3);
        System.out.println(s.drainPermits());
        CyclicBarrier b = new CyclicBarrier(1, () -> System.out.println("barrier"));
        System.out.println(b.await());
        Phaser p = new Phaser(1);
        System.out.println(p.arrive() + " " + p.getPhase());
    }
}

class FuturesDone {
    public static void main(String[] args) throws Exception {
        FutureTask<Integer> f = new FutureTask<>(() -> 6 * 7);
        f.run();
        System.out.println(f.get() + " " + f.isDone() + f.cancel(true));
        FutureTask<Integer> g = new FutureTask<>(() -> { throw new Exception("bad"); });
        g.run();
        try { g.get(); } catch (ExecutionException e) { System.out.println(e.getCause().getMessage()); }
    }
}

class Completables {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> f = CompletableFuture.completedFuture(5);
        System.out.println(f.thenApply(x -> x + 1).thenCombine(CompletableFuture.completedFuture(2), (a, b) -> a * b).join() + " " + f.thenCompose(x -> CompletableFuture.completedFuture("c" + x)).get());
        CompletableFuture<Integer> g = new CompletableFuture<>();
        CompletableFuture<String> h = g.handle((v, e) -> e == null ? "v" + v : "failed " + e.getMessage());
        g.completeExceptionally(new RuntimeException("x"));
        System.out.println(h.join() + " " + g.isCompletedExceptionally() + g.exceptionally(e -> -1).join());
        CompletableFuture<Void> all = CompletableFuture.allOf(f, h);
        System.out.println(all.isDone() + " " + CompletableFuture.anyOf(f).join());
    }
}

class ExecutorOne {
    public static void main(String[] args) throws Exception {
        ExecutorService e = Executors.newSingleThreadExecutor();
        Future<String> f = e.submit(() -> "from the pool");
        System.out.println(f.get());
        System.out.println(e.invokeAll(List.of(() -> 1, () -> 2)).get(1).get());
        e.shutdown();
        System.out.println(e.isShutdown() + " " + e.awaitTermination(1, TimeUnit.HOURS));
        try { e.submit(() -> 1); } catch (java.util.concurrent.RejectedExecutionException x) { System.out.println("rejected"); }
    }
}

class WaitNotify {
    public static void main(String[] args) throws Exception {
        boolean[] ready = {false};
        Thread t = new Thread(() -> { synchronized (ready) { ready[0] = true; ready.notifyAll(); } });
        synchronized (ready) { t.start(); while (!ready[0]) ready.wait(); System.out.println("notified"); }
        t.join();
    }
}

class TimedWaits {
    public static void main(String[] args) throws Exception {
        synchronized (args) { args.wait(1); }
        System.out.println(new Semaphore(0).tryAcquire(1, TimeUnit.MILLISECONDS) + " " + new CountDownLatch(1).await(1, TimeUnit.MILLISECONDS) + " " + new ArrayBlockingQueue<Integer>(1).poll(1, TimeUnit.MILLISECONDS));
        Thread.sleep(1);
        LockSupport.parkNanos(1);
        System.out.println("slept");
    }
}

class ParkUnpark {
    public static void main(String[] args) throws Exception {
        LockSupport.unpark(Thread.currentThread());
        LockSupport.park();
        Thread main = Thread.currentThread();
        Thread t = new Thread(() -> LockSupport.unpark(main));
        t.start();
        LockSupport.park();
        t.join();
        System.out.println("unparked");
    }
}

class DaemonThreads {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {});
        t.setDaemon(true);
        System.out.println(t.isDaemon() + " " + t.getPriority() + " " + Thread.currentThread().getThreadGroup().getName());
        t.start();
        t.join();
        System.out.println(new Thread("named").getName() + new Thread(null, null, "n2").getName());
    }
}

class VarHandles {
    public static void main(String[] args) throws Exception {
        VarHandle h = MethodHandles.lookup().findVarHandle(Cell.class, "v", int.class);
        Cell c = new Cell();
        System.out.println(h.compareAndSet(c, 0, 5) + " " + (int) h.getAndAdd(c, 3) + " " + (int) h.getVolatile(c) + " " + c.v);
        VarHandle a = MethodHandles.arrayElementVarHandle(long[].class);
        long[] arr = new long[2];
        a.setVolatile(arr, 1, 9L);
        System.out.println((long) a.getAndSet(arr, 1, 4L) + arr[1]);
    }

    static class Cell { int v; }
}

class Collects {
    public static void main(String[] args) throws Exception {
        List<Integer> l = Collections.synchronizedList(new ArrayList<>());
        Thread[] t = new Thread[3];
        for (int i = 0; i < 3; i++) { int n = i; t[i] = new Thread(() -> l.add(n)); t[i].start(); t[i].join(); }
        System.out.println(l);
    }
}
