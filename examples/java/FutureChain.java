// CompletableFutures that meet.
//   FutureChain          two futures combined
//   FutureChain throws   one ends exceptionally and nobody handles it: an uncaught CompletionException
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

public class FutureChain {
    public static void main(String[] args) {
        boolean fails = args.length > 0 && args[0].equals("throws");
        Executor threadPerTask = task -> new Thread(task).start();
        CompletableFuture<Integer> price = CompletableFuture.supplyAsync(() -> 20, threadPerTask);
        CompletableFuture<Integer> count = CompletableFuture.supplyAsync(() -> {
            if (fails) throw new IllegalStateException("no count");
            return 2;
        }, threadPerTask);
        int total = price.thenCombine(count, (p, c) -> p * c).thenApply(t -> t + 1).join();
        assert total == 41 : "total " + total;
    }
}
