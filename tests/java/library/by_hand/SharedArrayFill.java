// sees: [1, 1] | [2, 2] | [1, 2] | [2, 1]
// Arrays.fill is a loop over an array of the program.
package library;

import java.util.Arrays;

public class SharedArrayFill {
    public static void main(String[] args) throws Exception {
        int[] shared = new int[2];
        Thread other = new Thread(() -> Arrays.fill(shared, 1));
        other.start();
        Arrays.fill(shared, 2);
        other.join();
        System.out.println(Arrays.toString(shared));
    }
}
