// outcomes: 0 | 1
// The future's own code runs between its look at the result and the addition of a dependent: then the future may be done
// already, and have a dependent all the same.
package library;

import java.util.concurrent.CompletableFuture;

public class DependentOfOwnFuture {
    static volatile int made;

    static final class Own extends CompletableFuture<Integer> {
        @Override
        public <U> CompletableFuture<U> newIncompleteFuture() {
            made++;
            return new CompletableFuture<>();
        }
    }

    public static void main(String[] args) throws Exception {
        Own future = new Own();
        Thread other = new Thread(() -> future.thenAccept(value -> made++));
        other.start();
        future.complete(1);
        int dependents = future.getNumberOfDependents();
        other.join();
        System.out.println(dependents);
    }
}
