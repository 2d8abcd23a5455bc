package linear;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

/** Classes that are linearizable. */
final class Right {
    private Right() {}

    /** Treiber's. */
    static class Stack {
        private record Node(Object value, Node next) {}

        private final AtomicReference<Node> top = new AtomicReference<>();

        void push(Object value) {
            Node node;
            do {
                node = new Node(value, top.get());
            } while (!top.compareAndSet(node.next, node));
        }

        Object pop() {
            while (true) {
                Node node = top.get();
                if (node == null) return null;
                if (top.compareAndSet(node, node.next)) return node.value;
            }
        }
    }

    static class SequentialStack {
        private final ArrayDeque<Object> all = new ArrayDeque<>();

        void push(Object value) {
            all.push(value);
        }

        Object pop() {
            return all.poll();
        }
    }

    /** Its result goes on changing. */
    static class View {
        private final List<Object> all = new ArrayList<>();

        synchronized List<Object> all() {
            return all;
        }

        synchronized void add(Object value) {
            all.add(value);
        }
    }

    /** Each thread has a status of its own, and the twin's one thread plays all of them. */
    static class Interrupting {
        void interrupt() {
            Thread.currentThread().interrupt();
        }

        boolean interrupted() {
            return Thread.interrupted();
        }
    }

    static class LockedQueue {
        private final ReentrantLock lock = new ReentrantLock();
        private final ArrayDeque<Object> all = new ArrayDeque<>();

        boolean offer(Object value) {
            lock.lock();
            try {
                return all.offer(value);
            } finally {
                lock.unlock();
            }
        }

        Object remove() {
            lock.lock();
            try {
                return all.remove();
            } finally {
                lock.unlock();
            }
        }
    }

    static class Counter {
        private int value;

        synchronized int increment() {
            return ++value;
        }

        synchronized int get() {
            return value;
        }

        synchronized Counter reset() {
            value = 0;
            return this;
        }

        synchronized int[] both() {
            return new int[] {value, value};
        }
    }

    /** Overloads, as literals choose them. */
    static class Overloaded {
        String of(int it) {
            return "int";
        }

        String of(long it) {
            return "long";
        }

        String of(double it) {
            return "double";
        }

        String of(char it) {
            return "char";
        }

        String of(String it) {
            return "String " + it;
        }

        String of(Object it) {
            return "Object";
        }

        String of(byte it, boolean yes) {
            return "byte " + it + yes;
        }
    }
}
