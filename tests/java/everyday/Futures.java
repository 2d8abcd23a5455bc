package everyday;

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

// holds: two futures combined
class FutureCombine {
    public static void main(String[] args) {
        CompletableFuture<Integer> six = CompletableFuture.supplyAsync(() -> 6);
        CompletableFuture<Integer> seven = CompletableFuture.supplyAsync(() -> 7);
        assert six.thenCombine(seven, (a, b) -> a * b).join() == 42;
    }
}

// holds: allOf is done when all are
class FutureAllOf {
    public static void main(String[] args) {
        AtomicInteger count = new AtomicInteger();
        CompletableFuture<Void> a = CompletableFuture.runAsync(count::incrementAndGet);
        CompletableFuture<Void> b = CompletableFuture.runAsync(count::incrementAndGet);
        CompletableFuture.allOf(a, b).join();
        assert count.get() == 2;
    }
}

// assertion: anyOf may be either
class FutureAnyOf {
    public static void main(String[] args) {
        Thread[] threads = new Thread[2];
        CompletableFuture<String> a = new CompletableFuture<>(), b = new CompletableFuture<>();
        new Thread(() -> a.complete("a")).start();
        new Thread(() -> b.complete("b")).start();
        assert CompletableFuture.anyOf(a, b).join().equals("a");
    }
}

// holds: a failure is mended
class FutureExceptionally {
    public static void main(String[] args) {
        CompletableFuture<Integer> bad = CompletableFuture.supplyAsync(() -> Integer.parseInt("one"));
        assert bad.exceptionally(e -> e.getCause() instanceof NumberFormatException ? -1 : -2).join() == -1;
    }
}

// exception: a failure that nobody mends
class FutureFails {
    public static void main(String[] args) {
        CompletableFuture.supplyAsync(() -> List.of(1).get(1)).join();
    }
}

// assertion: the first to complete wins
class FutureTwoCompleters {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        Thread one = new Thread(() -> future.complete(1)), two = new Thread(() -> future.complete(2));
        one.start();
        two.start();
        assert future.get() == 1;
    }
}

// deadlock: nobody completes it
class FutureForgotten {
    public static void main(String[] args) {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        new Thread(() -> {
            if (!future.isDone()) return;
            future.complete(1);
        }).start();
        future.thenApply(x -> x + 1).join();
    }
}

// holds: a task that a thread runs
class FutureTaskRuns {
    public static void main(String[] args) throws Exception {
        FutureTask<String> task = new FutureTask<>(() -> "result");
        new Thread(task).start();
        assert task.get().equals("result");
        assert task.isDone() && !task.isCancelled();
    }
}

// exception: a task may be cancelled before it is done
class FutureCancelled {
    public static void main(String[] args) throws Exception {
        FutureTask<Integer> task = new FutureTask<>(() -> 1);
        new Thread(() -> task.cancel(false)).start();
        task.run();
        task.get();
    }
}

// holds: a chain of functions
class FutureChain {
    public static void main(String[] args) {
        String text = CompletableFuture.supplyAsync(() -> "a").thenApply(s -> s + "b").thenCompose(
            s -> CompletableFuture.supplyAsync(() -> s + "c")).handle((s, e) -> e == null ? s : "failed").join();
        assert text.equals("abc");
    }
}

// assertion: thenAccept need not run before join returns
class FutureCallbackLate {
    static volatile boolean called;

    public static void main(String[] args) {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        future.thenAccept(x -> called = true);
        new Thread(() -> future.complete(1)).start();
        future.join();
        assert called;
    }
}

// holds: an hour is enough
// with: --timeouts last
class FutureGetTimed {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        new Thread(() -> future.complete(5)).start();
        assert future.get(1, TimeUnit.HOURS) == 5;
    }
}

// exception: a time-out at any moment
class FutureGetTimedAny {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        new Thread(() -> future.complete(5)).start();
        future.get(1, TimeUnit.HOURS);
    }
}

// assertion: callbacks of two futures share a list
class FutureSharedList {
    public static void main(String[] args) throws Exception {
        List<Integer> list = new ArrayList<>(2);
        Thread a = new Thread(() -> CompletableFuture.completedFuture(1).thenAccept(list::add));
        Thread b = new Thread(() -> CompletableFuture.completedFuture(2).thenAccept(list::add));
        a.start();
        b.start();
        a.join();
        b.join();
        assert list.size() == 2;
    }
}
