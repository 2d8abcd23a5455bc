package features;

import java.lang.ref.*;
import java.util.*;

// holds: a shutdown hook, which never runs
class UseHooks {
  public static void main(String[] args) throws Exception {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> { throw new IllegalStateException("hook"); }));
  }
}

// holds: all stack traces
class UseAgents {
  public static void main(String[] args) throws Exception {
    Thread.getAllStackTraces();
  }
}

// holds: the threads of a group
class UseGroups {
  public static void main(String[] args) throws Exception {
    Thread t = new Thread(() -> { }); t.start(); Thread.currentThread().getThreadGroup().enumerate(new Thread[4]);
  }
}

// holds: a weak reference
class UseWeak {
  public static void main(String[] args) throws Exception {
    WeakReference<Object> w = new WeakReference<>(new Object()); System.gc(); w.get();
  }
}

// holds: a cleaner
class UseCleaning {
  public static void main(String[] args) throws Exception {
    Cleaner.create().register(new Object(), () -> { });
  }
}
