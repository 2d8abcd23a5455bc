// The skeleton of the deadlock that stopped the Remote Agent on board Deep Space 1: a task looks at an event's counter
// and then waits for the event, without one lock around both. A signal in between is lost.
//   RemoteAgent          the flaw: deadlock
//   RemoteAgent locked   looking and waiting under one lock
public class RemoteAgent {
    static final int ROUND = 4;  // counters start again, so that there are finitely many states

    static class Event {
        int count;

        synchronized void signal() {
            count = (count + 1) % ROUND;
            notifyAll();
        }

        synchronized void await() throws InterruptedException {
            wait();
        }

        // Waits unless something was signalled since the counter was `seen`; gives the counter.
        int awaitUnless(int seen) throws InterruptedException {
            if (count == seen) await();
            return count;
        }
    }

    static final class LockedEvent extends Event {
        @Override
        synchronized int awaitUnless(int seen) throws InterruptedException {
            return super.awaitUnless(seen);
        }
    }

    // Planner and executive are alike: wait for the one event, signal the other.
    static final class Task extends Thread {
        final Event in, out;
        final boolean starts;

        Task(Event in, Event out, boolean starts) {
            this.in = in;
            this.out = out;
            this.starts = starts;
        }

        @Override
        public void run() {
            try {
                int seen = 0;
                if (starts) out.signal();
                while (true) {
                    seen = in.awaitUnless(seen);
                    out.signal();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    public static void main(String[] args) {
        boolean locked = args.length > 0 && args[0].equals("locked");
        Event one = locked ? new LockedEvent() : new Event(), two = locked ? new LockedEvent() : new Event();
        new Task(one, two, true).start();
        new Task(two, one, false).start();
    }
}
