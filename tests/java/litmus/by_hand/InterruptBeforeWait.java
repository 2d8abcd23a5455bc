// outcomes: interrupted
// Whether the interrupt comes before, during or after the wait begins, the wait ends by it: nobody notifies.
package litmus;

public class InterruptBeforeWait {
    public static void main(String[] args) throws InterruptedException {
        Thread main = Thread.currentThread();
        new Thread(main::interrupt).start();
        try {
            synchronized (main) {
                main.wait();
            }
            System.out.println("woken");
        } catch (InterruptedException e) {
            System.out.println("interrupted");
        }
    }
}
