// sees: [] | [1] | [1, 2]
// A safe list is made of a list that is not safe for threads, and reads it when it likes.
package library;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

public class SharedListCopied {
    public static void main(String[] args) throws Exception {
        List<Integer> list = new ArrayList<>(4);
        Thread other = new Thread(() -> {
            list.add(1);
            list.add(2);
        });
        other.start();
        System.out.println(new CopyOnWriteArrayList<>(list));
    }
}
