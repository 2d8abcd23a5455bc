// outcomes: 0 | -1
// A long is written in one step here (techniques: sequential consistency); Java allows halves only without volatile.
package litmus;

public class LongsAreWhole {
    static volatile long x;

    public static void main(String[] args) {
        new Thread(() -> x = -1L).start();
        System.out.println(x);
    }
}
