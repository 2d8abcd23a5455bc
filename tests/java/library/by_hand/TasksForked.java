// outcomes: 10
// states: 4000
// An idle worker that waits again and again has one state.
package library;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

public class TasksForked {
    static class Sum extends RecursiveTask<Integer> {
        final int from, to;

        Sum(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected Integer compute() {
            if (to - from == 1) return from;
            int middle = (from + to) / 2;
            Sum left = new Sum(from, middle);
            left.fork();
            return new Sum(middle, to).compute() + left.join();
        }
    }

    public static void main(String[] args) {
        System.out.println(new ForkJoinPool(2).invoke(new Sum(1, 5)));
    }
}
