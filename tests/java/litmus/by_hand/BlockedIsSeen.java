// outcomes: BLOCKED | RUNNABLE | TERMINATED
// The count is always guarded by the monitor, so reduction stops nowhere within. But the state of a thread tells that it
// waits for the monitor.
package litmus;

public class BlockedIsSeen {
    static final Object monitor = new Object();
    static int count;

    static void count() {
        synchronized (monitor) {
            count++;
        }
    }

    public static void main(String[] args) {
        Thread holder = new Thread(BlockedIsSeen::count);
        Thread waiter = new Thread(BlockedIsSeen::count);
        holder.start();
        waiter.start();
        System.out.println(waiter.getState());
    }
}
