// outcomes: 6
// states: 600
// Threads that have completed their futures and have nothing left to do for them are no states of their own.
package library;

import java.util.concurrent.CompletableFuture;

public class ChainOfFutures {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> future = CompletableFuture.supplyAsync(() -> 1);
        for (int i = 0; i < 5; i++) future = future.thenApplyAsync(x -> x + 1);
        System.out.println(future.get());
    }
}
