import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/** Programs as tutorials have them, by name and size: bench/java_bench.py typical. All of them hold. */
public class Typical {
    interface Body {
        void run(int number) throws Exception;
    }

    static int[] squares;

    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[1]);
        int m = args.length > 2 ? Integer.parseInt(args[2]) : 1;
        switch (args[0]) {
            case "pool" -> pool(n, m);
            case "future-chain" -> futureChain(n);
            case "fork-join-sum" -> forkJoinSum(n);
            case "invoke-all" -> invokeAll(n, m);
            case "latch" -> latch(n);
            case "barrier" -> barrier(n, m);
            case "queue" -> queue(n, m);
            case "map-merge" -> mapMerge(n, m);
            case "counters" -> counters(n, m);
            case "cache" -> cache(n, m);
            case "scheduled" -> scheduled(n);
            case "semaphore" -> semaphore(n, m);
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    static void together(int count, Body body) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = i;
            Thread thread = new Thread(() -> {
                try {
                    body.run(number);
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            }, "worker-" + i);
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) thread.join();
    }

    static void say(String text) {
        System.out.println(Thread.currentThread().getName() + ": " + text);
    }

    /** A pool of so many threads with so many tasks that print and count. */
    static void pool(int threads, int tasks) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        AtomicInteger done = new AtomicInteger();
        for (int i = 0; i < tasks; i++) {
            int task = i;
            pool.submit(() -> {
                say("task " + task);
                done.incrementAndGet();
            });
        }
        pool.shutdown();
        while (!pool.awaitTermination(1, TimeUnit.MINUTES)) say("still waiting");
        assert done.get() == tasks;
    }

    /** A chain of so many steps behind a first one, all of them asynchronous. */
    static void futureChain(int steps) throws Exception {
        CompletableFuture<Integer> future = CompletableFuture.supplyAsync(() -> 1);
        for (int i = 0; i < steps; i++) {
            future = future.thenApplyAsync(x -> {
                say("step " + x);
                return x + 1;
            });
        }
        assert future.get() == steps + 1;
    }

    static class Sum extends RecursiveTask<Integer> {
        final int from, to;

        Sum(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected Integer compute() {
            if (to - from <= 2) {
                int sum = 0;
                for (int i = from; i < to; i++) sum += squares[i];
                return sum;
            }
            int middle = (from + to) / 2;
            Sum left = new Sum(from, middle);
            Sum right = new Sum(middle, to);
            left.fork();
            return right.compute() + left.join();
        }
    }

    /** The sum of so many numbers, two at a time. */
    static void forkJoinSum(int size) {
        squares = new int[size];
        int expected = 0;
        for (int i = 0; i < size; i++) expected += squares[i] = i * i;
        assert new ForkJoinPool(2).invoke(new Sum(0, size)) == expected;
    }

    static void invokeAll(int threads, int tasks) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        List<Callable<Integer>> calls = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            int task = i;
            calls.add(() -> {
                say("call " + task);
                return task;
            });
        }
        int sum = 0;
        for (Future<Integer> each : pool.invokeAll(calls)) sum += each.get();
        pool.shutdown();
        assert sum == tasks * (tasks - 1) / 2;
    }

    /** Workers that wait for a start, and a main thread that waits for their end. */
    static void latch(int workers) throws Exception {
        CountDownLatch start = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(workers);
        AtomicInteger sum = new AtomicInteger();
        for (int i = 0; i < workers; i++) {
            int number = i;
            new Thread(() -> {
                try {
                    start.await();
                    say("begins");
                    Thread.sleep(100);
                    sum.addAndGet(number);
                    say("ends");
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } finally {
                    end.countDown();
                }
            }, "worker-" + i).start();
        }
        start.countDown();
        end.await();
        assert sum.get() == workers * (workers - 1) / 2;
    }

    static void barrier(int parties, int rounds) throws Exception {
        int[] parts = new int[parties];
        AtomicInteger sum = new AtomicInteger();
        CyclicBarrier barrier = new CyclicBarrier(parties, () -> {
            for (int part : parts) sum.addAndGet(part);
        });
        together(parties, number -> {
            for (int i = 0; i < rounds; i++) {
                parts[number] = i + number;
                say("at the barrier");
                barrier.await();
            }
        });
        assert sum.get() == rounds * (parties * (parties - 1) / 2) + parties * (rounds * (rounds - 1) / 2);
    }

    /** One producer, so many consumers, so many items for each, and one more that says that it is over. */
    static void queue(int consumers, int items) throws Exception {
        BlockingQueue<Integer> queue = new LinkedBlockingQueue<>(2);
        AtomicInteger sum = new AtomicInteger();
        together(consumers + 1, number -> {
            if (number == 0) {
                for (int i = 1; i <= items * consumers; i++) {
                    queue.put(i);
                    say("made " + i);
                }
                for (int i = 0; i < consumers; i++) queue.put(-1);
            } else {
                for (int item = queue.take(); item >= 0; item = queue.take()) {
                    say("took " + item);
                    sum.addAndGet(item);
                }
            }
        });
        int all = items * consumers;
        assert sum.get() == all * (all + 1) / 2;
    }

    static void mapMerge(int threads, int rounds) throws Exception {
        String[] words = {"to", "be", "or", "not"};
        ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();
        together(threads, number -> {
            for (int i = 0; i < rounds; i++) counts.merge(words[(number + i) % words.length], 1, Integer::sum);
        });
        int sum = 0;
        for (int count : counts.values()) sum += count;
        assert sum == threads * rounds;
    }

    static void counters(int threads, int rounds) throws Exception {
        LongAdder adder = new LongAdder();
        AtomicInteger counter = new AtomicInteger();
        together(threads, number -> {
            for (int i = 0; i < rounds; i++) {
                adder.increment();
                counter.incrementAndGet();
            }
        });
        assert adder.sum() == threads * rounds && counter.get() == threads * rounds;
    }

    static class Cache {
        private final Map<Integer, Integer> values = new HashMap<>();
        private final ReadWriteLock lock = new ReentrantReadWriteLock();

        int get(int key) {
            lock.readLock().lock();
            try {
                Integer known = values.get(key);
                if (known != null) return known;
            } finally {
                lock.readLock().unlock();
            }
            lock.writeLock().lock();
            try {
                return values.computeIfAbsent(key, k -> k * k);
            } finally {
                lock.writeLock().unlock();
            }
        }
    }

    static void cache(int threads, int keys) throws Exception {
        Cache cache = new Cache();
        together(threads, number -> {
            for (int i = 0; i < keys; i++) {
                int key = (number + i) % keys;
                assert cache.get(key) == key * key;
            }
        });
    }

    /** A task every second until it has run so many times. */
    static void scheduled(int times) throws Exception {
        ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
        CountDownLatch left = new CountDownLatch(times);
        ScheduledFuture<?> ticks = timer.scheduleAtFixedRate(() -> {
            say("tick");
            left.countDown();
        }, 1, 1, TimeUnit.SECONDS);
        left.await();
        ticks.cancel(false);
        timer.shutdown();
    }

    /** A pool of two connections that so many threads use so often. */
    static void semaphore(int threads, int rounds) throws Exception {
        Semaphore free = new Semaphore(2);
        AtomicInteger used = new AtomicInteger();
        together(threads, number -> {
            for (int i = 0; i < rounds; i++) {
                free.acquire();
                try {
                    assert used.incrementAndGet() <= 2;
                    say("connected");
                    used.decrementAndGet();
                } finally {
                    free.release();
                }
            }
        });
    }
}
