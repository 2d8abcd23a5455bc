// outcomes: first | second
// Two threads run one task. The second one takes it first where the first one only comes to it first.
package library;

import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;

public class TaskOfTwoThreads {
    public static void main(String[] args) throws Exception {
        FutureTask<String> task = new FutureTask<>(() -> Thread.currentThread().getName());
        AtomicInteger turn = new AtomicInteger();
        Thread second = new Thread(() -> {
            if (turn.get() == 1) task.run();
        }, "second");
        Thread first = new Thread(() -> {
            turn.set(1);
            task.run();
        }, "first");
        second.start();
        first.start();
        System.out.println(task.get());
    }
}
