import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.IntStream;

/** Everyday programs on java.util.concurrent, by name and size: bench/java_bench.py library. Each checks what it computes. */
public class LibraryCalls {
    interface Body {
        void run() throws Exception;
    }

    static int plain;

    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[1]);
        int m = args.length > 2 ? Integer.parseInt(args[2]) : 1;
        switch (args[0]) {
            case "monitor" -> monitor(n, m);
            case "lock" -> lock(n, m);
            case "condition" -> condition(n);
            case "cas" -> cas(n, m);
            case "update" -> update(n, m);
            case "semaphore" -> semaphore(n);
            case "latch" -> latch(n);
            case "barrier" -> barrier(n);
            case "phaser" -> phaser(n);
            case "exchanger" -> exchanger(n);
            case "stamped" -> stamped(n);
            case "read-write" -> readWrite(n);
            case "array-queue" -> queue(new ArrayBlockingQueue<>(1), n, m);
            case "linked-queue" -> queue(new LinkedBlockingQueue<>(1), n, m);
            case "map" -> map(n);
            case "skip-list" -> skipList(n);
            case "pool-get" -> poolGet(n, m);
            case "pool-await" -> poolAwait(n, m);
            case "invoke-all" -> invokeAll(n, m);
            case "completion" -> completion(n, m);
            case "fork-join" -> forkJoin(n);
            case "future" -> future(n);
            case "parallel" -> parallel(n);
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    static List<Thread> start(int count, Body body) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Thread thread = new Thread(() -> {
                try {
                    body.run();
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            threads.add(thread);
            thread.start();
        }
        return threads;
    }

    static void join(List<Thread> threads) throws InterruptedException {
        for (Thread thread : threads) thread.join();
    }

    static void monitor(int threads, int rounds) throws Exception {
        Object lock = new Object();
        join(start(threads, () -> {
            for (int i = 0; i < rounds; i++) {
                synchronized (lock) {
                    plain++;
                }
            }
        }));
        assert plain == threads * rounds;
    }

    static void lock(int threads, int rounds) throws Exception {
        Lock lock = new ReentrantLock();
        join(start(threads, () -> {
            for (int i = 0; i < rounds; i++) {
                lock.lock();
                try {
                    plain++;
                } finally {
                    lock.unlock();
                }
            }
        }));
        assert plain == threads * rounds;
    }

    static void condition(int threads) throws Exception {
        Lock lock = new ReentrantLock();
        Condition go = lock.newCondition();
        List<Thread> waiting = start(threads, () -> {
            lock.lock();
            try {
                while (plain == 0) go.await();
            } finally {
                lock.unlock();
            }
        });
        lock.lock();
        try {
            plain = 1;
            go.signalAll();
        } finally {
            lock.unlock();
        }
        join(waiting);
    }

    static void cas(int threads, int rounds) throws Exception {
        AtomicInteger sum = new AtomicInteger();
        join(start(threads, () -> {
            for (int i = 0; i < rounds; i++) {
                int seen;
                do {
                    seen = sum.get();
                } while (!sum.compareAndSet(seen, seen + 1));
            }
        }));
        assert sum.get() == threads * rounds;
    }

    static void update(int threads, int rounds) throws Exception {
        AtomicInteger sum = new AtomicInteger();
        join(start(threads, () -> {
            for (int i = 0; i < rounds; i++) sum.updateAndGet(seen -> seen + 1);
        }));
        assert sum.get() == threads * rounds;
    }

    static void semaphore(int threads) throws Exception {
        Semaphore one = new Semaphore(1);
        join(start(threads, () -> {
            one.acquire();
            plain++;
            one.release();
        }));
        assert plain == threads;
    }

    static void latch(int threads) throws Exception {
        CountDownLatch latch = new CountDownLatch(threads);
        AtomicInteger done = new AtomicInteger();
        start(threads, () -> {
            done.incrementAndGet();
            latch.countDown();
        });
        latch.await();
        assert done.get() == threads;
    }

    static void barrier(int threads) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(threads);
        AtomicInteger before = new AtomicInteger();
        join(start(threads, () -> {
            before.incrementAndGet();
            barrier.await();
            assert before.get() == threads;
        }));
    }

    static void phaser(int threads) throws Exception {
        Phaser phaser = new Phaser(threads);
        AtomicInteger before = new AtomicInteger();
        join(start(threads, () -> {
            before.incrementAndGet();
            phaser.arriveAndAwaitAdvance();
            assert before.get() == threads;
        }));
    }

    static void exchanger(int rounds) throws Exception {
        Exchanger<String> exchanger = new Exchanger<>();
        Thread other = new Thread(() -> {
            try {
                for (int i = 0; i < rounds; i++) {
                    String got = exchanger.exchange("b");
                    assert got.equals("a");
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        for (int i = 0; i < rounds; i++) {
            String got = exchanger.exchange("a");
            assert got.equals("b");
        }
        other.join();
    }

    static void stamped(int threads) throws Exception {
        StampedLock lock = new StampedLock();
        join(start(threads, () -> {
            long stamp = lock.writeLock();
            plain++;
            lock.unlockWrite(stamp);
            stamp = lock.readLock();
            assert plain > 0;
            lock.unlockRead(stamp);
        }));
    }

    static void readWrite(int threads) throws Exception {
        ReadWriteLock lock = new ReentrantReadWriteLock();
        join(start(threads, () -> {
            lock.writeLock().lock();
            plain++;
            lock.writeLock().unlock();
            lock.readLock().lock();
            assert plain > 0;
            lock.readLock().unlock();
        }));
    }

    static void queue(BlockingQueue<Integer> queue, int threads, int items) throws Exception {
        AtomicInteger sum = new AtomicInteger();
        List<Thread> all = start(threads, () -> {
            for (int i = 0; i < items; i++) queue.put(1);
        });
        all.addAll(start(threads, () -> {
            for (int i = 0; i < items; i++) sum.addAndGet(queue.take());
        }));
        join(all);
        assert sum.get() == threads * items;
    }

    static void map(int threads) throws Exception {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        join(start(threads, () -> map.merge("k", 1, Integer::sum)));
        assert map.get("k") == threads;
    }

    static void skipList(int threads) throws Exception {
        ConcurrentSkipListMap<String, Integer> map = new ConcurrentSkipListMap<>();
        join(start(threads, () -> map.putIfAbsent("k", 1)));
        assert map.size() == 1;
    }

    static void poolGet(int threads, int tasks) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        List<Future<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < tasks; i++) futures.add(pool.submit(() -> 1));
        pool.shutdown();
        int sum = 0;
        for (Future<Integer> future : futures) sum += future.get();
        assert sum == tasks;
    }

    static void poolAwait(int threads, int tasks) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        for (int i = 0; i < tasks; i++) pool.execute(() -> { });
        pool.shutdown();
        boolean ended = pool.awaitTermination(1, TimeUnit.HOURS);
        assert !ended || pool.isTerminated();
    }

    static void invokeAll(int threads, int tasks) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        List<Callable<Integer>> all = new ArrayList<>();
        for (int i = 0; i < tasks; i++) all.add(() -> 1);
        int sum = 0;
        for (Future<Integer> future : pool.invokeAll(all)) sum += future.get();
        pool.shutdown();
        assert sum == tasks;
    }

    static void completion(int threads, int tasks) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        CompletionService<Integer> service = new ExecutorCompletionService<>(pool);
        for (int i = 0; i < tasks; i++) service.submit(() -> 1);
        int sum = 0;
        for (int i = 0; i < tasks; i++) sum += service.take().get();
        pool.shutdown();
        assert sum == tasks;
    }

    static final class Sum extends RecursiveTask<Integer> {
        private static final long serialVersionUID = 1;
        final int from;
        final int to;

        Sum(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected Integer compute() {
            if (to - from == 1) return from;
            int middle = (from + to) / 2;
            Sum left = new Sum(from, middle);
            left.fork();
            return new Sum(middle, to).compute() + left.join();
        }
    }

    static void forkJoin(int numbers) {
        int sum = ForkJoinPool.commonPool().invoke(new Sum(0, numbers));
        assert sum == numbers * (numbers - 1) / 2;
    }

    static void future(int stages) throws Exception {
        CompletableFuture<Integer> future = CompletableFuture.supplyAsync(() -> 0);
        for (int i = 1; i < stages; i++) future = future.thenCombine(CompletableFuture.supplyAsync(() -> 1), Integer::sum);
        assert future.get() == stages - 1;
    }

    static void parallel(int numbers) {
        int sum = IntStream.range(0, numbers).parallel().map(i -> 2 * i).sum();
        assert sum == numbers * (numbers - 1);
    }
}
