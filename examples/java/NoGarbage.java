// Table 2 of the JPF paper: two threads that add to a list and never remove anything.
//   NoGarbage COUNT
public class NoGarbage {
    static final class Node {
        final Node next;

        Node(Node next) {
            this.next = next;
        }
    }

    static Node list;

    static final class Adder extends Thread {
        final int count;

        Adder(int count) {
            this.count = count;
        }

        @Override
        public void run() {
            for (int i = 0; i < count; i++) {
                synchronized (NoGarbage.class) {
                    list = new Node(list);
                }
            }
        }
    }

    public static void main(String[] args) {
        int count = Integer.parseInt(args[0]);
        new Adder(count).start();
        new Adder(count).start();
    }
}
