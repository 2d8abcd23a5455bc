package features;

import java.awt.geom.*;
import java.beans.*;
import java.io.*;
import java.lang.constant.*;
import java.net.*;
import java.net.http.*;
import java.nio.charset.*;
import java.text.*;
import java.time.*;
import java.time.chrono.*;
import java.util.*;
import java.util.jar.*;
import java.util.zip.*;
import javax.management.openmbean.*;
import javax.security.auth.x500.*;
import javax.sound.sampled.*;
import javax.swing.table.*;
import javax.xml.parsers.*;
import javax.xml.stream.*;
import javax.xml.xpath.*;

// These were written, with what is expected of them, before the first of them was run.
class Expect {
  static void same(Object wanted, Object found) {
    if (!Objects.equals(wanted, found)) throw new IllegalStateException(found + " instead of " + wanted);
  }
}

// holds: nominal descriptors
class UseDescriptors {
  public static void main(String[] args) throws Exception {
    ClassDesc list = ClassDesc.of("java.util.List");
    Expect.same("(Ljava/util/List;I)V", MethodTypeDesc.of(ConstantDescs.CD_void, list, ConstantDescs.CD_int).descriptorString());
    Expect.same("List", list.displayName());
  }
}

// holds: where sentences end
class UseBreaking {
  public static void main(String[] args) throws Exception {
    BreakIterator it = BreakIterator.getSentenceInstance(Locale.ENGLISH);
    it.setText("One. Two is here.");
    it.first();
    Expect.same(5, it.next());
    Expect.same(17, it.next());
  }
}

// holds: other calendars
class UseCalendars {
  public static void main(String[] args) throws Exception {
    LocalDate day = LocalDate.of(2024, 2, 29);
    Expect.same("Japanese Reiwa 6-02-29", JapaneseDate.from(day).toString());
    Expect.same("ThaiBuddhist BE 2567-02-29", ThaiBuddhistDate.from(day).toString());
    Expect.same("Hijrah-umalqura AH 1445-08-19", HijrahDate.from(day).toString());
  }
}

// holds: a jar in memory
class UseJarStreams {
  public static void main(String[] args) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    try (JarOutputStream out = new JarOutputStream(bytes, manifest)) {
      out.putNextEntry(new ZipEntry("a.txt"));
      out.write("text".getBytes(StandardCharsets.UTF_8));
      out.closeEntry();
    }
    try (JarInputStream in = new JarInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      Expect.same("1.0", in.getManifest().getMainAttributes().getValue("Manifest-Version"));
      Expect.same("a.txt", in.getNextEntry().getName());
      Expect.same("text", new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}

// holds: a distinguished name
class UsePrincipal {
  public static void main(String[] args) throws Exception {
    X500Principal it = new X500Principal("CN=Duke, OU=Java, O=Oracle, C=US");
    Expect.same("CN=Duke,OU=Java,O=Oracle,C=US", it.getName());
    Expect.same(it, new X500Principal(it.getEncoded()));
  }
}

// holds: open types of management
class UseOpenTypes {
  public static void main(String[] args) throws Exception {
    String[] names = {"x"};
    CompositeType type = new CompositeType("point", "a point", names, names, new OpenType<?>[] {SimpleType.INTEGER});
    CompositeData data = new CompositeDataSupport(type, names, new Object[] {3});
    Expect.same(3, data.get("x"));
  }
}

// holds: a path into a document
class UseXpath {
  public static void main(String[] args) throws Exception {
    var document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new ByteArrayInputStream("<a><b c='1'/><b c='2'/></a>".getBytes()));
    Expect.same("2", XPathFactory.newInstance().newXPath().evaluate("/a/b[2]/@c", document));
  }
}

// holds: a stream of XML events
class UseXmlStream {
  public static void main(String[] args) throws Exception {
    XMLStreamReader in = XMLInputFactory.newInstance().createXMLStreamReader(new StringReader("<a>text</a>"));
    in.next();
    Expect.same("a", in.getLocalName());
    Expect.same("text", in.getElementText());
  }
}

// holds: areas and transforms
class UseGeometry {
  public static void main(String[] args) throws Exception {
    Area area = new Area(new Rectangle2D.Double(0, 0, 2, 2));
    area.subtract(new Area(new Rectangle2D.Double(1, 0, 1, 2)));
    Expect.same(new Rectangle2D.Double(0, 0, 1, 2), area.getBounds2D());
    Expect.same(new Point2D.Double(3, 5), AffineTransform.getTranslateInstance(1, 2).transform(new Point2D.Double(2, 3), null));
  }
}

// holds: properties of a bean
class UseProperty {
  public static class Bean {
    private int size;
    public int getSize() { return size; }
    public void setSize(int size) { this.size = size; }
  }
  public static void main(String[] args) throws Exception {
    PropertyChangeSupport changes = new PropertyChangeSupport(new Object());
    List<Object> seen = new ArrayList<>();
    changes.addPropertyChangeListener("size", event -> seen.add(event.getNewValue()));
    changes.firePropertyChange("size", 1, 2);
    Expect.same(List.of(2), seen);
    Expect.same(2, Introspector.getBeanInfo(Bean.class).getPropertyDescriptors().length);
  }
}

// holds: the model of a table
class UseTable {
  public static void main(String[] args) throws Exception {
    DefaultTableModel model = new DefaultTableModel(new Object[][] {{1, "one"}}, new Object[] {"number", "name"});
    model.addRow(new Object[] {2, "two"});
    Expect.same("two", model.getValueAt(1, 1));
  }
}

// holds: a request, which nobody sends
class UseRequest {
  public static void main(String[] args) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create("http://example.org/a")).header("Accept", "text/plain").POST(HttpRequest.BodyPublishers.ofString("body")).build();
    Expect.same("POST", request.method());
    Expect.same(4L, request.bodyPublisher().get().contentLength());
  }
}

// holds: times of databases
class UseSqlTimes {
  public static void main(String[] args) throws Exception {
    Expect.same("2024-02-29 10:11:12.5", java.sql.Timestamp.valueOf("2024-02-29 10:11:12.5").toString());
    java.sql.SQLException first = new java.sql.SQLException("first", "08001", 3);
    first.setNextException(new java.sql.BatchUpdateException(new int[] {1}));
    Expect.same("08001", first.getSQLState());
  }
}

// holds: the format of a sound
class UseSound {
  public static void main(String[] args) throws Exception {
    Expect.same(4, new AudioFormat(44100f, 16, 2, true, false).getFrameSize());
  }
}

// refused: the readers of images
class UseImageReaders {
  public static void main(String[] args) throws Exception {
    if (javax.imageio.ImageIO.getReaderFormatNames().length == 0) throw new IllegalStateException("none");
  }
}
