// outcomes: 2
// Static synchronized methods lock the class.
package litmus;

public class SynchronizedStatic {
    static int x;

    static synchronized void up() {
        x++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(SynchronizedStatic::up);
        t.start();
        synchronized (SynchronizedStatic.class) {
            x++;
        }
        t.join();
        System.out.println(x);
    }
}
