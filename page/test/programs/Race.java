// Two threads that write what nothing orders.
public class Race {
    static int count = 0;

    public static void main(String[] arguments) {
        Thread other = new Thread(() -> count = count + 1);
        other.start();
        count = count + 1;
    }
}
