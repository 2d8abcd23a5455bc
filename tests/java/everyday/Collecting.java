package everyday;

import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;

// holds, sequential: words counted
class CollectWords {
    public static void main(String[] args) {
        Map<String, Integer> count = new TreeMap<>();
        for (String word : "the cat and the dog and the bird".split(" ")) count.merge(word, 1, Integer::sum);
        System.out.println(count);
        Map<Integer, List<String>> by = count.keySet().stream().collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.toList()));
        System.out.println(by);
    }
}

// exception, sequential: a list changes under its iterator
class CollectModified {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3, 4));
        for (Integer each : list) {
            if (each == 2) list.remove(each);
        }
    }
}

// exception, sequential: an immutable list
class CollectImmutable {
    public static void main(String[] args) {
        List<String> names = Collections.unmodifiableList(new LinkedList<>(List.of("a", "b")));
        System.out.println(names.get(1));
        names.add("c");
    }
}

// holds, sequential: the least recently used goes
class CollectCache {
    public static void main(String[] args) {
        Map<String, Integer> cache = new LinkedHashMap<>(8, 0.75f, true) {
            @Override protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
                return size() > 2;
            }
        };
        cache.put("a", 1);
        cache.put("b", 2);
        cache.get("a");
        cache.put("c", 3);
        System.out.println(cache + " " + cache.containsKey("b"));
    }
}

// assertion, sequential: equal keys need equal hashes
class CollectNoHash {
    static final class Key {
        final int id;
        Key(int id) {
            this.id = id;
        }
        @Override public boolean equals(Object other) {
            return other instanceof Key && ((Key) other).id == id;
        }
        @Override public int hashCode() {
            return counter++;
        }
        static int counter;
    }

    public static void main(String[] args) {
        Map<Key, String> map = new HashMap<>();
        map.put(new Key(1), "one");
        assert map.containsKey(new Key(1));
    }
}

// holds, sequential: sets, maps and bits of enums
class CollectEnums {
    enum Day { MON, TUE, WED, THU, FRI, SAT, SUN }

    public static void main(String[] args) {
        EnumSet<Day> weekend = EnumSet.of(Day.SUN, Day.SAT);
        EnumMap<Day, String> plans = new EnumMap<>(Day.class);
        plans.put(Day.WED, "swim");
        plans.put(Day.MON, "run");
        BitSet bits = new BitSet();
        for (Day day : EnumSet.complementOf(weekend)) bits.set(day.ordinal());
        System.out.println(weekend + " " + plans + " " + bits + " " + Day.valueOf("TUE").compareTo(Day.FRI));
    }
}

// holds, sequential: streams
class CollectStreams {
    record Person(String name, int age, String city) { }

    public static void main(String[] args) {
        List<Person> people = List.of(new Person("Ann", 31, "Rome"), new Person("Bob", 25, "Oslo"), new Person("Cid", 47, "Rome"));
        System.out.println(people.stream().filter(p -> p.age() > 30).map(Person::name).collect(Collectors.joining(", ", "<", ">")));
        System.out.println(people.stream().collect(Collectors.partitioningBy(p -> p.city().equals("Rome"), Collectors.averagingInt(Person::age))));
        System.out.println(IntStream.rangeClosed(1, 5).boxed().sorted(Comparator.reverseOrder()).map(String::valueOf).toList());
        System.out.println(people.stream().mapToInt(Person::age).summaryStatistics());
        System.out.println(Stream.iterate(1, x -> x * 3).limit(5).reduce(0, Integer::sum));
    }
}

// assertion: two threads put into a HashMap
class CollectRacyMap {
    public static void main(String[] args) throws Exception {
        Map<String, Integer> map = new HashMap<>();
        Thread a = new Thread(() -> map.put("a", 1)), b = new Thread(() -> map.put("b", 2));
        a.start();
        b.start();
        a.join();
        b.join();
        assert map.size() == 2;
    }
}

// holds: a concurrent map is for that
class CollectConcurrentMap {
    public static void main(String[] args) throws Exception {
        Map<String, Integer> map = new ConcurrentHashMap<>();
        Runnable count = () -> map.merge("x", 1, Integer::sum);
        Thread a = new Thread(count), b = new Thread(count);
        a.start();
        b.start();
        a.join();
        b.join();
        assert map.get("x") == 2;
    }
}

// assertion: get and put are two things
class CollectGetThenPut {
    public static void main(String[] args) throws Exception {
        Map<String, Integer> map = new ConcurrentHashMap<>();
        map.put("x", 0);
        Runnable count = () -> map.put("x", map.get("x") + 1);
        Thread a = new Thread(count), b = new Thread(count);
        a.start();
        b.start();
        a.join();
        b.join();
        assert map.get("x") == 2;
    }
}

// exception: a synchronized list is not synchronized while one goes through it
class CollectSynchronized {
    public static void main(String[] args) throws Exception {
        List<Integer> list = Collections.synchronizedList(new ArrayList<>(List.of(1, 2)));
        new Thread(() -> list.add(3)).start();
        int sum = 0;
        for (int each : list) sum += each;
    }
}

// holds: a copy-on-write list is
class CollectCopyOnWrite {
    public static void main(String[] args) throws Exception {
        List<Integer> list = new CopyOnWriteArrayList<>(List.of(1, 2));
        new Thread(() -> list.add(3)).start();
        int sum = 0;
        for (int each : list) sum += each;
        assert sum == 3 || sum == 6;
    }
}

// holds: computeIfAbsent makes one
class CollectComputeOnce {
    static int made;

    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<String, Object> map = new ConcurrentHashMap<>();
        Runnable get = () -> map.computeIfAbsent("k", k -> {
            made++;
            return new Object();
        });
        Thread a = new Thread(get), b = new Thread(get);
        a.start();
        b.start();
        a.join();
        b.join();
        assert made == 1;
    }
}

// holds, sequential: sorting and searching
class CollectArrays {
    public static void main(String[] args) {
        int[] numbers = {5, 3, 9, 1, 7};
        Arrays.sort(numbers);
        System.out.println(Arrays.toString(numbers) + " " + Arrays.binarySearch(numbers, 7) + " " + Arrays.hashCode(numbers));
        Integer[] boxed = {3, 1, 2};
        Arrays.sort(boxed, Collections.reverseOrder());
        System.out.println(Arrays.asList(boxed) + " " + Arrays.equals(boxed, new Integer[] {3, 2, 1}));
        List<Integer> shuffled = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6));
        Collections.shuffle(shuffled, new Random(42));
        Collections.swap(shuffled, 0, 5);
        System.out.println(shuffled + " " + Collections.max(shuffled) + " " + Collections.frequency(shuffled, 3));
        System.out.println(Arrays.deepToString(new int[][] {{1}, {2, 3}}));
    }
}
