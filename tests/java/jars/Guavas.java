package jars;

import com.google.common.base.*;
import com.google.common.cache.*;
import com.google.common.collect.*;
import com.google.common.eventbus.*;
import com.google.common.hash.Hashing;
import com.google.common.util.concurrent.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

// holds, sequential: collections that do not change, and views of them
class GuavaCollections {
    public static void main(String[] args) {
        ImmutableMap<String, Integer> ages = ImmutableMap.of("ann", 3, "bob", 5);
        Multimap<Integer, String> byAge = ArrayListMultimap.create();
        ages.forEach((name, age) -> byAge.put(age % 2, name));
        System.out.println(byAge + " " + ImmutableSortedSet.of(3, 1, 2) + " " + Lists.partition(List.of(1, 2, 3, 4, 5), 2));
        BiMap<String, Integer> both = HashBiMap.create(ages);
        System.out.println(both.inverse().get(5) + " " + Sets.difference(Set.of(1, 2), Set.of(2)) + " " + Range.closed(1, 4).contains(4));
        Table<Integer, Integer, String> table = TreeBasedTable.create();
        table.put(1, 2, "x");
        System.out.println(table + " " + Ordering.natural().reverse().sortedCopy(List.of(1, 3, 2)));
    }
}

// holds, sequential: texts are split, joined and hashed
class GuavaTexts {
    public static void main(String[] args) {
        System.out.println(Joiner.on('-').skipNulls().join("a", null, "b"));
        System.out.println(Splitter.on(',').trimResults().omitEmptyStrings().splitToList(" a, ,b ,c"));
        System.out.println(CaseFormat.LOWER_CAMEL.to(CaseFormat.UPPER_UNDERSCORE, "someName") + Strings.padStart("7", 3, '0'));
        System.out.println(MoreObjects.toStringHelper("It").add("x", 1).toString());
        System.out.println(Hashing.sha256().hashString("text", StandardCharsets.UTF_8) + " " + Hashing.murmur3_32_fixed().hashInt(7));
    }
}

// exception, sequential: a precondition fails
class GuavaPrecondition {
    public static void main(String[] args) {
        Preconditions.checkArgument(args.length > 0, "no words: %s", args.length);
    }
}

// holds: a cache loads a value once, whatever two threads do
class GuavaCacheLoadsOnce {
    static final AtomicInteger loads = new AtomicInteger();

    public static void main(String[] args) throws Exception {
        LoadingCache<String, Integer> cache = CacheBuilder.newBuilder().concurrencyLevel(1).build(new CacheLoader<>() {
            @Override public Integer load(String key) {
                return loads.incrementAndGet();
            }
        });
        Thread other = new Thread(() -> cache.getUnchecked("k"));
        other.start();
        cache.getUnchecked("k");
        other.join();
        assert loads.get() == 1;
    }
}

// assertion: getIfPresent and put are two steps, so a value may be computed twice
class GuavaCachePutsTwice {
    static final AtomicInteger computed = new AtomicInteger();
    static final Cache<String, Integer> cache = CacheBuilder.newBuilder().concurrencyLevel(1).build();

    static void get() {
        if (cache.getIfPresent("k") == null) cache.put("k", computed.incrementAndGet());
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(GuavaCachePutsTwice::get);
        other.start();
        get();
        other.join();
        assert computed.get() == 1;
    }
}

// holds: a settable future gives its value to a listener
class GuavaFuture {
    public static void main(String[] args) throws Exception {
        SettableFuture<Integer> future = SettableFuture.create();
        ListenableFuture<Integer> twice = Futures.transform(future, x -> 2 * x, MoreExecutors.directExecutor());
        Thread setter = new Thread(() -> future.set(21));
        setter.start();
        assert twice.get() == 42;
        setter.join();
    }
}

// holds: only one of two threads sets a future
class GuavaFutureSetOnce {
    public static void main(String[] args) throws Exception {
        SettableFuture<Integer> future = SettableFuture.create();
        AtomicInteger sets = new AtomicInteger();
        Thread other = new Thread(() -> { if (future.set(1)) sets.incrementAndGet(); });
        other.start();
        if (future.set(2)) sets.incrementAndGet();
        other.join();
        assert sets.get() == 1 && future.isDone();
    }
}

// deadlock: nobody sets the future
class GuavaFutureNeverSet {
    public static void main(String[] args) throws Exception {
        SettableFuture<Integer> future = SettableFuture.create();
        Thread other = new Thread(() -> { if (future.isCancelled()) future.set(1); });
        other.start();
        future.get();
    }
}

// holds: events of one thread come in order
class GuavaEventBus {
    static final List<String> heard = new ArrayList<>();

    public static class Listener {
        @Subscribe public void hear(String text) {
            heard.add(text);
        }
    }

    public static void main(String[] args) {
        EventBus bus = new EventBus();
        bus.register(new Listener());
        bus.post("one");
        bus.post("two");
        bus.post(3);
        assert heard.equals(List.of("one", "two")) : heard;
    }
}

// holds: a monitor waits for its guard
class GuavaMonitor {
    static int items;

    public static void main(String[] args) throws Exception {
        Monitor monitor = new Monitor();
        Monitor.Guard some = monitor.newGuard(() -> items > 0);
        Thread maker = new Thread(() -> {
            monitor.enter();
            try {
                items++;
            } finally {
                monitor.leave();
            }
        });
        maker.start();
        monitor.enterWhen(some);
        assert items == 1;
        monitor.leave();
        maker.join();
    }
}

// deadlock: striped locks are taken in two orders
class GuavaStriped {
    static final Striped<java.util.concurrent.locks.Lock> locks = Striped.lock(2);

    static void both(int first, int second) {
        locks.getAt(first).lock();
        locks.getAt(second).lock();
        locks.getAt(second).unlock();
        locks.getAt(first).unlock();
    }

    public static void main(String[] args) {
        new Thread(() -> both(0, 1)).start();
        both(1, 0);
    }
}
