// outcomes: false false | false true | true true
// A task sets a flag and is done: who asks sees the flag without the end.
package library;

import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;

public class DoneIsAsked {
    public static void main(String[] args) throws Exception {
        AtomicBoolean flag = new AtomicBoolean();
        FutureTask<Integer> task = new FutureTask<>(() -> flag.set(true), 1);
        new Thread(task).start();
        boolean done = task.isDone();
        System.out.println(done + " " + flag.get());
    }
}
