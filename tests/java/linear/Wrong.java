package linear;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

/** Classes that are not linearizable, each for one reason. */
final class Wrong {
    private Wrong() {}

    static class Counter {
        private int value;

        int increment() {
            return ++value;
        }

        synchronized int get() {
            return value;
        }
    }

    /** Two threads append to the same last node. */
    static class LostOfferQueue {
        private static class Node {
            final Object value;
            volatile Node next;

            Node(Object value) {
                this.value = value;
            }
        }

        private volatile Node head = new Node(null);
        private volatile Node tail = head;

        boolean offer(Object value) {
            Node node = new Node(value);
            tail.next = node;
            tail = node;
            return true;
        }

        synchronized Object poll() {
            Node first = head.next;
            if (first == null) return null;
            head = first;
            return first.value;
        }
    }

    /** Whether there is an element, and taking it, are two steps. */
    static class CheckThenTakeQueue {
        private final ArrayDeque<Object> elements = new ArrayDeque<>();

        synchronized boolean offer(Object value) {
            return elements.offer(value);
        }

        private synchronized boolean isEmpty() {
            return elements.isEmpty();
        }

        private synchronized Object take() {
            return elements.remove();
        }

        Object poll() {
            return isEmpty() ? null : take();
        }
    }

    /** A place is taken before there is something in it. */
    static class EarlyTopStack {
        private final Object[] slots = new Object[4];
        private final AtomicInteger top = new AtomicInteger();

        void push(Object value) {
            slots[top.getAndIncrement()] = value;
        }

        Object pop() {
            while (true) {
                int at = top.get();
                if (at == 0) return null;
                if (top.compareAndSet(at, at - 1)) return slots[at - 1];
            }
        }
    }

    /** Nodes are used again: a top that is the same need not have the same next (ABA). */
    static class ReusingStack {
        private static class Node {
            Object value;
            volatile Node next;
        }

        private final AtomicReference<Node> top = new AtomicReference<>();
        private final AtomicReference<Node> free = new AtomicReference<>();

        void push(Object value) {
            Node node = taken(free);
            if (node == null) node = new Node();
            node.value = value;
            put(top, node);
        }

        Object pop() {
            Node node = taken(top);
            if (node == null) return null;
            Object value = node.value;
            put(free, node);
            return value;
        }

        private static void put(AtomicReference<Node> list, Node node) {
            do {
                node.next = list.get();
            } while (!list.compareAndSet(node.next, node));
        }

        private static Node taken(AtomicReference<Node> list) {
            while (true) {
                Node first = list.get();
                if (first == null || list.compareAndSet(first, first.next)) return first;
            }
        }
    }

    /** Removes a node, and with it what another thread has just inserted behind it. */
    static class UnmarkedList {
        private static class Node {
            final int key;
            final AtomicReference<Node> next;

            Node(int key, Node next) {
                this.key = key;
                this.next = new AtomicReference<>(next);
            }
        }

        private final Node head = new Node(Integer.MIN_VALUE, null);

        private Node before(int key) {
            Node node = head;
            for (Node next = node.next.get(); next != null && next.key < key; next = node.next.get()) {
                node = next;
            }
            return node;
        }

        boolean add(int key) {
            while (true) {
                Node left = before(key);
                Node right = left.next.get();
                if (right != null && right.key == key) return false;
                if (left.next.compareAndSet(right, new Node(key, right))) return true;
            }
        }

        boolean remove(int key) {
            while (true) {
                Node left = before(key);
                Node right = left.next.get();
                if (right == null || right.key != key) return false;
                if (left.next.compareAndSet(right, right.next.get())) return true;
            }
        }

        boolean contains(int key) {
            Node right = before(key).next.get();
            return right != null && right.key == key;
        }
    }

    static class IntSet extends java.util.TreeSet<Integer> {
        private static final long serialVersionUID = 1;
    }

    /** The size is counted after the element is there. */
    static class LateSizeSet {
        private final Map<Object, Boolean> all = new ConcurrentHashMap<>();
        private final AtomicInteger size = new AtomicInteger();

        boolean add(Object value) {
            if (all.putIfAbsent(value, true) != null) return false;
            size.incrementAndGet();
            return true;
        }

        boolean contains(Object value) {
            return all.containsKey(value);
        }

        int size() {
            return size.get();
        }
    }

    /** What one thread computes is not what another gets. */
    static class CheckThenPutCache {
        private final Map<Object, Integer> known = new ConcurrentHashMap<>();
        private final AtomicInteger next = new AtomicInteger();

        int number(Object key) {
            Integer number = known.get(key);
            if (number == null) {
                number = next.incrementAndGet();
                known.put(key, number);
            }
            return number;
        }
    }

    static class PutIfAbsentMap {
        private final Map<Object, Object> map = new HashMap<>();

        synchronized Object get(Object key) {
            return map.get(key);
        }

        private synchronized void set(Object key, Object value) {
            map.put(key, value);
        }

        Object putIfAbsent(Object key, Object value) {
            Object old = get(key);
            if (old == null) set(key, value);
            return old;
        }
    }

    /** Each order of a thread's own operations is right, but what another has done before is not seen. */
    static class CachedRegister {
        private volatile int value;
        private final ThreadLocal<Integer> cached = new ThreadLocal<>();

        void write(int v) {
            value = v;
            cached.set(v);
        }

        int read() {
            Integer own = cached.get();
            if (own == null) {
                own = value;
                cached.set(own);
            }
            return own;
        }
    }

    /** The second half of a write comes later. */
    static class TornPair {
        private volatile int left;
        private volatile int right;

        synchronized void write(int value) {
            left = value;
            right = value;
        }

        List<Integer> read() {
            return List.of(left, right);
        }
    }

    /** Transfers keep the sum, but not for one who adds it up meanwhile. */
    static class Accounts {
        private final AtomicInteger[] all = {new AtomicInteger(1), new AtomicInteger(1)};

        void transfer(int from, int to) {
            all[from].decrementAndGet();
            all[to].incrementAndGet();
        }

        int sum() {
            return all[0].get() + all[1].get();
        }
    }

    /** The lock is left between reading and writing. */
    static class ShortLock {
        private final ReentrantLock lock = new ReentrantLock();
        private int value;

        int add(int n) {
            lock.lock();
            int old = value;
            lock.unlock();
            lock.lock();
            value = old + n;
            lock.unlock();
            return old;
        }
    }

    /** Full, if another is just about to fail. */
    static class OptimisticBuffer {
        private final AtomicInteger used = new AtomicInteger();

        boolean reserve() {
            if (used.incrementAndGet() <= 2) return true;
            used.decrementAndGet();
            return false;
        }

        void release() {
            used.decrementAndGet();
        }
    }

    /** An array that it gives out is a snapshot only if nobody writes meanwhile. */
    static class SnapshotArray {
        private final ArrayList<Integer> values = new ArrayList<>(List.of(0, 0));

        synchronized void set(int at, int value) {
            values.set(at, value);
        }

        private synchronized int get(int at) {
            return values.get(at);
        }

        int[] snapshot() {
            return new int[] {get(0), get(1)};
        }
    }

    /** Cannot be its own twin: one run of it does not tell what it yields. */
    static class Coin {
        private int started;

        int toss() {
            return new Random().nextInt(2);
        }

        void start() {
            new Thread(() -> started++).start();
        }

        int narrow(byte value) {
            return value;
        }

        int letter(char value) {
            return value;
        }
    }

    /** Takes for ever if there is nothing; its twin throws then. */
    static class BlockingCell {
        private Object value;

        synchronized void put(Object given) {
            value = given;
            notifyAll();
        }

        synchronized Object take() throws InterruptedException {
            while (value == null) {
                wait();
            }
            Object taken = value;
            value = null;
            return taken;
        }
    }

    static class SequentialCell {
        private Object value;

        void put(Object given) {
            value = given;
        }

        Object take() {
            if (value == null) throw new NoSuchElementException();
            Object taken = value;
            value = null;
            return taken;
        }
    }
}
