package jars;

import com.lmax.disruptor.*;
import com.lmax.disruptor.dsl.*;
import java.util.*;
import java.util.concurrent.*;
import org.jctools.queues.*;

// holds, sequential: a ring that one thread fills and reads
class RingAlone {
    static class Event {
        int value;
    }

    public static void main(String[] args) {
        RingBuffer<Event> ring = RingBuffer.createSingleProducer(Event::new, 4);
        for (int i = 0; i < 3; i++) {
            int value = i;
            ring.publishEvent((event, sequence) -> event.value = value * 10);
        }
        System.out.println(ring.getCursor() + " " + ring.get(2).value + " " + ring.remainingCapacity());
    }
}

// holds: a consumer that blocks sees what was published before
class RingBarrier {
    static class Event {
        int value;
    }

    public static void main(String[] args) throws Exception {
        RingBuffer<Event> ring = RingBuffer.createSingleProducer(Event::new, 2, new BlockingWaitStrategy());
        SequenceBarrier barrier = ring.newBarrier();
        Thread producer = new Thread(() -> ring.publishEvent((event, sequence) -> event.value = 42));
        producer.start();
        long reached = barrier.waitFor(0);
        assert reached == 0 && ring.get(0).value == 42;
        producer.join();
    }
}

// holds: two producers publish in two slots
class RingTwoProducers {
    static class Event {
        int value;
    }

    public static void main(String[] args) throws Exception {
        RingBuffer<Event> ring = RingBuffer.createMultiProducer(Event::new, 4, new BlockingWaitStrategy());
        Thread other = new Thread(() -> ring.publishEvent((event, sequence) -> event.value = 1));
        other.start();
        ring.publishEvent((event, sequence) -> event.value = 2);
        other.join();
        assert ring.get(0).value + ring.get(1).value == 3;
    }
}

// holds: one producer and one consumer of a queue without locks
class QueueOfOneEach {
    public static void main(String[] args) throws Exception {
        Queue<Integer> queue = new SpscArrayQueue<>(4);
        Thread producer = new Thread(() -> {
            queue.offer(1);
            queue.offer(2);
        });
        producer.start();
        Integer first = queue.poll();
        Integer second = queue.poll();
        assert first == null ? second == null || second == 1 : first == 1 && (second == null || second == 2);
        producer.join();
    }
}

// holds: many producers of a queue made for many
class QueueOfManyProducers {
    public static void main(String[] args) throws Exception {
        Queue<Integer> queue = new MpscArrayQueue<>(4);
        Thread other = new Thread(() -> queue.offer(1));
        other.start();
        queue.offer(2);
        other.join();
        assert queue.size() == 2 && queue.poll() + queue.poll() == 3;
    }
}

// assertion: two producers of a queue made for one lose an element
class QueueMisused {
    public static void main(String[] args) throws Exception {
        Queue<Integer> queue = new SpscArrayQueue<>(4);
        Thread other = new Thread(() -> queue.offer(1));
        other.start();
        queue.offer(2);
        other.join();
        int found = 0;
        while (queue.poll() != null) found++;
        assert found == 2;
    }
}

// holds, sequential: queues without a bound
class QueueWithoutBound {
    public static void main(String[] args) {
        Queue<Integer> chunks = new MpscUnboundedArrayQueue<>(2);
        for (int i = 0; i < 7; i++) chunks.offer(i);
        Queue<Integer> linked = new MpscLinkedQueue8<>();
        linked.add(5);
        System.out.println(chunks.size() + " " + chunks.poll() + " " + linked.poll() + " " + linked.poll());
    }
}
