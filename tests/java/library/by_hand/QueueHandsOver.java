// outcomes: 7
// What was written before put is seen after take.
package library;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

public class QueueHandsOver {
    static int data;

    public static void main(String[] args) throws Exception {
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
        Thread other = new Thread(() -> {
            data = 7;
            queue.add(1);
        });
        other.start();
        queue.take();
        System.out.println(data);
    }
}
