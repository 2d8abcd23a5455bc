import java.lang.ref.*;
import java.util.*;
import java.util.function.*;

/** Each word is one use of a weak or soft reference; weak.py has the verdicts. */
public class Weak {
  static class Node {
    Node next;
  }
  static class Own extends WeakReference<Object> {
    Own(Object it) { super(it); }
  }

  static volatile Reference<Object> shared;
  static volatile Object strong;
  static volatile int stage;

  static void dead() {
    Reference<Object> w = new WeakReference<>(new Object());
    if (w.get() == null) throw new IllegalStateException("cleared");
  }

  static void held() {
    Object it = new Object();
    Reference<Object> w = new WeakReference<>(it);
    if (w.get() == null || w.refersTo(null)) throw new IllegalStateException("cleared");
    Reference.reachabilityFence(it);
  }

  static void field() {
    strong = new Object();
    Reference<Object> w = new WeakReference<>(strong);
    if (w.get() == null) throw new IllegalStateException("cleared");
  }

  static void soft() {
    Reference<Object> w = new SoftReference<>(new Object());
    if (w.get() == null) throw new IllegalStateException("cleared");
  }

  static void own() {
    if (new Own(new Object()).get() == null) throw new IllegalStateException("cleared");
  }

  static void maker() {
    Function<Object, Reference<Object>> make = WeakReference::new;
    if (make.apply(new Object()).get() == null) throw new IllegalStateException("cleared");
  }

  static void stream() {
    List<Reference<Object>> all = new ArrayList<>();
    all.add(new WeakReference<>(new Object()));
    if (all.stream().map(Reference::get).anyMatch(Objects::isNull)) throw new IllegalStateException("cleared");
  }

  static void refers() {
    Reference<Object> w = new WeakReference<>(new Object());
    if (w.refersTo(null)) throw new IllegalStateException("cleared");
  }

  static void twice() {
    Reference<Object> w = new WeakReference<>(new Object());
    Object it = w.get();
    if (it != null && w.get() == null) throw new IllegalStateException("cleared while it is held");
    Reference.reachabilityFence(it);
  }

  static void once() {
    Reference<Object> w = new WeakReference<>(new Object());
    if (w.get() == null && w.get() != null) throw new IllegalStateException("there again");
  }

  // All references to one object are cleared together, soft ones too.
  static void together() {
    Object it = new Object();
    Reference<Object> one = new WeakReference<>(it), other = new SoftReference<>(it);
    it = null;
    if (one.get() == null && other.get() != null) throw new IllegalStateException("one by one");
  }

  // And those to what leads to it.
  static void chain() {
    Node last = new Node(), first = new Node();
    first.next = last;
    Reference<Node> toFirst = new WeakReference<>(first), toLast = new WeakReference<>(last);
    first = last = null;
    if (toLast.get() == null && toFirst.get() != null) throw new IllegalStateException("a hole in a chain");
  }

  static void chainBack() {
    Node last = new Node(), first = new Node();
    first.next = last;
    Reference<Node> toFirst = new WeakReference<>(first), toLast = new WeakReference<>(last);
    first = last = null;
    if (toFirst.get() == null && toLast.get() != null) throw new IllegalStateException("the end of it lives on");
  }

  static void cycle() {
    Node one = new Node(), other = new Node();
    one.next = other;
    other.next = one;
    Reference<Node> w = new WeakReference<>(one);
    one = other = null;
    if (w.get() == null) throw new IllegalStateException("cleared");
  }

  // A weak reference to a weak reference.
  static void nested() {
    Reference<Object> inner = new WeakReference<>(new Object());
    Reference<Reference<Object>> outer = new WeakReference<>(inner);
    inner = null;
    Reference<Object> back = outer.get();
    if (back != null && back.get() == null) throw new IllegalStateException("cleared");
  }

  // Another thread has it in stage 1, and has let go of it when it stands before stage 3.
  static void thread(int when) throws Exception {
    Object it = new Object();
    shared = new WeakReference<>(it);
    Thread other = new Thread(() -> {
      Object mine = shared.get();
      if (mine == null) return;
      stage = 1;
      stage = 2;
      Reference.reachabilityFence(mine);
      stage = 3;
    });
    other.start();
    Reference.reachabilityFence(it);
    it = null;
    int before = stage;
    Object found = shared.get();
    int after = stage;
    if (before == when && after == when && found == null) throw new IllegalStateException("cleared");
    other.join();
  }

  // Nobody can lose it between the test and the use: one get only.
  static void cache(boolean careful) throws Exception {
    shared = new SoftReference<>("value".repeat(2));
    Runnable user = () -> {
      if (careful) {
        Object value = shared.get();
        if (value != null) value.hashCode();
      } else if (shared.get() != null) {
        shared.get().hashCode();
      }
    };
    Thread other = new Thread(user);
    other.start();
    user.run();
    other.join();
  }

  // The program itself clears it.
  static void clear() throws Exception {
    Object it = new Object();
    shared = new WeakReference<>(it);
    Thread other = new Thread(() -> shared.clear());
    other.start();
    if (shared.get() != null && shared.get() == null) throw new IllegalStateException("cleared in between");
    Reference.reachabilityFence(it);
    other.join();
  }

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "dead" -> dead();
      case "held" -> held();
      case "field" -> field();
      case "soft" -> soft();
      case "own" -> own();
      case "maker" -> maker();
      case "stream" -> stream();
      case "refers" -> refers();
      case "twice" -> twice();
      case "once" -> once();
      case "together" -> together();
      case "chain" -> chain();
      case "chain-back" -> chainBack();
      case "cycle" -> cycle();
      case "nested" -> nested();
      case "thread-has" -> thread(1);
      case "thread-had" -> thread(2);
      case "cache" -> cache(true);
      case "cache-twice" -> cache(false);
      case "clear" -> clear();
      case "queue" -> new WeakReference<>(new Object(), new ReferenceQueue<>());
      case "map" -> new WeakHashMap<Object, Object>().put(new Object(), 1);
      case "cleaner" -> Cleaner.create().register(new Object(), () -> { });
      case "phantom" -> new PhantomReference<>(new Object(), new ReferenceQueue<>());
      default -> throw new IllegalArgumentException(args[0]);
    }
  }
}
