// outcomes: made=1 | made=2
// Without a lock both may find nothing; made++ is then done twice, one of which may also be lost.
package litmus;

public class UncheckedSingleton {
    static Object it;
    static int made;

    static void get() {
        if (it == null) {
            made++;
            it = new Object();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(UncheckedSingleton::get);
        t.start();
        get();
        t.join();
        System.out.println("made=" + made);
    }
}
