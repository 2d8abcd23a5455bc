package waymark.internal;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** What the threads of a scenario have done, and the search for an order that explains it (Wing and Gong 1993). */
final class History {
    private static final int MOST_SHOWN = 8;

    /** An operation by a thread: how many operations of each thread had ended when it began, and what it yielded. */
    record Line(Operation operation, int thread, long seen, Object result) {
        int seenOf(int other) {
            return (int) (seen >>> Linear.BITS * other) & (1 << Linear.BITS) - 1;
        }

        String told() {
            return operation.told(result);
        }
    }

    private final Line[] before;
    private final Line[] after;
    private final Line[][] threads;
    private final Class<?> twin;
    private final Object[] twinArguments;
    private final int size;

    History(Linear[] all, Class<?> twin, Object[] twinArguments) {
        this.before = all[0].lines;
        this.after = all[1].lines;
        this.threads = new Line[all.length - 2][];
        this.twin = twin;
        this.twinArguments = twinArguments;
        int sum = before.length + after.length;
        for (int i = 0; i < threads.length; i++) {
            threads[i] = all[i + 2].lines;
            sum += threads[i].length;
        }
        size = sum;
    }

    void judge() {
        Thread.interrupted();
        List<Line> order = new ArrayList<>();
        if (isExplained(order, new int[threads.length])) return;
        each(line -> line.operation.refuseIncomparable(line.result));
        StringBuilder told = new StringBuilder("no order of the operations yields these results");
        each(line -> told.append("\n").append(place(line)).append(line.told()).append(since(line)));
        Set<String> possible = new LinkedHashSet<>();
        collect(order, new int[threads.length], possible);
        int left = MOST_SHOWN;
        for (String each : possible) {
            if (left-- > 0) told.append("\npossible: ").append(each);
        }
        if (left < 0) told.append("\nand ").append(-left).append(" more are possible");
        throw new NotLinearizable(told.toString());
    }

    private interface Visit {
        void line(Line line);
    }

    private void each(Visit visit) {
        for (Line line : before) {
            visit.line(line);
        }
        for (Line[] thread : threads) {
            for (Line line : thread) {
                visit.line(line);
            }
        }
        for (Line line : after) {
            visit.line(line);
        }
    }

    private String place(Line line) {
        return line.thread >= 0 ? "thread " + (line.thread + 1) + ": " : line.thread == -2 ? "before: " : "after: ";
    }

    private String since(Line line) {
        StringBuilder out = new StringBuilder();
        for (int other = 0; line.thread >= 0 && other < threads.length; other++) {
            if (other == line.thread || line.seenOf(other) == 0) continue;
            String last = threads[other][line.seenOf(other) - 1].operation.text;
            out.append(out.length() == 0 ? ", began after thread " : " and after thread ").append(other + 1).append(" had ended ").append(last);
        }
        return out.toString();
    }

    /** The operations that may come next, when so many of each thread have come. */
    private List<Line> next(int done, int[] come) {
        List<Line> out = new ArrayList<>();
        if (done < before.length) {
            out.add(before[done]);
        } else if (done >= size - after.length) {
            out.add(after[done - (size - after.length)]);
        } else {
            for (int i = 0; i < threads.length; i++) {
                if (come[i] < threads[i].length && isDue(threads[i][come[i]], come)) out.add(threads[i][come[i]]);
            }
        }
        return out;
    }

    private static boolean isDue(Line line, int[] come) {
        for (int other = 0; other < come.length; other++) {
            if (other != line.thread && line.seenOf(other) > come[other]) return false;
        }
        return true;
    }

    private boolean isExplained(List<Line> order, int[] come) {
        if (order.size() == size) return isSame(order);
        for (Line line : next(order.size(), come)) {
            take(order, come, line);
            boolean fits = !Operation.isFixed(line.result) || Objects.equals(results(order).get(order.size() - 1), line.result);
            if (fits && isExplained(order, come)) return true;
            leave(order, come, line);
        }
        return false;
    }

    /** A result that is a collection may have changed since: all are compared after the last operation, of both. */
    private boolean isSame(List<Line> order) {
        List<Object> results = results(order);
        for (int i = 0; i < results.size(); i++) {
            if (!Objects.equals(results.get(i), order.get(i).result)) return false;
        }
        return true;
    }

    private void collect(List<Line> order, int[] come, Set<String> possible) {
        if (order.size() == size) {
            possible.add(told(order));
            return;
        }
        for (Line line : next(order.size(), come)) {
            take(order, come, line);
            collect(order, come, possible);
            leave(order, come, line);
        }
    }

    private static void take(List<Line> order, int[] come, Line line) {
        order.add(line);
        if (line.thread >= 0) come[line.thread]++;
    }

    private static void leave(List<Line> order, int[] come, Line line) {
        order.remove(order.size() - 1);
        if (line.thread >= 0) come[line.thread]--;
    }

    private List<Object> results(List<Line> order) {
        Object made;
        try {
            made = Literals.made(twin, twinArguments);
        } catch (InvocationTargetException e) {
            throw Disk.unmodelled("--linearizable: a new " + twin.getName() + " throws " + e.getCause());
        }
        List<Object> out = new ArrayList<>();
        boolean[] interrupted = new boolean[Math.max(threads.length, 1)];
        interrupted[0] = Thread.interrupted();
        for (Line line : order) {
            int by = Math.max(line.thread, 0);
            if (interrupted[by]) Thread.currentThread().interrupt();
            out.add(line.operation.onTwin(made));
            interrupted[by] = Thread.interrupted();
        }
        return out;
    }

    private String told(List<Line> order) {
        List<Object> results = results(order);
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < results.size(); i++) {
            order.get(i).operation.refuseIncomparable(results.get(i));
            out.append(i == 0 ? "" : "; ").append(order.get(i).operation.told(results.get(i)));
        }
        return out.toString();
    }
}
