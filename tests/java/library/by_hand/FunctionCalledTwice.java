// outcomes: 10 1 | 11 1 | 11 2
// A function that an update calls may be called again, since another update came between.
package library;

import java.util.concurrent.atomic.AtomicInteger;

public class FunctionCalledTwice {
    public static void main(String[] args) throws Exception {
        AtomicInteger value = new AtomicInteger();
        Thread other = new Thread(value::incrementAndGet);
        other.start();
        int[] calls = {0};
        int result = value.updateAndGet(old -> {
            calls[0]++;
            return old + 10;
        });
        other.join();
        System.out.println(result + " " + calls[0]);
    }
}
