// RWVSN: readers and writers around one monitor, writers first.
//   ReadersWriters READERS WRITERS
//   ReadersWriters READERS WRITERS blind   writers do not look for active readers: a failed assertion
public class ReadersWriters {
    static ReadersWriters shared;

    int activeReaders, activeWriters, waitingReaders, waitingWriters;

    final void read() throws InterruptedException {
        beforeRead();
        assert activeWriters == 0 : "read while it is written";
        afterRead();
    }

    final void write() throws InterruptedException {
        beforeWrite();
        assert activeReaders == 0 : "written while it is read";
        assert activeWriters == 1 : "written by two";
        afterWrite();
    }

    private synchronized void beforeRead() throws InterruptedException {
        waitingReaders++;
        while (waitingWriters > 0 || activeWriters > 0) wait();
        waitingReaders--;
        activeReaders++;
    }

    private synchronized void afterRead() {
        activeReaders--;
        assert activeReaders >= 0 : "more left than came";
        notifyAll();
    }

    private synchronized void beforeWrite() throws InterruptedException {
        waitingWriters++;
        while (mustWait()) wait();
        waitingWriters--;
        activeWriters++;
    }

    private synchronized void afterWrite() {
        activeWriters--;
        notifyAll();
    }

    boolean mustWait() {
        return activeReaders > 0 || activeWriters > 0;
    }

    static final class Blind extends ReadersWriters {
        @Override
        boolean mustWait() {
            return activeWriters > 0;
        }
    }

    static final class Reader extends Thread {
        final ReadersWriters data;

        Reader(ReadersWriters data) {
            this.data = data;
        }

        @Override
        public void run() {
            try {
                while (true) data.read();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static final class Writer extends Thread {
        final ReadersWriters data;

        Writer(ReadersWriters data) {
            this.data = data;
        }

        @Override
        public void run() {
            try {
                while (true) data.write();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    // Invariants.
    static boolean countsAreNotNegative() {
        return shared == null || shared.activeReaders >= 0 && shared.activeWriters >= 0 && shared.waitingReaders >= 0
                && shared.waitingWriters >= 0;
    }

    static boolean atMostOneWriter() {
        return shared == null || shared.activeWriters <= 1;
    }

    static boolean readersOrWriter() {
        return shared == null || shared.activeReaders == 0 || shared.activeWriters == 0;
    }

    public static void main(String[] args) {
        boolean blind = args.length > 2 && args[2].equals("blind");
        ReadersWriters data = blind ? new Blind() : new ReadersWriters();
        shared = data;
        for (int i = 0; i < Integer.parseInt(args[0]); i++) new Reader(data).start();
        for (int i = 0; i < Integer.parseInt(args[1]); i++) new Writer(data).start();
    }
}
