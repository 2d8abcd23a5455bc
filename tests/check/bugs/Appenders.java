// A deadlock as in log4j 1.2 (JaConTeBe): a logger locks its appender, a closing thread locks them the other way round.
import java.util.ArrayList;
import java.util.List;

public class Appenders {
  static class Appender {
    final List<String> lines = new ArrayList<>();
    Logger owner;

    synchronized void append(String line) { lines.add(line); }

    synchronized void close() {
      lines.add("closed");
      owner.remove(this);
    }
  }

  static class Logger {
    final List<Appender> appenders = new ArrayList<>();

    synchronized void log(String line) {
      for (Appender appender : appenders) appender.append(line);
    }

    synchronized void remove(Appender appender) {
      List<Appender> rest = new ArrayList<>(appenders);
      rest.remove(appender);
      appenders.clear();
      appenders.addAll(rest);
    }
  }

  public static void main(String[] arguments) {
    int writers = Integer.parseInt(arguments[0]);
    Logger logger = new Logger();
    Appender[] all = new Appender[3];
    for (int i = 0; i < all.length; i++) {
      all[i] = new Appender();
      all[i].owner = logger;
      logger.appenders.add(all[i]);
    }
    for (int i = 0; i < writers; i++) {
      String name = "writer " + i;
      new Thread(() -> {
        logger.log(name + " begins");
        logger.log(name + " ends");
      }).start();
    }
    new Thread(() -> all[1].close()).start();
  }
}
