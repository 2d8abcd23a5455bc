// outcomes: aabb | abab | abba | baab | baba | bbaa
// Two threads take a lock twice each: every order of the four is there, though a release never stops.
package library;

import java.util.concurrent.locks.ReentrantLock;

public class ReleasedInTurn {
    static String order = "";

    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            String name = i == 0 ? "a" : "b";
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 2; k++) {
                    lock.lock();
                    order += name;
                    lock.unlock();
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
        System.out.println(order);
    }
}
