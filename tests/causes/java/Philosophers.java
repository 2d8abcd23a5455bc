/* The dining philosophers with java.util.concurrent's locks: Oracle's tutorial on liveness, and many others.
   cause: cycle
   threads: Thread-0, Thread-1
   locks: Philosophers.forks[0], Philosophers.forks[1] */
import java.util.concurrent.locks.ReentrantLock;

public class Philosophers {
  static final ReentrantLock[] forks = {new ReentrantLock(), new ReentrantLock()};

  static void dine(int left, int right) {
    forks[left].lock();
    forks[right].lock();  /* ! */
    forks[right].unlock();
    forks[left].unlock();
  }

  public static void main(String[] args) {
    new Thread(() -> dine(0, 1)).start();
    new Thread(() -> dine(1, 0)).start();
  }
}
