// Collections.
package conformance;

import java.io.*;
import java.lang.ref.*;
import java.nio.*;
import java.nio.charset.*;
import java.util.*;

class ArrayLists {
    public static void main(String[] args) throws Exception {
        List<Integer> l = new ArrayList<>();
        for (int i = 0; i < 15; i++) l.add(i * i % 7);
        l.add(0, 99); l.remove(3); l.remove(Integer.valueOf(2)); l.set(1, -1); l.addAll(2, List.of(50, 51));
        System.out.println(l + " " + l.indexOf(4) + l.lastIndexOf(4) + l.contains(51) + l.size() + l.subList(2, 5) + l.equals(new ArrayList<>(l)) + l.hashCode());
        l.removeIf(x -> x > 3); l.replaceAll(x -> x + 1);
        System.out.println(l);
    }
}

class LinkedLists {
    public static void main(String[] args) throws Exception {
        LinkedList<String> l = new LinkedList<>(List.of("b", "c"));
        l.addFirst("a"); l.addLast("d"); l.add(2, "x");
        System.out.println(l + l.getFirst() + l.peekLast() + l.pop() + l.pollLast() + l);
        ListIterator<String> it = l.listIterator();
        while (it.hasNext()) { String s = it.next(); if (s.equals("x")) it.remove(); else it.set(s + it.previousIndex()); }
        System.out.println(l);
    }
}

class HashMaps {
    public static void main(String[] args) throws Exception {
        Map<String, Integer> m = new HashMap<>();
        for (String w : "the cat and the dog and the bird".split(" ")) m.merge(w, 1, Integer::sum);
        System.out.println(new TreeMap<>(m) + " " + m.get("the") + m.getOrDefault("x", -1) + m.containsKey("cat") + m.size());
        m.computeIfAbsent("new", k -> k.length()); m.computeIfPresent("cat", (k, v) -> null); m.compute("dog", (k, v) -> v + 10); m.putIfAbsent("the", 0);
        System.out.println(m + " " + m.hashCode());
    }
}

class HashMapResize {
    public static void main(String[] args) throws Exception {
        Map<Integer, Integer> m = new HashMap<>();
        for (int i = 0; i < 200; i++) m.put(i * 1000003, i);
        int sum = 0;
        for (int i = 0; i < 200; i += 2) m.remove(i * 1000003);
        for (var e : m.entrySet()) sum += e.getValue();
        System.out.println(m.size() + " " + sum);
    }
}

class HashMapCollisions {
    public static void main(String[] args) throws Exception {
        Map<K, Integer> m = new HashMap<>();
        for (int i = 0; i < 40; i++) m.put(new K(i), i);
        int sum = 0;
        for (int i = 0; i < 40; i++) sum += m.get(new K(i));
        System.out.println(sum + " " + m.containsKey(new K(41)));
    }

    record K(int v) implements Comparable<K> { @Override public int hashCode() { return v % 2; } public int compareTo(K o) { return Integer.compare(v, o.v); } }
}

class LinkedHashMaps {
    public static void main(String[] args) throws Exception {
        Map<String, Integer> m = new LinkedHashMap<>();
        m.put("z", 1); m.put("a", 2); m.put("z", 3);
        System.out.println(m + "" + m.keySet() + m.values());
        Map<Integer, Integer> lru = new LinkedHashMap<>(8, 0.75f, true) { @Override protected boolean removeEldestEntry(Map.Entry<Integer, Integer> e) { return size() > 2; } };
        lru.put(1, 1); lru.put(2, 2); lru.get(1); lru.put(3, 3);
        System.out.println(lru);
    }
}

class TreeMaps {
    public static void main(String[] args) throws Exception {
        TreeMap<Integer, String> m = new TreeMap<>();
        for (int i = 0; i < 20; i++) m.put(i * 7 % 20, "v" + i);
        System.out.println(m.firstKey() + " " + m.lastEntry() + " " + m.floorKey(-1) + m.ceilingKey(5) + m.headMap(3) + m.tailMap(18, false) + m.descendingMap().firstKey());
        m.pollFirstEntry(); m.remove(10);
        System.out.println(m.subMap(8, 13) + " " + m.higherKey(9) + m.size());
    }
}

class TreeSets {
    public static void main(String[] args) throws Exception {
        TreeSet<String> s = new TreeSet<>(Comparator.reverseOrder());
        Collections.addAll(s, "b", "a", "d", "c", "a");
        System.out.println(s + s.first() + s.lower("c") + s.descendingSet() + s.headSet("b") + s.pollLast() + s);
    }
}

class HashSets {
    public static void main(String[] args) throws Exception {
        Set<Integer> a = new HashSet<>(List.of(1, 2, 3)), b = new HashSet<>(List.of(2, 3, 4));
        Set<Integer> c = new TreeSet<>(a);
        c.retainAll(b);
        System.out.println(c);
        a.addAll(b); a.removeAll(Set.of(1));
        System.out.println(a + " " + a.add(2) + a.add(9) + a.remove(77) + new LinkedHashSet<>(List.of(3, 1, 2)));
    }
}

class Deques {
    public static void main(String[] args) throws Exception {
        Deque<Integer> d = new ArrayDeque<>();
        for (int i = 0; i < 20; i++) { if (i % 2 == 0) d.addFirst(i); else d.addLast(i); if (i % 5 == 4) d.pollFirst(); }
        System.out.println(d + " " + d.peekFirst() + d.peekLast() + d.removeLastOccurrence(11));
        d.push(100);
        System.out.println(d.pop() + d.size());
    }
}

class PriorityQueues {
    public static void main(String[] args) throws Exception {
        PriorityQueue<Integer> q = new PriorityQueue<>(Comparator.reverseOrder());
        for (int i = 0; i < 10; i++) q.add(i * 3 % 10);
        StringBuilder b = new StringBuilder();
        while (!q.isEmpty()) b.append(q.poll()).append(' ');
        System.out.println(b);
    }
}

class CollectionsMethods {
    public static void main(String[] args) throws Exception {
        List<Integer> l = new ArrayList<>(List.of(5, 2, 8, 1));
        Collections.sort(l); Collections.reverse(l); Collections.swap(l, 0, 3); Collections.rotate(l, 1);
        System.out.println(l + "" + Collections.max(l) + Collections.min(l) + Collections.frequency(l, 2) + Collections.nCopies(2, "x") + Collections.emptyList() + Collections.singletonList(1));
        Collections.shuffle(l, new Random(42));
        System.out.println(l + " " + Collections.binarySearch(List.of(1, 3, 5), 3) + Collections.disjoint(l, List.of(9)) + Collections.unmodifiableList(l).size());
    }
}

class ImmutableCollections {
    public static void main(String[] args) throws Exception {
        List<Integer> l = List.of(1, 2, 3);
        Map<String, Integer> m = Map.of("k", 1);
        System.out.println(l + "" + m + List.copyOf(l).equals(l) + Set.of(5) + Map.entry("a", 1) + Map.ofEntries(Map.entry("z", 0)) + List.of() + Set.of(1, 2, 3).contains(2));
    }
}

class Iterators {
    public static void main(String[] args) throws Exception {
        List<Integer> l = new ArrayList<>(List.of(1, 2, 3, 4));
        for (Iterator<Integer> i = l.iterator(); i.hasNext();) if (i.next() % 2 == 0) i.remove();
        System.out.println(l);
        Iterable<Integer> it = () -> new Iterator<>() { int n = 3; public boolean hasNext() { return n > 0; } public Integer next() { return n--; } };
        for (int x : it) System.out.print(x);
        it.forEach(System.out::print);
        System.out.println();
    }
}

class BitSets {
    public static void main(String[] args) throws Exception {
        BitSet b = new BitSet();
        for (int i = 0; i < 100; i += 7) b.set(i);
        BitSet c = (BitSet) b.clone();
        c.flip(0, 10); c.and(b);
        System.out.println(b.cardinality() + " " + b.nextSetBit(50) + b.nextClearBit(7) + " " + c + b.length() + b.get(14));
    }
}

class OldCollections {
    public static void main(String[] args) throws Exception {
        Vector<Integer> v = new Vector<>(List.of(1, 2)); v.addElement(3);
        Stack<String> s = new Stack<>(); s.push("a"); s.push("b");
        Hashtable<String, Integer> h = new Hashtable<>(); h.put("k", 1);
        Properties p = new Properties(); p.setProperty("x", "y");
        System.out.println(v + s.pop() + s.peek() + h + p.getProperty("x") + p.getProperty("z", "d") + v.elementAt(1));
    }
}

class IdentityMaps {
    public static void main(String[] args) throws Exception {
        IdentityHashMap<String, Integer> m = new IdentityHashMap<>();
        String a = new String("k"), b = new String("k");
        m.put(a, 1); m.put(b, 2);
        System.out.println(m.size() + " " + m.get(a) + m.get(b) + m.containsKey(new String("k")));
    }
}

class Optionals {
    public static void main(String[] args) throws Exception {
        Optional<String> o = Optional.of("x"), e = Optional.empty();
        System.out.println(o.map(String::length) + " " + e.map(String::length) + o.get() + e.orElse("d") + e.orElseGet(() -> "g") + o.filter(s -> s.isEmpty()).isPresent() + o.flatMap(s -> Optional.of(s + s)));
        try { e.orElseThrow(); } catch (NoSuchElementException x) { System.out.println(x.getMessage()); }
        o.ifPresentOrElse(System.out::println, () -> System.out.println("none"));
        System.out.println(OptionalInt.of(5) + " " + Optional.ofNullable(null).or(() -> Optional.of("or")).get() + o.equals(Optional.of("x")) + o.stream().count() + OptionalDouble.empty());
    }
}

class Randoms {
    public static void main(String[] args) throws Exception {
        Random r = new Random(42);
        System.out.println(r.nextInt() + " " + r.nextInt(100) + " " + r.nextLong() + " " + r.nextDouble() + " " + r.nextBoolean() + " " + r.nextGaussian() + " " + r.nextFloat());
        System.out.println(new Random(7).ints(5, 0, 10).boxed().toList() + " " + new SplittableRandom(3).nextInt(50));
    }
}

class Uuids {
    public static void main(String[] args) throws Exception {
        UUID u = UUID.fromString("123e4567-e89b-12d3-a456-426614174000");
        System.out.println(u + " " + u.version() + " " + u.hashCode() + " " + new UUID(1, 2) + u.compareTo(new UUID(1, 2)));
    }
}

class Base64s {
    public static void main(String[] args) throws Exception {
        String s = Base64.getEncoder().encodeToString("hello world?>".getBytes(StandardCharsets.UTF_8));
        System.out.println(s + " " + new String(Base64.getDecoder().decode(s), StandardCharsets.UTF_8) + " " + Base64.getUrlEncoder().withoutPadding().encodeToString(new byte[] {-1, -2}));
    }
}

class Streamed {
    public static void main(String[] args) throws Exception {
        StringWriter w = new StringWriter();
        PrintWriter p = new PrintWriter(w);
        p.print(1); p.println("x"); p.printf("%03d", 7); p.flush();
        System.out.println(w.toString().replace("\n", "|"));
        BufferedReader r = new BufferedReader(new StringReader("a\nb\n\nc"));
        for (String l; (l = r.readLine()) != null;) System.out.print("[" + l + "]");
        System.out.println();
    }
}

class ByteStreams {
    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream b = new ByteArrayOutputStream();
        DataOutputStream d = new DataOutputStream(b);
        d.writeInt(0x01020304); d.writeUTF("é"); d.writeDouble(1.5); d.writeBoolean(true);
        byte[] a = b.toByteArray();
        DataInputStream i = new DataInputStream(new ByteArrayInputStream(a));
        System.out.println(a.length + " " + a[3] + " " + i.readInt() + i.readUTF() + i.readDouble() + i.readBoolean() + i.read());
    }
}

class Buffers {
    public static void main(String[] args) throws Exception {
        ByteBuffer b = ByteBuffer.allocate(16);
        b.putInt(5).putLong(-1L).put((byte) 7);
        b.flip();
        System.out.println(b.getInt() + " " + b.getLong() + " " + b.get() + " " + b.remaining() + b.hasRemaining());
    }
}

class Hexes {
    public static void main(String[] args) throws Exception {
        System.out.println(HexFormat.of().formatHex(new byte[] {1, -1, 16}) + " " + HexFormat.ofDelimiter(":").formatHex(new byte[] {10, 11}) + HexFormat.fromHexDigits("ff"));
    }
}

class AbstractCollections {
    public static void main(String[] args) throws Exception {
        List<Integer> squares = new AbstractList<>() { public Integer get(int i) { return i * i; } public int size() { return 5; } };
        System.out.println(squares + " " + squares.contains(16) + squares.indexOf(9) + squares.stream().mapToInt(x -> x).sum() + new AbstractMap.SimpleEntry<>("k", 1));
    }
}

class WeakAndRefs {
    public static void main(String[] args) throws Exception {
        WeakReference<String> w = new WeakReference<>("literal");
        System.out.println(w.get());
        WeakHashMap<Integer, String> m = new WeakHashMap<>();
        m.put(1, "a");
        System.out.println(m);
    }
}

class SystemThings {
    public static void main(String[] args) throws Exception {
        System.out.println(System.lineSeparator().length() + " " + System.getProperty("no.such.property") + " " + System.getProperty("x", "dflt") + " " + System.identityHashCode(null));
        Object o = new Object();
        System.out.println((System.identityHashCode(o) == o.hashCode()) + " " + (System.nanoTime() <= System.nanoTime()) + " " + (Runtime.getRuntime().availableProcessors() > 0));
    }
}
