// outcomes: 1 1 | 1 2 | 2 2
// A result that is read twice may be replaced in between.
package library;

import java.util.concurrent.CompletableFuture;

public class ResultReplaced {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> future = CompletableFuture.completedFuture(1);
        new Thread(() -> future.obtrudeValue(2)).start();
        int once = future.join();
        System.out.println(once + " " + future.join());
    }
}
