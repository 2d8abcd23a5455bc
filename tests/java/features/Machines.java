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

// refused: the server of beans
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

// refused: drivers of databases
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

// refused: a checksum in native code
class UseZip {
  public static void main(String[] args) throws Exception {
    CRC32 c = new CRC32(); c.update(1); c.getValue();
  }
}

// refused: compression in native code
class UseDeflating {
  public static void main(String[] args) throws Exception {
    Deflater d = new Deflater(); d.setInput(new byte[3]); d.finish(); d.deflate(new byte[30]);
  }
}

// refused: a naming service
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

// refused: a parser of XML
class UseXml {
  public static void main(String[] args) throws Exception {
    DocumentBuilderFactory.newInstance().newDocumentBuilder();
  }
}

// refused: memory outside of the heap
class UseDirect {
  public static void main(String[] args) throws Exception {
    ByteBuffer.allocateDirect(16).putInt(1).flip();
  }
}

// refused: another standard output
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
