// Producers and consumers around a buffer of limited size, a monitor.
//   BoundedBuffer SIZE PRODUCERS CONSUMERS
//   BoundedBuffer SIZE PRODUCERS CONSUMERS if       waits once instead of in a loop: a failed assertion
//   BoundedBuffer SIZE PRODUCERS CONSUMERS notify   wakes one instead of all: the wrong one may wake, deadlock
public class BoundedBuffer {
    static BoundedBuffer shared;

    final Object[] items;
    int head, count;

    BoundedBuffer(int size) {
        items = new Object[size];
    }

    synchronized void put(Object item) throws InterruptedException {
        while (count == items.length) wait();
        insert(item);
        notifyAll();
    }

    synchronized Object get() throws InterruptedException {
        while (count == 0) wait();
        Object item = remove();
        notifyAll();
        return item;
    }

    final void insert(Object item) {
        assert count < items.length : "put into a full buffer";
        items[(head + count) % items.length] = item;
        count++;
    }

    final Object remove() {
        assert count > 0 : "taken from an empty buffer";
        Object item = items[head];
        assert item != null : "an empty place";
        items[head] = null;
        head = (head + 1) % items.length;
        count--;
        return item;
    }

    static final class WaitsOnce extends BoundedBuffer {
        WaitsOnce(int size) {
            super(size);
        }

        @Override
        synchronized void put(Object item) throws InterruptedException {
            if (count == items.length) wait();
            insert(item);
            notifyAll();
        }

        @Override
        synchronized Object get() throws InterruptedException {
            if (count == 0) wait();
            Object item = remove();
            notifyAll();
            return item;
        }
    }

    static final class WakesOne extends BoundedBuffer {
        WakesOne(int size) {
            super(size);
        }

        @Override
        synchronized void put(Object item) throws InterruptedException {
            while (count == items.length) wait();
            insert(item);
            notify();
        }

        @Override
        synchronized Object get() throws InterruptedException {
            while (count == 0) wait();
            Object item = remove();
            notify();
            return item;
        }
    }

    static final class Producer extends Thread {
        final BoundedBuffer buffer;
        final Object item = "item";

        Producer(BoundedBuffer buffer) {
            this.buffer = buffer;
        }

        @Override
        public void run() {
            try {
                while (true) buffer.put(item);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static final class Consumer extends Thread {
        final BoundedBuffer buffer;

        Consumer(BoundedBuffer buffer) {
            this.buffer = buffer;
        }

        @Override
        public void run() {
            try {
                while (true) buffer.get();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    // Invariant.
    static boolean countFits() {
        return shared == null || shared.count >= 0 && shared.count <= shared.items.length;
    }

    public static void main(String[] args) {
        int size = Integer.parseInt(args[0]);
        String bug = args.length > 3 ? args[3] : "";
        BoundedBuffer buffer = bug.equals("if") ? new WaitsOnce(size)
                : bug.equals("notify") ? new WakesOne(size) : new BoundedBuffer(size);
        shared = buffer;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) new Producer(buffer).start();
        for (int i = 0; i < Integer.parseInt(args[2]); i++) new Consumer(buffer).start();
    }
}
