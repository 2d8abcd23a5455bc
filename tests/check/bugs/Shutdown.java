// A pool's lost wake-up: shutdown sets the flag without the lock, between a worker's test and its wait.
import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class Shutdown {
  static final ReentrantLock lock = new ReentrantLock();
  static final Condition changed = lock.newCondition();
  static final ArrayDeque<Integer> tasks = new ArrayDeque<>();
  static volatile boolean closed;
  static int done;

  static void work() {
    for (;;) {
      lock.lock();
      try {
        while (tasks.isEmpty()) {
          if (closed) return;
          changed.awaitUninterruptibly();
        }
        tasks.poll();
        done++;
      } finally {
        lock.unlock();
      }
    }
  }

  static void submit(int task) {
    lock.lock();
    try {
      tasks.add(task);
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  static void shutdown() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    closed = true;  // too late for those that have been woken
  }

  public static void main(String[] arguments) {
    int workers = Integer.parseInt(arguments[0]);
    int jobs = Integer.parseInt(arguments[1]);
    for (int i = 0; i < workers; i++) new Thread(Shutdown::work).start();
    for (int i = 0; i < jobs; i++) submit(i);
    shutdown();
  }
}
