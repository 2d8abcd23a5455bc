package jars;

import java.util.*;
import java.util.concurrent.atomic.*;
import org.apache.commons.collections4.CollectionUtils;
import org.apache.commons.collections4.bag.HashBag;
import org.apache.commons.collections4.map.LRUMap;
import org.apache.commons.lang3.*;
import org.apache.commons.lang3.builder.*;
import org.apache.commons.lang3.concurrent.*;
import org.apache.commons.lang3.tuple.Pair;
import org.apache.commons.pool2.*;
import org.apache.commons.pool2.impl.*;

// holds, sequential: texts of commons-lang
class LangTexts {
    public static void main(String[] args) {
        System.out.println(StringUtils.capitalize("word") + StringUtils.reverse("abc") + StringUtils.leftPad("7", 3, '0'));
        System.out.println(StringUtils.join(List.of(1, 2, 3), ";") + " " + StringUtils.getLevenshteinDistance("kitten", "sitting"));
        System.out.println(Arrays.toString(ArrayUtils.add(new int[]{1, 2}, 3)) + " " + Pair.of("a", 1) + " " + NumberRange());
        System.out.println(StringEscapeUtils.escapeJava("a\tb\"c") + " " + WordOf(12));
    }

    static String NumberRange() {
        return Range.between(1, 5).toString() + Range.between(1, 5).contains(6);
    }

    static String WordOf(int number) {
        return new ToStringBuilder("x", ToStringStyle.SHORT_PREFIX_STYLE).append("number", number).toString();
    }
}

// exception, sequential: a validation fails
class LangValidates {
    public static void main(String[] args) {
        Validate.inclusiveBetween(1, 5, 6L, "six is too much");
    }
}

// holds: a lazy initializer initializes once
class LangLazyOnce {
    static final AtomicInteger made = new AtomicInteger();
    static final LazyInitializer<String> lazy = new LazyInitializer<>() {
        @Override protected String initialize() {
            return "made " + made.incrementAndGet();
        }
    };

    static void get() {
        try {
            assert lazy.get().equals("made 1");
        } catch (ConcurrentException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(LangLazyOnce::get);
        other.start();
        get();
        other.join();
        assert made.get() == 1;
    }
}

// assertion: an atomic initializer may initialize twice, as its documentation says
class LangAtomicTwice {
    static final AtomicInteger made = new AtomicInteger();
    static final AtomicInitializer<String> lazy = new AtomicInitializer<>() {
        @Override protected String initialize() {
            return "made " + made.incrementAndGet();
        }
    };

    static void get() {
        try {
            lazy.get();
        } catch (ConcurrentException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(LangAtomicTwice::get);
        other.start();
        get();
        other.join();
        assert made.get() == 1;
    }
}

// holds: a circuit breaker opens once its limit is passed
class LangBreaker {
    public static void main(String[] args) throws Exception {
        ThresholdCircuitBreaker breaker = new ThresholdCircuitBreaker(1);
        Thread other = new Thread(() -> breaker.incrementAndCheckState(1L));
        other.start();
        breaker.incrementAndCheckState(1L);
        other.join();
        assert breaker.isOpen();
    }
}

// holds, sequential: bags and bounded maps of commons-collections
class CollectionsOfApache {
    public static void main(String[] args) {
        HashBag<String> bag = new HashBag<>(List.of("a", "b", "a"));
        LRUMap<Integer, String> recent = new LRUMap<>(2);
        for (int i = 0; i < 3; i++) recent.put(i, "v" + i);
        System.out.println(bag.getCount("a") + " " + recent + " " + CollectionUtils.intersection(List.of(1, 2, 3), List.of(2, 3, 4)));
    }
}

class Wares extends BasePooledObjectFactory<StringBuilder> {
    static final AtomicInteger made = new AtomicInteger();

    @Override public StringBuilder create() {
        made.incrementAndGet();
        return new StringBuilder();
    }

    @Override public PooledObject<StringBuilder> wrap(StringBuilder it) {
        return new DefaultPooledObject<>(it);
    }

    static GenericObjectPool<StringBuilder> pool(int most) {
        GenericObjectPoolConfig<StringBuilder> config = new GenericObjectPoolConfig<>();
        config.setJmxEnabled(false);
        config.setMaxTotal(most);
        return new GenericObjectPool<>(new Wares(), config);
    }
}

// holds, sequential: what is given back is lent again
class PoolLends {
    public static void main(String[] args) throws Exception {
        try (GenericObjectPool<StringBuilder> pool = Wares.pool(2)) {
            StringBuilder first = pool.borrowObject();
            pool.returnObject(first);
            System.out.println(pool.borrowObject() == first);
            System.out.println(Wares.made + " " + pool.getNumActive() + " " + pool.getNumIdle());
        }
    }
}

// holds: a pool of one lends to one thread at a time
class PoolOfOne {
    static int inside;

    static void use(GenericObjectPool<StringBuilder> pool) {
        try {
            StringBuilder it = pool.borrowObject();
            assert ++inside == 1;
            inside--;
            pool.returnObject(it);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        GenericObjectPool<StringBuilder> pool = Wares.pool(1);
        Thread other = new Thread(() -> use(pool));
        other.start();
        use(pool);
        other.join();
        assert Wares.made.get() == 1;
    }
}

// deadlock: a pool of one is asked for two
class PoolRunsDry {
    public static void main(String[] args) throws Exception {
        GenericObjectPool<StringBuilder> pool = Wares.pool(1);
        pool.borrowObject();
        pool.borrowObject();
    }
}

// holds, sequential: a pool with its management bean
class PoolManaged {
    public static void main(String[] args) throws Exception {
        GenericObjectPoolConfig<StringBuilder> config = new GenericObjectPoolConfig<>();
        GenericObjectPool<StringBuilder> pool = new GenericObjectPool<>(new Wares(), config);
        StringBuilder it = pool.borrowObject();
        pool.returnObject(it);
        System.out.println(pool.getBorrowedCount() + " " + pool.getReturnedCount());
    }
}
