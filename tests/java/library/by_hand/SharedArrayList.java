// sees: 1 | 2
// Two threads add to a list that is not safe for threads: an element is lost.
package library;

import java.util.ArrayList;
import java.util.List;

public class SharedArrayList {
    public static void main(String[] args) throws Exception {
        List<Integer> list = new ArrayList<>(4);
        Thread other = new Thread(() -> list.add(1));
        other.start();
        list.add(2);
        other.join();
        System.out.println(list.size());
    }
}
