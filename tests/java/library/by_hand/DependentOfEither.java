// outcomes: main | other
// The thread that completes a future runs what depends on it, or the one that waits for it does.
package library;

import java.util.concurrent.CompletableFuture;

public class DependentOfEither {
    static volatile String who;

    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> first = new CompletableFuture<>();
        CompletableFuture<Integer> second = first.thenApply(x -> x + 1);
        CompletableFuture<Void> last = second.thenAccept(x -> who = Thread.currentThread().getName());
        new Thread(() -> first.complete(1), "other").start();
        first.join();
        last.join();
        System.out.println(who);
    }
}
