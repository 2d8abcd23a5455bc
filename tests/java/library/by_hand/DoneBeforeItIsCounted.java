// sees: 1 0 | 1 1
// A task's result is there before the task is counted as completed.
package library;

import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;

public class DoneBeforeItIsCounted {
    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(1);
        int result = pool.submit(() -> 1).get();
        System.out.println(result + " " + pool.getCompletedTaskCount());
        pool.shutdown();
    }
}
