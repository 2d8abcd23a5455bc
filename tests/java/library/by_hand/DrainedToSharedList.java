// sees: 1 | 2
// A safe queue adds to a list that is not safe for threads: an element is lost.
package library;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

public class DrainedToSharedList {
    public static void main(String[] args) throws Exception {
        List<Integer> list = new ArrayList<>(4);
        BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        queue.add(1);
        Thread other = new Thread(() -> list.add(2));
        other.start();
        queue.drainTo(list);
        other.join();
        System.out.println(list.size());
    }
}
