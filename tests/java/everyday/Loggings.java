package everyday;

import java.util.*;
import java.util.logging.*;

class Collected extends Handler {
    final List<String> lines = new ArrayList<>(4);

    @Override public void publish(LogRecord record) {
        if (isLoggable(record)) lines.add(record.getLevel() + " " + new SimpleFormatter().formatMessage(record));
    }
    @Override public void flush() { }
    @Override public void close() { }

    static Logger logger(String name, Collected handler) {
        Logger logger = Logger.getLogger(name);
        logger.setUseParentHandlers(false);
        logger.addHandler(handler);
        return logger;
    }
}

// holds: a message to the console
class LogConsole {
    public static void main(String[] args) {
        Logger.getLogger("everyday").info("to standard error");
        System.out.println(Logger.getLogger("everyday").getName());
    }
}

// holds, sequential: levels
class LogLevels {
    public static void main(String[] args) {
        Collected all = new Collected();
        Logger logger = Collected.logger("levels", all);
        logger.setLevel(Level.INFO);
        logger.fine("no");
        logger.info("yes");
        logger.warning("also");
        logger.log(Level.SEVERE, "{0} of {1}", new Object[] {1, 2});
        System.out.println(all.lines + " " + logger.isLoggable(Level.CONFIG));
    }
}

// holds, sequential: parents
class LogParents {
    public static void main(String[] args) {
        Collected all = new Collected();
        Logger parent = Collected.logger("a.b", all);
        Logger child = Logger.getLogger("a.b.c");
        child.info("child");
        System.out.println(all.lines + " " + (child.getParent() == parent));
    }
}

// holds, sequential: filters and suppliers
class LogFilter {
    static int asked;

    public static void main(String[] args) {
        Collected all = new Collected();
        Logger logger = Collected.logger("filter", all);
        logger.setFilter(record -> !record.getMessage().contains("secret"));
        logger.info("secret");
        logger.info(() -> "asked " + ++asked);
        logger.fine(() -> "asked " + ++asked);
        System.out.println(all.lines + " " + asked);
    }
}

// holds, sequential: exceptions
class LogThrown {
    public static void main(String[] args) {
        List<Throwable> thrown = new ArrayList<>();
        Logger logger = Logger.getLogger("thrown");
        logger.setUseParentHandlers(false);
        logger.addHandler(new Handler() {
            @Override public void publish(LogRecord record) {
                thrown.add(record.getThrown());
            }
            @Override public void flush() { }
            @Override public void close() { }
        });
        logger.log(Level.WARNING, "failed", new IllegalStateException("why"));
        System.out.println(thrown);
    }
}

// holds, sequential: one logger for a name
class LogSame {
    public static void main(String[] args) {
        System.out.println(Logger.getLogger("x") == Logger.getLogger("x"));
        System.out.println(Level.parse("WARNING").intValue() + " " + Level.ALL);
    }
}

// holds, sequential: a formatter
class LogFormatter {
    public static void main(String[] args) {
        Logger logger = Logger.getLogger("formatter");
        logger.setUseParentHandlers(false);
        StreamHandler handler = new StreamHandler(System.out, new java.util.logging.Formatter() {
            @Override public String format(LogRecord record) {
                return "[" + record.getLevel() + "] " + record.getLoggerName() + ": " + formatMessage(record) + "\n";
            }
        });
        logger.addHandler(handler);
        logger.warning("look");
        handler.flush();
    }
}

// holds, sequential: the platform's logger
class LogSystem {
    public static void main(String[] args) {
        System.Logger logger = System.getLogger("system");
        logger.log(System.Logger.Level.DEBUG, "not shown");
        System.out.println(logger.getName() + " " + logger.isLoggable(System.Logger.Level.ERROR));
    }
}

// assertion, sequential: a handler's level counts, too
class LogHandlerLevel {
    public static void main(String[] args) {
        Collected all = new Collected();
        all.setLevel(Level.SEVERE);
        Collected.logger("handler", all).warning("lost");
        assert all.lines.size() == 1 : all.lines;
    }
}

// exception, sequential: no such level
class LogNoLevel {
    public static void main(String[] args) {
        Level.parse("LOUD");
    }
}

// assertion: a handler without a lock loses lines
class LogShared {
    public static void main(String[] args) throws Exception {
        Collected all = new Collected();
        Logger logger = Collected.logger("shared", all);
        Thread a = new Thread(() -> logger.info("a")), b = new Thread(() -> logger.info("b"));
        a.start();
        b.start();
        a.join();
        b.join();
        assert all.lines.size() == 2;
    }
}

// holds: one with a lock does not
class LogLocked {
    static int lines;

    public static void main(String[] args) throws Exception {
        Logger logger = Logger.getLogger("locked");
        logger.setUseParentHandlers(false);
        logger.addHandler(new Handler() {
            @Override public synchronized void publish(LogRecord record) {
                lines++;
            }
            @Override public void flush() { }
            @Override public void close() { }
        });
        Thread a = new Thread(() -> logger.info("a")), b = new Thread(() -> logger.info("b"));
        a.start();
        b.start();
        a.join();
        b.join();
        assert lines == 2;
    }
}
