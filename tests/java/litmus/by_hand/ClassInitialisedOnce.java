// outcomes: 1
// Two threads need the class at the same time; one initialises it, the other waits for that.
package litmus;

public class ClassInitialisedOnce {
    static int times;

    static class Lazy {
        static int value;

        static {
            times++;
            Thread.yield();
            value = 1;
        }
    }

    static int seen;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> seen = Lazy.value);
        t.start();
        int mine = Lazy.value;
        t.join();
        System.out.println(times * mine * seen);
    }
}
