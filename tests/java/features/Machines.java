package features;

import java.awt.*;
import java.awt.image.*;
import java.io.*;
import java.lang.management.*;
import java.net.*;
import java.net.http.*;
import java.nio.*;
import java.sql.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.jar.*;
import java.util.prefs.*;
import java.util.zip.*;
import javax.naming.*;
import javax.xml.parsers.*;

// holds: a point
class UseAwtPoint {
  public static void main(String[] args) throws Exception {
    new Point(1, 2).translate(1, 1);
  }
}

// refused: an image
class UseAwtImage {
  public static void main(String[] args) throws Exception {
    new BufferedImage(2, 2, BufferedImage.TYPE_INT_RGB).getWidth();
  }
}

// refused: the bean of the run time
class UseManagement {
  public static void main(String[] args) throws Exception {
    ManagementFactory.getRuntimeMXBean().getName();
  }
}

// holds: the server of beans
class UseBeans {
  public static void main(String[] args) throws Exception {
    ManagementFactory.getPlatformMBeanServer();
  }
}

// refused: a native library
class UseNativeLibrary {
  public static void main(String[] args) throws Exception {
    System.loadLibrary("net");
  }
}

// refused: a native library that is not there
class UseNativeFile {
  public static void main(String[] args) throws Exception {
    try { System.load("/lib/libabsent.so"); } catch (UnsatisfiedLinkError e) { }
  }
}

// refused: a socket
class UseSocket {
  public static void main(String[] args) throws Exception {
    new ServerSocket(0).close();
  }
}

// refused: an address
class UseAddress {
  public static void main(String[] args) throws Exception {
    InetAddress.getByName("localhost");
  }
}

// refused: a process
class UseProcess {
  public static void main(String[] args) throws Exception {
    new ProcessBuilder("true").start().waitFor();
  }
}

// refused: the own process
class UseProcessHandles {
  public static void main(String[] args) throws Exception {
    ProcessHandle.current().pid();
  }
}

// refused: the console
class UseConsole {
  public static void main(String[] args) throws Exception {
    if (System.console() != null) throw new IllegalStateException();
  }
}

// refused: a client of HTTP
class UseHttp {
  public static void main(String[] args) throws Exception {
    HttpClient.newHttpClient();
  }
}

// holds: drivers of databases
class UseSql {
  public static void main(String[] args) throws Exception {
    DriverManager.getDrivers();
  }
}

// refused: preferences
class UsePreferences {
  public static void main(String[] args) throws Exception {
    Preferences.userRoot().get("a", "b");
  }
}

// holds: a checksum
class UseZip {
  public static void main(String[] args) throws Exception {
    CRC32 c = new CRC32(); c.update(1); c.getValue();
  }
}

// holds: compression
class UseDeflating {
  public static void main(String[] args) throws Exception {
    Deflater d = new Deflater(); d.setInput(new byte[3]); d.finish(); d.deflate(new byte[30]);
  }
}

// holds: a naming service
class UseNaming {
  public static void main(String[] args) throws Exception {
    try { new InitialContext().lookup("java:comp/env"); } catch (NoInitialContextException e) { }
  }
}

// holds: serialisation
class UseSerial {
  public static void main(String[] args) throws Exception {
    ByteArrayOutputStream b = new ByteArrayOutputStream();
    new ObjectOutputStream(b).writeObject("x");
    new ObjectInputStream(new ByteArrayInputStream(b.toByteArray())).readObject();
  }
}

// holds: a parser of XML
class UseXml {
  public static void main(String[] args) throws Exception {
    DocumentBuilderFactory.newInstance().newDocumentBuilder();
  }
}

// holds: memory outside of the heap
class UseDirect {
  public static void main(String[] args) throws Exception {
    ByteBuffer one = ByteBuffer.allocateDirect(16);
    ByteBuffer other = ByteBuffer.allocateDirect(8);
    one.putInt(1).putLong(-2).flip();
    other.put(one.slice(4, 8)).flip();
    assert one.isDirect() && one.capacity() == 16 && one.getInt() == 1 && other.getLong() == -2;
    assert other.limit() == 8 && !other.hasRemaining();
    ByteBuffer bytes = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
    one.order(ByteOrder.LITTLE_ENDIAN).clear();
    one.putInt(0x01020304).put((byte) 5).flip();
    bytes.put(one).flip();
    assert bytes.get(0) == 4 && bytes.get(4) == 5 : bytes;
  }
}

// holds: memory that sun.misc.Unsafe allocates, moves and frees
class UseRawMemory {
  public static void main(String[] args) throws Exception {
    var field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
    field.setAccessible(true);
    var unsafe = (sun.misc.Unsafe) field.get(null);
    long first = unsafe.allocateMemory(12);
    long second = unsafe.allocateMemory(100);
    unsafe.setMemory(first, 12, (byte) 7);
    unsafe.putLong(first + 4, 42);
    unsafe.copyMemory(first, second + 10, 12);
    first = unsafe.reallocateMemory(first, 24);
    assert unsafe.getLong(first + 4) == 42 && unsafe.getByte(first) == 7 && unsafe.getLong(second + 14) == 42;
    assert unsafe.addressSize() == 8 && unsafe.pageSize() > 0 && first != second;
    unsafe.freeMemory(first);
    unsafe.freeMemory(second);
  }
}

// refused: memory outside of the heap after it was freed, where a JVM may crash
class UseFreedMemory {
  public static void main(String[] args) throws Exception {
    var field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
    field.setAccessible(true);
    var unsafe = (sun.misc.Unsafe) field.get(null);
    long memory = unsafe.allocateMemory(8);
    unsafe.freeMemory(memory);
    unsafe.getByte(memory);
  }
}

// holds: a native method by reflection, of an object and of a class
class UseServedByReflection {
  public static void main(String[] args) throws Exception {
    Object it = new Object();
    assert (int) Object.class.getMethod("hashCode").invoke(it) == it.hashCode();
    assert Object.class.getMethod("getClass").invoke("x") == String.class;
    assert (boolean) Class.class.getMethod("isRecord").invoke(String.class) == false;
    assert (int) Object.class.getMethod("hashCode").invoke(7) == 7;
    assert (double) Math.class.getMethod("sqrt", double.class).invoke(null, 16.0) == 4.0;
    System.class.getMethod("arraycopy", Object.class, int.class, Object.class, int.class, int.class)
        .invoke(null, new int[] {1}, 0, new int[1], 0, 1);
    try {
      System.class.getMethod("arraycopy", Object.class, int.class, Object.class, int.class, int.class)
          .invoke(null, new int[1], 0, new int[1], 0, 2);
      assert false;
    } catch (java.lang.reflect.InvocationTargetException e) {
      assert e.getCause() instanceof ArrayIndexOutOfBoundsException;
    }
  }
}

// holds: a lambda that the program itself asks the factory for
class UseLambdaFactory {
  interface Named {
    String name(Integer number);
    default String twice(Integer number) { return name(number) + name(number); }
  }

  static String name(String before, Object number) { return before + number; }

  public static void main(String[] args) throws Throwable {
    var lookup = java.lang.invoke.MethodHandles.lookup();
    var text = java.lang.invoke.MethodType.methodType(String.class, String.class, Object.class);
    var site = java.lang.invoke.LambdaMetafactory.metafactory(lookup, "name",
        java.lang.invoke.MethodType.methodType(Named.class, String.class),
        java.lang.invoke.MethodType.methodType(String.class, Integer.class),
        lookup.findStatic(UseLambdaFactory.class, "name", text),
        java.lang.invoke.MethodType.methodType(String.class, Integer.class));
    Named named = (Named) site.getTarget().invoke("n");
    assert named.name(1).equals("n1") && named.twice(2).equals("n2n2") : named.twice(2);
  }
}

// holds: another standard output
class UsePrinting {
  public static void main(String[] args) throws Exception {
    System.setOut(new PrintStream(new ByteArrayOutputStream())); System.out.println(1);
  }
}

// holds: a logger of the system
class UseLogs {
  public static void main(String[] args) throws Exception {
    System.getLogger("x").log(System.Logger.Level.INFO, "hello");
  }
}

// holds: a manifest
class UseJar {
  public static void main(String[] args) throws Exception {
    new Manifest().getMainAttributes();
  }
}

// holds: a publisher
class UseFlowing {
  public static void main(String[] args) throws Exception {
    new SubmissionPublisher<String>().close();
  }
}
