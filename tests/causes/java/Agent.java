/* Havelund, Lowry, Penix 2001, "Formal analysis of a space-craft controller using Spin": NASA's Remote Agent.
   cause: lost notification
   threads: First, Second
   locks: Agent.two */
public class Agent {
  static class Event {
    int count;

    synchronized void await() throws InterruptedException {
      wait();  /* ! */
    }

    synchronized void signal() {
      count = (count + 1) % 3;
      notifyAll();  /* ! */
    }
  }

  static final Event one = new Event();
  static final Event two = new Event();

  static void serve(Event mine, Event other) {
    int seen = 0;
    try {
      while (true) {
        if (seen == mine.count) mine.await();
        seen = mine.count;
        other.signal();
      }
    } catch (InterruptedException never) {
    }
  }

  public static void main(String[] args) {
    new Thread(() -> { two.signal(); serve(one, two); }, "First").start();
    new Thread(() -> serve(two, one), "Second").start();
  }
}
