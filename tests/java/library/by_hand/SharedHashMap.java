// sees: 1 | 2
// Two threads put into a map that is not safe for threads: an entry is lost.
package library;

import java.util.HashMap;
import java.util.Map;

public class SharedHashMap {
    public static void main(String[] args) throws Exception {
        Map<String, Integer> map = new HashMap<>();
        Thread other = new Thread(() -> map.put("a", 1));
        other.start();
        map.put("b", 2);
        other.join();
        int found = 0;
        for (String key : map.keySet()) found++;
        System.out.println(found);
    }
}
