// outcomes: 1 | 2
// Two calls are two steps, whatever each of them is.
package library;

import java.util.concurrent.ConcurrentHashMap;

public class CheckThenAct {
    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        Runnable work = () -> {
            Integer old = map.get("a");
            map.put("a", old == null ? 1 : old + 1);
        };
        Thread other = new Thread(work);
        other.start();
        work.run();
        other.join();
        System.out.println(map.get("a"));
    }
}
