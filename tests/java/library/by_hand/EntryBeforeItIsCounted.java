// outcomes: null 0 | null 1 | 1 0 | 1 1
// An entry is there before it is counted.
package library;

import java.util.concurrent.ConcurrentHashMap;

public class EntryBeforeItIsCounted {
    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        Thread other = new Thread(() -> map.put("a", 1));
        other.start();
        System.out.println(map.get("a") + " " + map.size());
    }
}
