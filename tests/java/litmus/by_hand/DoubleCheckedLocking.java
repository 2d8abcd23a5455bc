// outcomes: made=1
// Under sequential consistency the idiom makes one object.
package litmus;

public class DoubleCheckedLocking {
    static volatile Object it;
    static int made;

    static Object get() {
        if (it == null) {
            synchronized (DoubleCheckedLocking.class) {
                if (it == null) {
                    made++;
                    it = new Object();
                }
            }
        }
        return it;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(DoubleCheckedLocking::get);
        t.start();
        get();
        t.join();
        System.out.println("made=" + made);
    }
}
