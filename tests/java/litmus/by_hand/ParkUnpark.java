// outcomes: 1
// The permit is kept, whoever comes first.
package litmus;

import java.util.concurrent.locks.LockSupport;

public class ParkUnpark {
    static volatile int x;

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        new Thread(() -> {
            x = 1;
            LockSupport.unpark(main);
        }).start();
        while (x == 0) LockSupport.park();
        System.out.println(x);
    }
}
