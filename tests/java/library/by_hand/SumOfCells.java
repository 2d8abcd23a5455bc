// outcomes: 1 2 | 2 2
// LongAdder.sum adds up cell by cell, and increments are never lost.
package library;

import java.util.concurrent.atomic.LongAdder;

public class SumOfCells {
    public static void main(String[] args) throws Exception {
        LongAdder adder = new LongAdder();
        Thread other = new Thread(adder::increment);
        other.start();
        adder.increment();
        long seen = adder.sum();
        other.join();
        System.out.println(seen + " " + adder.sum());
    }
}
