// outcomes: slept | interrupted
// The interrupt comes before or while the thread sleeps (interrupted), or after it (slept).
package litmus;

public class SleepInterrupted {
    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        new Thread(main::interrupt).start();
        try {
            Thread.sleep(1);
            System.out.println("slept");
        } catch (InterruptedException e) {
            System.out.println("interrupted");
        }
    }
}
