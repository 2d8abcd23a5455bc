// A pipeline: each stage adds its place to what it gets and hands it on.
//   Pipeline STAGES [ITEMS]
//   Pipeline STAGES ITEMS overwrite   a stage does not wait until the place is free: an item is lost
public class Pipeline {
    static Link[] links = {};

    static class Link {
        int value;
        boolean full;

        synchronized void put(int next) throws InterruptedException {
            while (full) wait();
            assert !full : "overwritten";
            fill(next);
        }

        final void fill(int next) {
            value = next;
            full = true;
            notifyAll();
        }

        synchronized int take() throws InterruptedException {
            while (!full) wait();
            assert full : "taken from an empty link";
            int taken = value;
            full = false;
            value = 0;
            notifyAll();
            return taken;
        }
    }

    static final class Hasty extends Link {
        @Override
        synchronized void put(int next) {
            fill(next);
        }
    }

    static final class Stage extends Thread {
        final Link in, out;
        final int place, items;

        Stage(Link in, Link out, int place, int items) {
            this.in = in;
            this.out = out;
            this.place = place;
            this.items = items;
        }

        @Override
        public void run() {
            try {
                for (int i = 0; i < items; i++) out.put(in.take() + place);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static final class Source extends Thread {
        final Link out;
        final int items;

        Source(Link out, int items) {
            this.out = out;
            this.items = items;
        }

        @Override
        public void run() {
            try {
                for (int i = 1; i <= items; i++) out.put(i);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    // Invariants.
    static boolean emptyLinksHoldNothing() {
        for (Link link : links)
            if (link != null && !link.full && link.value < 0) return false;
        return true;
    }

    static boolean valuesGrowAlong() {
        for (int i = 0; i < links.length; i++)
            if (links[i] != null && links[i].full && links[i].value < i * (i - 1) / 2) return false;
        return true;
    }

    static boolean valuesAreNotNegative() {
        for (Link link : links)
            if (link != null && link.value < 0) return false;
        return true;
    }

    public static void main(String[] args) throws InterruptedException {
        int stages = Integer.parseInt(args[0]);
        int items = args.length > 1 ? Integer.parseInt(args[1]) : 2;
        boolean overwrite = args.length > 2 && args[2].equals("overwrite");
        Link[] all = new Link[stages + 1];
        for (int i = 0; i <= stages; i++) all[i] = overwrite ? new Hasty() : new Link();
        links = all;
        new Source(all[0], items).start();
        for (int i = 0; i < stages; i++) new Stage(all[i], all[i + 1], i, items).start();
        for (int i = 1; i <= items; i++) {
            int value = all[stages].take();
            assert value == i + stages * (stages - 1) / 2 : "lost or out of order";
        }
    }
}
