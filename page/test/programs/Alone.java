// Holds, and shows little: one thread, and a condition that is always true.
public class Alone {
    public static void main(String[] arguments) {
        int count = arguments.length;
        if (count < 1) {
            count++;
        }
        assert count == 1;
    }
}
