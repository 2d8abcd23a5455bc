// outcomes: false false | false true | true false | true true
// A future is done before those that depend on it are.
package library;

import java.util.concurrent.CompletableFuture;

public class DependentLater {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> first = new CompletableFuture<>();
        CompletableFuture<Void> all = CompletableFuture.allOf(first);
        Thread other = new Thread(() -> first.complete(1));
        other.start();
        boolean done = first.isDone();
        System.out.println(done + " " + all.isDone());
    }
}
