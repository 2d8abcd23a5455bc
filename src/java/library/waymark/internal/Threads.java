package waymark.internal;

/** How a thread begins whose run() is synchronized, and stacks of threads. */
final class Threads {
    private Threads() {}

    static void run(Thread thread) {
        thread.run();
    }

    /** Of others nothing is known. */
    static StackTraceElement[][] traces(Thread[] threads) {
        StackTraceElement[][] all = new StackTraceElement[threads.length][0];
        for (int i = 0; i < threads.length; i++) {
            if (threads[i] == Thread.currentThread()) {
                all[i] = new Throwable().getStackTrace();
            }
        }
        return all;
    }
}
