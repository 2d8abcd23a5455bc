// outcomes: false false | false true | true true | true false
// putAll is not one operation.
package library;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

public class PutAllHalfDone {
    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        Thread other = new Thread(() -> map.putAll(Map.of("a", 1, "b", 2)));
        other.start();
        System.out.println(map.containsKey("a") + " " + map.containsKey("b"));
    }
}
