// A buffer that is a monitor, built on semaphores that are monitors too.
//   NestedMonitor SIZE PRODUCERS CONSUMERS          the semaphores are asked before the buffer's lock is taken
//   NestedMonitor SIZE PRODUCERS CONSUMERS nested   they are asked inside: who waits keeps the buffer locked, deadlock
public class NestedMonitor {
    static NestedMonitor shared;

    static final class Semaphore {
        int value;

        Semaphore(int value) {
            this.value = value;
        }

        synchronized void up() {
            value++;
            notifyAll();
        }

        synchronized void down() throws InterruptedException {
            while (value == 0) wait();
            value--;
            assert value >= 0 : "a semaphore below zero";
        }
    }

    final boolean[] full;
    final Semaphore places, items = new Semaphore(0);
    int in, out, count;

    NestedMonitor(int size) {
        full = new boolean[size];
        places = new Semaphore(size);
    }

    void put() throws InterruptedException {
        places.down();
        insert();
        items.up();
    }

    void get() throws InterruptedException {
        items.down();
        remove();
        places.up();
    }

    final synchronized void insert() {
        assert count < full.length : "put into a full buffer";
        full[in] = true;
        in = (in + 1) % full.length;
        count++;
    }

    final synchronized void remove() {
        assert count > 0 : "taken from an empty buffer";
        assert full[out] : "an empty place";
        full[out] = false;
        out = (out + 1) % full.length;
        count--;
    }

    static final class Nested extends NestedMonitor {
        Nested(int size) {
            super(size);
        }

        @Override
        synchronized void put() throws InterruptedException {
            super.put();
        }

        @Override
        synchronized void get() throws InterruptedException {
            super.get();
        }
    }

    static final class Producer extends Thread {
        final NestedMonitor buffer;

        Producer(NestedMonitor buffer) {
            this.buffer = buffer;
        }

        @Override
        public void run() {
            try {
                while (true) buffer.put();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static final class Consumer extends Thread {
        final NestedMonitor buffer;

        Consumer(NestedMonitor buffer) {
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

    // Invariants.
    static boolean placesAreNotNegative() {
        return shared == null || shared.places.value >= 0;
    }

    static boolean itemsAreNotNegative() {
        return shared == null || shared.items.value >= 0;
    }

    static boolean countIsNotNegative() {
        return shared == null || shared.count >= 0;
    }

    static boolean countFits() {
        return shared == null || shared.count <= shared.full.length;
    }

    static boolean tokensFit() {
        return shared == null || shared.places.value + shared.items.value <= shared.full.length;
    }

    static boolean indicesFit() {
        return shared == null || shared.in >= 0 && shared.in < shared.full.length && shared.out >= 0
                && shared.out < shared.full.length;
    }

    public static void main(String[] args) {
        int size = Integer.parseInt(args[0]);
        boolean nested = args.length > 3 && args[3].equals("nested");
        NestedMonitor buffer = nested ? new Nested(size) : new NestedMonitor(size);
        shared = buffer;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) new Producer(buffer).start();
        for (int i = 0; i < Integer.parseInt(args[2]); i++) new Consumer(buffer).start();
    }
}
