// sees: 2 | 12 | 21
// A stream reads a list that is not safe for threads while it is written.
package library;

import java.util.ArrayList;
import java.util.List;

public class StreamOfSharedList {
    public static void main(String[] args) throws Exception {
        List<Integer> list = new ArrayList<>(List.of(1, 1));
        Thread other = new Thread(() -> {
            list.set(0, 11);
            list.set(0, 10);
            list.set(1, 11);
        });
        other.start();
        System.out.println(list.stream().mapToInt(i -> i).sum());
    }
}
