// Workers take items from a pool; working on an item may put smaller ones back. They end when the pool is empty and all
// are idle.
//   ReplicatedWorkers WORKERS ITEMS
//   ReplicatedWorkers WORKERS ITEMS early   a worker ends as soon as the pool is empty: work is left behind
public class ReplicatedWorkers {
    static final int PLACES = 8;
    static ReplicatedWorkers shared;

    final int workers;
    final int[] pool = new int[PLACES];
    int size, idle, done, made;
    boolean stop;

    ReplicatedWorkers(int workers) {
        this.workers = workers;
    }

    synchronized void put(int item) {
        assert size < PLACES : "the pool is full";
        assert item > 0 : "no work";
        pool[size++] = item;
        made++;
        notifyAll();
    }

    // The next item, or 0 at the end.
    synchronized int take() throws InterruptedException {
        idle++;
        while (size == 0 && !stop) {
            if (idle == workers) {
                stop = true;
                notifyAll();
            } else {
                wait();
            }
        }
        if (stop) return 0;
        idle--;
        int item = pool[--size];
        pool[size] = 0;
        assert item > 0 : "an empty place";
        return item;
    }

    synchronized void finished() {
        done++;
        assert done <= made : "more done than made";
    }

    static final class Early extends ReplicatedWorkers {
        Early(int workers) {
            super(workers);
        }

        @Override
        synchronized int take() {
            if (size == 0) return 0;
            int item = pool[--size];
            pool[size] = 0;
            return item;
        }
    }

    static final class Worker extends Thread {
        final ReplicatedWorkers team;

        Worker(ReplicatedWorkers team) {
            this.team = team;
        }

        @Override
        public void run() {
            try {
                for (int item = team.take(); item != 0; item = team.take()) {
                    if (item > 1) team.put(item - 1);
                    team.finished();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    // Invariants.
    static boolean sizeFits() {
        return shared == null || shared.size >= 0 && shared.size <= PLACES;
    }

    static boolean idleAreWorkers() {
        return shared == null || shared.idle >= 0 && shared.idle <= shared.workers;
    }

    static boolean doneWasMade() {
        return shared == null || shared.done <= shared.made;
    }

    static boolean stopMeansEmpty() {
        return shared == null || !shared.stop || shared.size == 0;
    }

    public static void main(String[] args) throws InterruptedException {
        int workers = Integer.parseInt(args[0]), items = Integer.parseInt(args[1]);
        boolean early = args.length > 2 && args[2].equals("early");
        ReplicatedWorkers team = early ? new Early(workers) : new ReplicatedWorkers(workers);
        shared = team;
        for (int i = 0; i < items; i++) team.put(2 + i % 2);
        Worker[] threads = new Worker[workers];
        for (int i = 0; i < workers; i++) (threads[i] = new Worker(team)).start();
        if (early) threads[0].join();
        else for (Worker thread : threads) thread.join();
        assert team.done == team.made : "work is left";
    }
}
