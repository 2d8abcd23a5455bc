/* Goetz et al., "Java Concurrency in Practice", listing 1.1: value++ without a lock.
   options: --property race
   cause: race
   threads: main, Thread-0
   values: Counter.value */
public class Counter {
  static int value;

  public static void main(String[] args) {
    new Thread(() -> value++).start();  /* ! */
    value++;  /* ! */
  }
}
