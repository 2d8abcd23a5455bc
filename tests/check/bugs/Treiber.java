// The ABA problem in Treiber's stack with nodes that are used again (Herlihy and Shavit): one node gets two owners.
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

public class Treiber {
  static class Node {
    final AtomicInteger owners = new AtomicInteger();
    volatile Node next;
  }

  static final AtomicReference<Node> head = new AtomicReference<>();

  static Node pop() {
    for (;;) {
      Node top = head.get();
      if (top == null) return null;
      Node below = top.next;
      if (head.compareAndSet(top, below)) {
        assert top.owners.incrementAndGet() == 1;
        return top;
      }
    }
  }

  static void push(Node node) {
    node.owners.decrementAndGet();
    do {
      node.next = head.get();
    } while (!head.compareAndSet(node.next, node));
  }

  public static void main(String[] arguments) {
    int threads = Integer.parseInt(arguments[0]);
    for (int i = 0; i < threads + 1; i++) {
      Node node = new Node();
      node.next = head.get();
      head.set(node);
    }
    for (int i = 0; i < threads; i++) {
      new Thread(() -> {
        Node one = pop();
        Node two = pop();
        if (one != null) push(one);
        Node three = pop();
        if (two != null) push(two);
        if (three != null) push(three);
      }).start();
    }
  }
}
