package waymark.internal;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * A scenario as a program: threads call operations of one object and note what these yield, and which operations had ended when each
 * began. Once all have ended, the history is compared with the sequential twin.
 */
final class Linear implements Runnable {
    static final int BITS = 8;  // for the operations of a thread that have ended

    /** How many operations of each thread have ended. Threads access it only while others pause. */
    private static long ended;

    private final int number;
    private final Object target;
    private final Operation[] operations;
    final History.Line[] lines;

    private Linear(int number, Object target, Operation[] operations) {
        this.number = number;
        this.target = target;
        this.operations = operations;
        this.lines = new History.Line[operations.length];
    }

    /** The class with its arguments, the twin with its arguments, then lists of operations: before all, after all, and of each thread. */
    public static void main(String[] words) throws Throwable {
        Words given = new Words(words);
        Class<?> type = given.type();
        Object[] arguments = given.literals();
        Class<?> twin = given.type();
        Object[] twinArguments = given.literals();
        Literals.Methods own = Literals.Methods.of(type);
        Literals.Methods ofTwin = twin == type ? own : Literals.Methods.of(twin);
        Operation[] before = given.operations(own, ofTwin);
        Operation[] after = given.operations(own, ofTwin);
        Object target;
        try {
            target = Literals.made(type, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
        Linear[] all = new Linear[given.count() + 2];
        for (int i = 0; i < all.length; i++) {
            Operation[] operations = i == 0 ? before : i == 1 ? after : given.operations(own, ofTwin);
            all[i] = new Linear(i - 2, target, operations);
        }
        all[0].callAll();
        Thread[] threads = new Thread[Math.max(all.length - 3, 0)];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(all[i + 3], "thread " + (i + 2));
        }
        Thread.currentThread().setName("thread 1");
        for (Thread thread : threads) {
            thread.start();
        }
        if (all.length > 2) all[2].run();
        joinAll(threads);
        for (Linear each : all) {
            if (each != all[1] && !each.isComplete()) return;  // an error has ended a thread
        }
        all[1].callAll();
        Thread.currentThread().setName("sequential twin");
        new History(all, twin, twinArguments).judge();
    }

    /** Thread 1 is this one, which an operation may have interrupted. */
    private static void joinAll(Thread[] threads) {
        boolean interrupted = false;
        for (int i = 0; i < threads.length;) {
            try {
                threads[i].join();
                i++;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }

    private boolean isComplete() {
        return lines.length == 0 || lines[lines.length - 1] != null;
    }

    /** By a thread that is alone. */
    private void callAll() {
        for (int i = 0; i < lines.length; i++) {
            Object result;
            try {
                result = operations[i].result(call(operations[i].method, target, operations[i].arguments), target);
            } catch (InvocationTargetException e) {
                result = Operation.thrown(e);
            }
            lines[i] = new History.Line(operations[i], number, 0, result);
        }
    }

    /**
     * What stands between {@link #pause} or {@link #begin} and {@link #proceed} is no step of its own. An operation begins with its first step, and ends with
     * its last: a history in which it takes longer has fewer orders to keep.
     */
    @Override public void run() {
        pause();
        for (int i = 0; i < lines.length; i++) {
            Operation operation = operations[i];
            Method method = operation.method;
            Object[] arguments = operation.arguments;
            Object subject = target;
            String text = operation.text;
            proceed(false);
            begin(text);
            long seen = ended;
            proceed(true);
            Object result;
            try {
                Object returned = call(method, subject, arguments);
                pause();
                result = operation.result(returned, subject);
            } catch (InvocationTargetException e) {
                if (e.getCause() instanceof Error error) throw error;
                pause();
                result = new Operation.Thrown(e.getCause().getClass().getName());
            }
            lines[i] = new History.Line(operation, number, seen, result);
            ended += 1L << BITS * number;
        }
        proceed(false);
    }

    /** Other threads do not run until {@link #proceed}. */
    private static native void pause();

    /** Stops, and then pauses. */
    private static native void begin(String operation);

    /** With or without a stop before the next operation that others could notice. */
    private static native void proceed(boolean atOnce);

    static native Object call(Method method, Object target, Object[] arguments) throws InvocationTargetException;

    /** The words that the command has made of a scenario. */
    private static final class Words {
        private final String[] all;
        private int next;

        Words(String[] all) {
            this.all = all;
        }

        int count() {
            return Integer.parseInt(all[next++]);
        }

        Class<?> type() throws ClassNotFoundException {
            return Class.forName(all[next++]);
        }

        Object[] literals() {
            Object[] out = new Object[count()];
            for (int i = 0; i < out.length; i++) {
                out[i] = Literals.read(all[next++]);
            }
            return out;
        }

        Operation[] operations(Literals.Methods own, Literals.Methods ofTwin) {
            Operation[] out = new Operation[count()];
            for (int i = 0; i < out.length; i++) {
                String name = all[next++];
                out[i] = new Operation(own, ofTwin, name, literals());
            }
            return out;
        }
    }
}
