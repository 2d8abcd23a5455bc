// sees: true true | true false | false true
// A pool has terminated before its thread has ended.
package library;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class AliveAfterTermination {
    public static void main(String[] args) throws Exception {
        Thread[] worker = {null};
        ExecutorService pool = Executors.newFixedThreadPool(1, task -> worker[0] = new Thread(task));
        pool.execute(() -> { });
        pool.shutdown();
        boolean ended = pool.awaitTermination(1, TimeUnit.HOURS);
        System.out.println(ended + " " + worker[0].isAlive());
    }
}
