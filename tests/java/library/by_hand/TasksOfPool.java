// outcomes: 6
// states: 450
// Beginning and ending a task are no stops, nor is the end of a thread.
package library;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class TasksOfPool {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Callable<Integer>> calls = List.of(() -> 1, () -> 2, () -> 3);
        int sum = 0;
        for (Future<Integer> each : pool.invokeAll(calls)) sum += each.get();
        pool.shutdown();
        System.out.println(sum);
    }
}
