// "LinkedList" of the IBM contest benchmarks: threads add to a list without a lock, and elements get lost.
public class LinkedBug {
  static class Node {
    final int value;
    Node next;

    Node(int value) { this.value = value; }
  }

  static final Node head = new Node(-1);

  static void add(int value) {
    Node last = head;
    while (last.next != null) last = last.next;
    last.next = new Node(value);
  }

  public static void main(String[] arguments) throws InterruptedException {
    int threads = Integer.parseInt(arguments[0]);
    int each = Integer.parseInt(arguments[1]);
    Thread[] builders = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      int from = i * each;
      builders[i] = new Thread(() -> {
        for (int j = 0; j < each; j++) add(from + j);
      });
    }
    for (Thread builder : builders) builder.start();
    for (Thread builder : builders) builder.join();
    int length = 0;
    for (Node node = head.next; node != null; node = node.next) length++;
    assert length == threads * each : length;
  }
}
