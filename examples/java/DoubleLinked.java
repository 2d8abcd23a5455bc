// Table 2 of the JPF paper: two threads that build a doubly linked list and then lose the only reference to it. Its nodes
// refer to each other, so counting references never frees them.
//   DoubleLinked COUNT
public class DoubleLinked {
    static final class Node {
        Node next, previous;
    }

    static final class Builder extends Thread {
        final int count;
        Node list;

        Builder(int count) {
            this.count = count;
        }

        @Override
        public void run() {
            for (int i = 0; i < count; i++) {
                synchronized (DoubleLinked.class) {
                    Node node = new Node();
                    node.next = list;
                    if (list != null) list.previous = node;
                    list = node;
                }
            }
            list = null;
            for (int i = 0; i < count; i++) {
                synchronized (DoubleLinked.class) {
                    list = null;
                }
            }
        }
    }

    public static void main(String[] args) {
        int count = Integer.parseInt(args[0]);
        new Builder(count).start();
        new Builder(count).start();
    }
}
