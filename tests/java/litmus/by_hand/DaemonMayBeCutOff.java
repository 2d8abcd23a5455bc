// outcomes: main 0 | main 1
// The end of main does not wait for a daemon; what is seen is what it did so far.
package litmus;

public class DaemonMayBeCutOff {
    static volatile int x;

    public static void main(String[] args) {
        Thread t = new Thread(() -> x = 1);
        t.setDaemon(true);
        t.start();
        System.out.println("main " + x);
    }
}
