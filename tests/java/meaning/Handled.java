/** Handlers of a thread, of a group and of all threads run, in the thread that ends; one that throws ends it as well. */
public class Handled {
  static volatile int seen;

  static void run(Thread thread) throws Exception {
    thread.start();
    thread.join();
  }

  public static void main(String[] args) throws Exception {
    Runnable fails = () -> {
      throw new IllegalStateException();
    };
    Thread own = new Thread(fails);
    own.setUncaughtExceptionHandler((thread, thrown) -> seen += 1);
    run(own);
    ThreadGroup group = new ThreadGroup("mine") {
      @Override public void uncaughtException(Thread thread, Throwable thrown) {
        seen += 10;
      }
    };
    run(new Thread(group, fails));
    run(new Thread(new ThreadGroup(group, "inner"), fails));
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
      seen += 100;
      if (args.length != 0) throw new IllegalStateException("of the handler");
    });
    run(new Thread(fails));
    assert seen == 121 : seen;
  }
}
