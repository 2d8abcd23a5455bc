// Tasks on a thread pool.
//   ExecutorSum THREADS TASKS
//   ExecutorSum THREADS TASKS nested   a task waits for a task that waits for a thread: deadlock with one thread
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class ExecutorSum {
    public static void main(String[] args) throws Exception {
        int threads = Integer.parseInt(args[0]), tasks = Integer.parseInt(args[1]);
        boolean nested = args.length > 2 && args[2].equals("nested");
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        List<Future<Integer>> results = new ArrayList<>();
        for (int i = 1; i <= tasks; i++) {
            int number = i;
            results.add(pool.submit(() -> nested ? pool.submit(() -> number).get() : Integer.valueOf(number)));
        }
        int sum = 0;
        for (Future<Integer> result : results) sum += result.get();
        assert sum == tasks * (tasks + 1) / 2 : "sum " + sum;
        pool.shutdown();
    }
}
