// outcomes: 1 | 2
// An updater's operation is one, whosever field it is; what the program does beside it is not.
package library;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

public class FieldUpdated {
    static final AtomicIntegerFieldUpdater<FieldUpdated> UPDATER =
            AtomicIntegerFieldUpdater.newUpdater(FieldUpdated.class, "count");
    volatile int count;

    public static void main(String[] args) throws Exception {
        FieldUpdated object = new FieldUpdated();
        Thread other = new Thread(() -> UPDATER.incrementAndGet(object));
        other.start();
        object.count = object.count + 1;
        other.join();
        System.out.println(object.count);
    }
}
