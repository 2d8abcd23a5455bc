// Two threads take two locks in opposite orders.
public class Locks {
    static final Object left = new Object();
    static final Object right = new Object();

    static void both(Object first, Object second, int times) {
        for (int i = 0; i < times; ++i) {
            synchronized (first) {
                synchronized (second) {
                    second.hashCode();
                }
            }
        }
    }

    public static void main(String[] arguments) {
        new Thread(() -> both(right, left, 1)).start();
        both(left, right, 1);
    }
}
