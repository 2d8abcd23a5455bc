// outcomes: a=null b=1 | a=2 b=null
// Exactly one of the two is first.
package litmus;

import java.util.concurrent.ConcurrentHashMap;

public class PutIfAbsent {
    static Integer a;

    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        Thread t = new Thread(() -> a = map.putIfAbsent("k", 1));
        t.start();
        Integer b = map.putIfAbsent("k", 2);
        t.join();
        System.out.println("a=" + a + " b=" + b);
    }
}
