package waymark.internal;

/** How a thread begins whose run() is synchronized. */
final class Threads {
    private Threads() {}

    static void run(Thread thread) {
        thread.run();
    }
}
