package everyday;

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

// holds: one producer and one consumer keep the order
class QueueHandoff {
    public static void main(String[] args) throws Exception {
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
        Thread producer = new Thread(() -> {
            try {
                for (int i = 1; i <= 3; i++) queue.put(i);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        producer.start();
        for (int i = 1; i <= 3; i++) assert queue.take() == i;
        producer.join();
    }
}

// deadlock: more is taken than put
class QueueTakesTooMuch {
    public static void main(String[] args) throws Exception {
        BlockingQueue<String> queue = new LinkedBlockingQueue<>();
        new Thread(() -> queue.offer("one")).start();
        queue.take();
        queue.take();
    }
}

// exception, sequential: add to a full queue
class QueueFull {
    public static void main(String[] args) {
        Queue<Integer> queue = new ArrayBlockingQueue<>(1);
        System.out.println(queue.offer(1) + " " + queue.offer(2));
        queue.add(3);
    }
}

// holds: a hand-over without room
class QueueSynchronous {
    public static void main(String[] args) throws Exception {
        SynchronousQueue<String> queue = new SynchronousQueue<>();
        Thread giver = new Thread(() -> {
            try {
                queue.put("x");
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        giver.start();
        assert queue.take().equals("x");
        giver.join();
    }
}

// deadlock: one pill for two consumers
class QueuePill {
    static final BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();

    static void consume() {
        try {
            while (queue.take() != 0) { }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        new Thread(QueuePill::consume).start();
        new Thread(QueuePill::consume).start();
        queue.put(1);
        queue.put(0);
    }
}

// holds: each consumer has a pill of its own
class QueuePills {
    static final BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
    static final AtomicInteger sum = new AtomicInteger();

    static void consume() {
        try {
            for (int x = queue.take(); x != 0; x = queue.take()) sum.addAndGet(x);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread one = new Thread(QueuePills::consume), two = new Thread(QueuePills::consume);
        one.start();
        two.start();
        for (int x : new int[] {5, 6, 0, 0}) queue.put(x);
        one.join();
        two.join();
        assert sum.get() == 11;
    }
}

// assertion: two producers come in any order
class QueueOrder {
    public static void main(String[] args) throws Exception {
        Queue<String> queue = new ConcurrentLinkedQueue<>();
        Thread one = new Thread(() -> queue.add("one")), two = new Thread(() -> queue.add("two"));
        one.start();
        two.start();
        one.join();
        two.join();
        assert queue.poll().equals("one");
    }
}

// exception: a look and a removal are two things
class QueueCheckThenAct {
    public static void main(String[] args) {
        Queue<Integer> queue = new ConcurrentLinkedQueue<>(List.of(1));
        Runnable taker = () -> {
            if (!queue.isEmpty()) queue.remove();
        };
        new Thread(taker).start();
        new Thread(taker).start();
    }
}

// holds: poll does both
class QueuePoll {
    public static void main(String[] args) throws Exception {
        Queue<Integer> queue = new ConcurrentLinkedQueue<>(List.of(1));
        AtomicInteger got = new AtomicInteger();
        Runnable taker = () -> {
            if (queue.poll() != null) got.incrementAndGet();
        };
        Thread one = new Thread(taker), two = new Thread(taker);
        one.start();
        two.start();
        one.join();
        two.join();
        assert got.get() == 1;
    }
}

// holds, sequential: a priority queue and its order
class QueuePriority {
    public static void main(String[] args) {
        PriorityQueue<String> queue = new PriorityQueue<>(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        queue.addAll(List.of("pear", "fig", "apple", "kiwi", "date"));
        StringBuilder all = new StringBuilder();
        while (!queue.isEmpty()) all.append(queue.poll()).append(' ');
        System.out.println(all);
    }
}

// holds, sequential: both ends
class QueueDeque {
    public static void main(String[] args) {
        Deque<Integer> deque = new LinkedBlockingDeque<>();
        for (int i = 0; i < 6; i++) {
            if (i % 2 == 0) deque.addFirst(i);
            else deque.addLast(i);
        }
        System.out.println(deque + " " + deque.pollFirst() + " " + deque.pollLast() + " " + deque.peek());
        Deque<Character> stack = new ArrayDeque<>();
        for (char c : "([]{})".toCharArray()) {
            if ("([{".indexOf(c) >= 0) stack.push(c);
            else System.out.print(stack.pop() + "" + c + " ");
        }
        System.out.println(stack.isEmpty());
    }
}

// holds: a timed poll comes to nothing only when nothing comes
// with: --timeouts last
class QueueTimedPoll {
    public static void main(String[] args) throws Exception {
        BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        new Thread(() -> queue.add(7)).start();
        assert queue.poll(1, TimeUnit.MINUTES) == 7;
        assert queue.poll(1, TimeUnit.SECONDS) == null;
    }
}

// exception: the poll may be too early
class QueueTimedPollAny {
    public static void main(String[] args) throws Exception {
        BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        new Thread(() -> queue.add(7)).start();
        int got = queue.poll(1, TimeUnit.MINUTES);
    }
}

// holds: transfer waits for who takes
class QueueTransfer {
    public static void main(String[] args) throws Exception {
        LinkedTransferQueue<String> queue = new LinkedTransferQueue<>();
        String[] taken = new String[1];
        Thread taker = new Thread(() -> {
            try {
                taken[0] = queue.take();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        taker.start();
        queue.transfer("it");
        assert queue.isEmpty();
        taker.join();
        assert taken[0].equals("it");
    }
}

// assertion: drainTo takes what is there
class QueueDrain {
    public static void main(String[] args) throws Exception {
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(4);
        Thread producer = new Thread(() -> {
            queue.add(1);
            queue.add(2);
        });
        producer.start();
        List<Integer> all = new ArrayList<>();
        queue.drainTo(all);
        producer.join();
        assert all.isEmpty() || all.size() == 2 : all;
    }
}
