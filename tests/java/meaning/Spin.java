/** A thread waits for what nobody does, without giving up: it spins for ever. With an argument somebody does. */
class Spin {
    static volatile boolean stop;

    public static void main(String[] args) throws Exception {
        Thread spinner = new Thread(() -> {
            while (!stop) Thread.onSpinWait();
        }, "spinner");
        spinner.start();
        if (args.length > 0) stop = true;
        spinner.join();
    }
}
