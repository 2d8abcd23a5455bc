// outcomes: 1 2
// One producer, one consumer, capacity one: first in, first out.
package litmus;

import java.util.concurrent.ArrayBlockingQueue;

public class BlockingQueueOrder {
    public static void main(String[] args) throws InterruptedException {
        ArrayBlockingQueue<Integer> q = new ArrayBlockingQueue<>(1);
        new Thread(() -> {
            try {
                q.put(1);
                q.put(2);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }).start();
        int a = q.take(), b = q.take();
        System.out.println(a + " " + b);
    }
}
