// A pipeline whose first stages tell listeners about every item that passes; a stop mark travels through at the end.
//   KsuPipeline STAGES LISTENERS [ITEMS]
//   KsuPipeline STAGES LISTENERS ITEMS unlocked   finished stages are counted without a lock: a count may be lost
public class KsuPipeline {
    static final int STOP = -1, EMPTY = 0;
    static KsuPipeline shared;

    final Connector[] connectors;
    final Listener[] listeners;
    final int items;
    int finished;
    int delivered;

    KsuPipeline(int stages, int listenerCount, int items) {
        this.items = items;
        connectors = new Connector[stages + 1];
        for (int i = 0; i <= stages; i++) connectors[i] = new Connector();
        listeners = new Listener[listenerCount];
        for (int i = 0; i < listenerCount; i++) listeners[i] = new Listener();
    }

    void stageFinished() {
        synchronized (this) {
            finished++;
        }
    }

    static final class Unlocked extends KsuPipeline {
        Unlocked(int stages, int listenerCount, int items) {
            super(stages, listenerCount, items);
        }

        @Override
        void stageFinished() {
            finished++;
        }
    }

    // A place for one item between two stages.
    static final class Connector {
        int item = EMPTY;

        synchronized void put(int next) throws InterruptedException {
            while (item != EMPTY) wait();
            assert next != EMPTY : "nothing is no item";
            item = next;
            notifyAll();
        }

        synchronized int take() throws InterruptedException {
            while (item == EMPTY) wait();
            int taken = item;
            item = EMPTY;
            notifyAll();
            return taken;
        }
    }

    static final class Listener {
        int heard;

        synchronized void hear(int item) {
            heard++;
            assert item > 0 : "heard of no item";
        }
    }

    static final class Stage extends Thread {
        final KsuPipeline pipeline;
        final int place;

        Stage(KsuPipeline pipeline, int place) {
            this.pipeline = pipeline;
            this.place = place;
        }

        @Override
        public void run() {
            try {
                Connector in = pipeline.connectors[place], out = pipeline.connectors[place + 1];
                int item = in.take();
                while (item != STOP) {
                    if (place < pipeline.listeners.length) pipeline.listeners[place].hear(item);
                    out.put(item + 1);
                    item = in.take();
                }
                out.put(STOP);
                pipeline.stageFinished();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static final class Sink extends Thread {
        final KsuPipeline pipeline;

        Sink(KsuPipeline pipeline) {
            this.pipeline = pipeline;
        }

        @Override
        public void run() {
            try {
                int stages = pipeline.connectors.length - 1;
                int item = pipeline.connectors[stages].take();
                while (item != STOP) {
                    assert item == pipeline.delivered + 1 + stages : "out of order";
                    pipeline.delivered++;
                    item = pipeline.connectors[stages].take();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    // Invariants.
    static boolean finishedAreStages() {
        return shared == null || shared.finished <= shared.connectors.length - 1;
    }

    static boolean deliveredWereSent() {
        return shared == null || shared.delivered <= shared.items;
    }

    static boolean listenersHearEachItemOnce() {
        if (shared == null) return true;
        for (Listener listener : shared.listeners)
            if (listener.heard > shared.items) return false;
        return true;
    }

    public static void main(String[] args) throws InterruptedException {
        int stages = Integer.parseInt(args[0]), listeners = Integer.parseInt(args[1]);
        int items = args.length > 2 ? Integer.parseInt(args[2]) : 2;
        boolean unlocked = args.length > 3 && args[3].equals("unlocked");
        KsuPipeline pipeline =
                unlocked ? new Unlocked(stages, listeners, items) : new KsuPipeline(stages, listeners, items);
        shared = pipeline;
        Thread[] threads = new Thread[stages + 1];
        for (int i = 0; i < stages; i++) threads[i] = new Stage(pipeline, i);
        threads[stages] = new Sink(pipeline);
        for (Thread thread : threads) thread.start();
        for (int i = 1; i <= items; i++) pipeline.connectors[0].put(i);
        pipeline.connectors[0].put(STOP);
        for (Thread thread : threads) thread.join();
        assert pipeline.finished == stages : "a stage is missing";
    }
}
