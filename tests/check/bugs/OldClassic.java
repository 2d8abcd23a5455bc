// "OldClassic" of PathFinder, after the Remote Agent of Deep Space 1: an event is signalled between test and wait.
public class OldClassic {
  static class Event {
    int count;

    synchronized void signal() {
      count++;
      notifyAll();
    }

    synchronized void await() throws InterruptedException {
      wait();
    }
  }

  static void task(Event mine, Event other, int rounds) {
    int seen = mine.count;
    try {
      for (int i = 0; i < rounds; i++) {
        other.signal();
        if (seen == mine.count) mine.await();  // the test is not under the lock
        seen = mine.count;
      }
      other.signal();
    } catch (InterruptedException never) {
    }
  }

  public static void main(String[] arguments) {
    int rounds = Integer.parseInt(arguments[0]);
    Event one = new Event();
    Event two = new Event();
    new Thread(() -> task(one, two, rounds)).start();
    new Thread(() -> task(two, one, rounds)).start();
  }
}
