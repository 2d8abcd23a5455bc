package features;

import java.lang.management.*;
import java.util.*;
import java.util.concurrent.*;
import javax.management.*;
import javax.management.loading.*;
import javax.management.modelmbean.*;
import javax.management.monitor.*;
import javax.management.relation.*;
import javax.management.remote.*;
import javax.management.timer.Timer;

// refused: the run time and its properties
class UseRuntimeBean {
  public static void main(String[] args) throws Exception {
    RuntimeMXBean it = ManagementFactory.getRuntimeMXBean();
    Expect.same(System.getProperty("java.version"), it.getSystemProperties().get("java.version"));
    Expect.same(System.getProperty("java.vm.name"), it.getVmName());
    Expect.same(true, it.getUptime() >= 0 && it.getStartTime() > 0);
    Expect.same(0, it.getInputArguments().size());
    Expect.same(System.getProperty("java.class.path"), it.getClassPath());
  }
}

// refused: the number of the process
class UsePid {
  public static void main(String[] args) throws Exception {
    Expect.same(true, ManagementFactory.getRuntimeMXBean().getPid() > 0);
  }
}

// refused: its name
class UseProcessName {
  public static void main(String[] args) throws Exception {
    Expect.same(true, ManagementFactory.getRuntimeMXBean().getName().contains("@"));
  }
}

// refused: the threads that are there
class UseThreadBean {
  public static void main(String[] args) throws Exception {
    ThreadMXBean it = ManagementFactory.getThreadMXBean();
    int before = it.getThreadCount();
    CountDownLatch end = new CountDownLatch(1);
    Thread other = new Thread(() -> {
      try {
        end.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }, "other");
    other.start();
    Expect.same(before + 1, it.getThreadCount());
    Expect.same(1L, Arrays.stream(it.getAllThreadIds()).filter(id -> id == other.getId()).count());
    Expect.same(true, it.isThreadCpuTimeSupported());
    end.countDown();
    other.join();
    Expect.same(before, it.getThreadCount());
  }
}

// refused: what a thread is doing
class UseThreadInfos {
  public static void main(String[] args) throws Exception {
    Expect.same("main", ManagementFactory.getThreadMXBean().getThreadInfo(Thread.currentThread().getId()).getThreadName());
  }
}

// refused: how many threads there were at a time
class UsePeaks {
  public static void main(String[] args) throws Exception {
    Expect.same(true, ManagementFactory.getThreadMXBean().getPeakThreadCount() > 0);
  }
}

// refused: a search for deadlocks, which is the check's own
class UseDeadlocked {
  public static void main(String[] args) throws Exception {
    Expect.same(null, ManagementFactory.getThreadMXBean().findDeadlockedThreads());
  }
}

// refused: the time that a thread took
class UseCpuTimes {
  public static void main(String[] args) throws Exception {
    Expect.same(true, ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() != 0);
  }
}

// refused: the memory in use
class UseMemoryBean {
  public static void main(String[] args) throws Exception {
    MemoryUsage it = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    Expect.same(true, it.getCommitted() >= it.getUsed());
  }
}

// refused: pools of memory
class UseMemoryPools {
  public static void main(String[] args) throws Exception {
    Expect.same(true, ManagementFactory.getMemoryPoolMXBeans().size() > 0);
  }
}

// refused: collectors of garbage
class UseCollectors {
  public static void main(String[] args) throws Exception {
    Expect.same(true, ManagementFactory.getGarbageCollectorMXBeans().get(0).getCollectionCount() >= 0);
  }
}

// refused: the compiler
class UseCompilation {
  public static void main(String[] args) throws Exception {
    ManagementFactory.getCompilationMXBean().getName();
  }
}

// refused: how many classes there are
class UseClassCounts {
  public static void main(String[] args) throws Exception {
    Expect.same(true, ManagementFactory.getClassLoadingMXBean().getLoadedClassCount() > 0);
  }
}

// refused: the operating system
class UseOperatingSystem {
  public static void main(String[] args) throws Exception {
    OperatingSystemMXBean it = ManagementFactory.getOperatingSystemMXBean();
    Expect.same(System.getProperty("os.name"), it.getName());
    Expect.same(System.getProperty("os.arch"), it.getArch());
    Expect.same(Runtime.getRuntime().availableProcessors(), it.getAvailableProcessors());
  }
}

// holds: a bean of one's own
class UseOwnBean {
  public interface CounterMBean {
    int getCount();
    void add(int n);
  }
  public static class Counter implements CounterMBean {
    private int count;
    @Override public int getCount() { return count; }
    @Override public void add(int n) { count += n; }
  }
  public static void main(String[] args) throws Exception {
    MBeanServer server = MBeanServerFactory.newMBeanServer();
    ObjectName name = new ObjectName("features:type=Counter");
    server.registerMBean(new StandardMBean(new Counter(), CounterMBean.class), name);
    server.invoke(name, "add", new Object[] {3}, new String[] {"int"});
    Expect.same(3, server.getAttribute(name, "Count"));
    Expect.same(true, server.isRegistered(name));
    server.unregisterMBean(name);
    Expect.same(false, server.isRegistered(name));
  }
}

// holds: a bean on the server of the platform
class UsePlatformServer {
  public interface SizeMXBean {
    int getSize();
  }
  public static void main(String[] args) throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName name = new ObjectName("features:type=Size");
    SizeMXBean bean = () -> 5;
    server.registerMBean(new StandardMBean(bean, SizeMXBean.class, true), name);
    Expect.same(5, server.getAttribute(name, "Size"));
    Expect.same(server, ManagementFactory.getPlatformMBeanServer());
  }
}

// refused: a bean of the platform, by its name
class UsePlatformBean {
  public static void main(String[] args) throws Exception {
    Object name = ManagementFactory.getPlatformMBeanServer().getAttribute(new ObjectName("java.lang:type=Runtime"), "SpecVersion");
    Expect.same(System.getProperty("java.vm.specification.version"), name);
  }
}

// holds: names and patterns of beans
class UseObjectNames {
  public static void main(String[] args) throws Exception {
    Expect.same(true, new ObjectName("a:*").apply(new ObjectName("a:b=c")));
    Expect.same("a:b=c,d=e", new ObjectName("a:d=e,b=c").getCanonicalName());
  }
}

// holds: a bean that is described
class UseModelBean {
  public static void main(String[] args) throws Exception {
    RequiredModelMBean bean = new RequiredModelMBean(new ModelMBeanInfoSupport("Name", "description", null, null, null, null));
    bean.setManagedResource(new Object(), "ObjectReference");
    Expect.same("Name", bean.getMBeanInfo().getClassName());
  }
}

// holds: roles and relations
class UseRelations {
  public static void main(String[] args) throws Exception {
    RoleInfo info = new RoleInfo("role", "java.lang.Object");
    Expect.same("role", info.getName());
    Expect.same("t", new RelationTypeSupport("t", new RoleInfo[] {info}).getRelationTypeName());
  }
}

// holds: the address of a connector
class UseServiceUrl {
  public static void main(String[] args) throws Exception {
    Expect.same("rmi", new JMXServiceURL("service:jmx:rmi:///jndi/rmi://h:9/jmxrmi").getProtocol());
  }
}

// holds: a monitor and a timer that nobody starts
class UseMonitors {
  public static void main(String[] args) throws Exception {
    CounterMonitor monitor = new CounterMonitor();
    monitor.setGranularityPeriod(5);
    Expect.same(false, monitor.isActive());
    Timer timer = new Timer();
    timer.addNotification("type", "message", null, new Date(1L << 42));
    Expect.same(1, timer.getNbNotifications());
  }
}
