// outcomes: 2 | 11 | 20
// So does a parallel one.
package library;

import java.util.Arrays;

public class ParallelStreamOfSharedArray {
    public static void main(String[] args) throws Exception {
        int[] shared = {1, 1};
        Thread other = new Thread(() -> {
            shared[0] = 10;
            shared[1] = 10;
        });
        other.start();
        System.out.println(Arrays.stream(shared).parallel().sum());
    }
}
