package everyday;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

// holds: two tasks by one worker
class ExecutorSum {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Future<Integer> one = pool.submit(() -> 1);
        Future<Integer> two = pool.submit(() -> 2);
        assert one.get() + two.get() == 3;
        pool.shutdown();
    }
}

// assertion: two workers increment a plain field
class ExecutorLostUpdate {
    static int count;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<?> one = pool.submit(() -> count++);
        Future<?> two = pool.submit(() -> count++);
        one.get();
        two.get();
        pool.shutdown();
        assert count == 2 : count;
    }
}

// deadlock: nobody shuts the pool down, so its worker waits for ever
class ExecutorForgotten {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        assert pool.submit(() -> "done").get().equals("done");
    }
}

// deadlock: a task waits for another one that its only worker would have to run
class ExecutorSelfWait {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        pool.submit(() -> pool.submit(() -> 1).get()).get();
        pool.shutdown();
    }
}

// exception: a task after shutdown is rejected
class ExecutorRejected {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        pool.shutdown();
        pool.execute(() -> { });
    }
}

// holds: invokeAll waits for all
class ExecutorInvokeAll {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Callable<Integer>> tasks = List.of(() -> 1, () -> 2);
        int sum = 0;
        for (Future<Integer> each : pool.invokeAll(tasks)) {
            assert each.isDone();
            sum += each.get();
        }
        assert sum == 3;
        pool.shutdown();
    }
}

// assertion: invokeAny may give either
class ExecutorInvokeAny {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        String first = pool.invokeAny(List.of(() -> "a", () -> "b"));
        pool.shutdown();
        assert first.equals("a") : first;
    }
}

// holds: what a task throws comes out of get
class ExecutorThrows {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Future<?> future = pool.submit(() -> { throw new IllegalStateException("no"); });
        try {
            future.get();
            assert false;
        } catch (ExecutionException e) {
            assert e.getCause().getMessage().equals("no");
        }
        pool.shutdown();
    }
}

// exception: what an executed task throws ends its worker
class ExecutorUncaught {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        int[] none = {};
        pool.execute(() -> none[0]++);
        pool.shutdown();
    }
}

// assertion: a completion service gives results in the order of completion
class ExecutorCompletion {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        CompletionService<Integer> service = new ExecutorCompletionService<>(pool);
        service.submit(() -> 1);
        service.submit(() -> 2);
        int first = service.take().get();
        int second = service.take().get();
        pool.shutdown();
        assert first + second == 3;
        assert first == 1;
    }
}

// holds: a single worker keeps the order
class ExecutorOrder {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        StringBuffer seen = new StringBuffer();
        pool.execute(() -> seen.append("a"));
        pool.execute(() -> seen.append("b"));
        pool.submit(() -> seen.append("c")).get();
        assert seen.toString().equals("abc");
        pool.shutdown();
    }
}

// holds: an hour is enough
// with: --timeouts last
class ExecutorAwait {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        AtomicInteger done = new AtomicInteger();
        pool.execute(done::incrementAndGet);
        pool.shutdown();
        assert pool.awaitTermination(1, TimeUnit.HOURS);
        assert done.get() == 1;
    }
}

// assertion: an hour may not be enough
class ExecutorAwaitAny {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> { });
        pool.shutdown();
        assert pool.awaitTermination(1, TimeUnit.HOURS);
    }
}

// holds: shutdownNow returns what has not begun
class ExecutorShutdownNow {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        AtomicInteger ran = new AtomicInteger();
        pool.execute(ran::incrementAndGet);
        pool.execute(ran::incrementAndGet);
        int left = pool.shutdownNow().size();
        while (!pool.isTerminated()) Thread.onSpinWait();
        assert ran.get() + left == 2;
    }
}

// holds: threads have the names their factory gives
class ExecutorNames {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1, r -> new Thread(r, "worker"));
        assert pool.submit(() -> Thread.currentThread().getName()).get().equals("worker");
        pool.shutdown();
    }
}

// holds: with no room for a task its caller runs it
class ExecutorCallerRuns {
    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1),
                                                         new ThreadPoolExecutor.CallerRunsPolicy());
        AtomicInteger ran = new AtomicInteger();
        for (int i = 0; i < 3; i++) pool.execute(ran::incrementAndGet);
        pool.shutdown();
        while (!pool.isTerminated()) Thread.yield();
        assert ran.get() == 3;
    }
}

// assertion: tasks share a list that is not for several threads
class ExecutorSharedList {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Integer> list = new ArrayList<>(4);
        Future<?> one = pool.submit(() -> list.add(1));
        Future<?> two = pool.submit(() -> list.add(2));
        one.get();
        two.get();
        pool.shutdown();
        assert list.size() == 2 : list.size();
    }
}
