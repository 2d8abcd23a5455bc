package features;

import java.io.*;
import java.lang.annotation.*;
import java.lang.module.*;
import java.math.*;
import java.net.*;
import java.nio.*;
import java.nio.charset.*;
import java.nio.file.*;
import java.nio.file.attribute.*;
import java.security.*;
import java.security.cert.*;
import java.security.spec.*;
import java.text.*;
import java.time.*;
import java.time.format.*;
import java.time.temporal.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.logging.*;
import java.util.logging.Formatter;
import java.util.random.*;
import javax.crypto.*;
import javax.crypto.spec.*;
import javax.net.*;
import javax.net.ssl.*;
import javax.security.auth.*;
import javax.security.auth.callback.*;
import javax.xml.catalog.*;
import javax.xml.datatype.*;
import javax.xml.parsers.*;
import javax.xml.transform.*;
import javax.xml.transform.dom.*;
import javax.xml.transform.stream.*;
import javax.xml.validation.*;
import org.w3c.dom.*;
import org.w3c.dom.bootstrap.*;
import org.w3c.dom.ls.*;
import org.w3c.dom.traversal.*;
import org.xml.sax.*;
import org.xml.sax.helpers.*;

// holds: pipes between threads
class UsePipes {
  public static void main(String[] args) throws Exception {
    PipedOutputStream out = new PipedOutputStream();
    PipedInputStream in = new PipedInputStream(out);
    out.write(7);
    out.close();
    Expect.same(7, in.read());
    Expect.same(-1, in.read());
  }
}

// holds: tokens of a text
class UseTokens {
  public static void main(String[] args) throws Exception {
    StreamTokenizer in = new StreamTokenizer(new StringReader("x = 3.5"));
    Expect.same(StreamTokenizer.TT_WORD, in.nextToken());
    Expect.same((int) '=', in.nextToken());
    in.nextToken();
    Expect.same(3.5, in.nval);
  }
}

// holds: a filter of serialised objects
class UseFilters {
  public static void main(String[] args) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new ObjectOutputStream(bytes).writeObject(new ArrayList<>(List.of("a")));
    ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()));
    in.setObjectInputFilter(ObjectInputFilter.Config.createFilter("!java.util.ArrayList"));
    try {
      in.readObject();
      throw new IllegalStateException("read");
    } catch (InvalidClassException refused) {
    }
  }
}

// holds: annotations
class UseAnnotations {
  @Retention(RetentionPolicy.RUNTIME) @interface Size { int value() default 3; String[] names() default {"a"}; }
  @Size(4) static class Sized { }
  public static void main(String[] args) throws Exception {
    Size size = Sized.class.getAnnotation(Size.class);
    Expect.same(4, size.value());
    Expect.same("a", size.names()[0]);
    Expect.same(size, Sized.class.getAnnotation(Size.class));
  }
}

// holds: what the compiler makes of records
class UseRecords {
  record Pair(int one, String other) { }
  public static void main(String[] args) throws Exception {
    Expect.same("Pair[one=1, other=x]", new Pair(1, "x").toString());
    Expect.same(new Pair(1, "x").hashCode(), new Pair(1, "x").hashCode());
  }
}

// holds: a description of a module
class UseModuleDescriptions {
  public static void main(String[] args) throws Exception {
    ModuleDescriptor it = ModuleDescriptor.newModule("a.b").requires("java.base").exports("a.b.c").build();
    Expect.same("a.b", it.name());
    Expect.same(1, it.exports().size());
  }
}

// holds: numbers of any size
class UseBigNumbers {
  public static void main(String[] args) throws Exception {
    Expect.same(BigInteger.valueOf(445), BigInteger.valueOf(4).modPow(BigInteger.valueOf(13), BigInteger.valueOf(497)));
    Expect.same("1.414213562373095048801688724209698", new BigDecimal(2).sqrt(MathContext.DECIMAL128).toString());
  }
}

// holds: addresses of the web
class UseUris {
  public static void main(String[] args) throws Exception {
    Expect.same("/b/c", URI.create("http://h:80/a/../b/c?d#e").normalize().getPath());
    Expect.same(443, new URL("https://h/a").getDefaultPort());
    Expect.same("a+b%26", URLEncoder.encode("a b&", StandardCharsets.UTF_8));
    Expect.same("xn--bcher-kva.example", IDN.toASCII("bücher.example"));
    Expect.same("x", HttpCookie.parse("Set-Cookie: a=x; Path=/").get(0).getValue());
  }
}

// holds: an address that nobody looks up
class UseUnresolved {
  public static void main(String[] args) throws Exception {
    Expect.same(80, InetSocketAddress.createUnresolved("h", 80).getPort());
  }
}

// holds: buffers
class UseBuffers {
  public static void main(String[] args) throws Exception {
    ByteBuffer bytes = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN).putInt(1).putDouble(2.5).flip();
    Expect.same(1, bytes.getInt());
    Expect.same(2.5, bytes.getDouble());
    Expect.same("bc", CharBuffer.wrap("abcd", 1, 3).toString());
    Expect.same(2, IntBuffer.wrap(new int[] {1, 2}).slice(1, 1).get());
  }
}

// holds: encoders and decoders
class UseCoders {
  public static void main(String[] args) throws Exception {
    Expect.same(3, Charset.forName("UTF-16").newEncoder().encode(CharBuffer.wrap("a")).remaining() - 1);
    try {
      StandardCharsets.US_ASCII.newEncoder().encode(CharBuffer.wrap("ä"));
      throw new IllegalStateException("encoded");
    } catch (CharacterCodingException expected) {
    }
    Expect.same("é", new String(new byte[] {(byte) 0xE9}, "windows-1252"));
  }
}

// refused: attributes of a file
class UseBasicAttributes {
  public static void main(String[] args) throws Exception {
    Path path = Files.createTempFile("a", "b");
    Expect.same(true, Files.readAttributes(path, BasicFileAttributes.class).lastModifiedTime().toMillis() > 0);
  }
}

// holds: signatures by RSA
class UseSigning {
  public static void main(String[] args) throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(512);
    KeyPair keys = generator.generateKeyPair();
    Signature signature = Signature.getInstance("SHA256withRSA");
    signature.initSign(keys.getPrivate());
    signature.update(new byte[] {1, 2});
    byte[] signed = signature.sign();
    signature.initVerify(keys.getPublic());
    signature.update(new byte[] {1, 2});
    Expect.same(true, signature.verify(signed));
  }
}

// holds: a public key out of its numbers
class UseKeySpecs {
  public static void main(String[] args) throws Exception {
    BigInteger modulus = BigInteger.ONE.shiftLeft(511).add(BigInteger.ONE);
    PublicKey key = KeyFactory.getInstance("RSA").generatePublic(new RSAPublicKeySpec(modulus, BigInteger.valueOf(3)));
    Expect.same(key, KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(key.getEncoded())));
  }
}

// holds: a certificate that is none
class UseCertificates {
  public static void main(String[] args) throws Exception {
    try {
      CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(new byte[] {1}));
      throw new IllegalStateException("read");
    } catch (CertificateException expected) {
    }
  }
}

// holds: digests by all names
class UseDigests {
  public static void main(String[] args) throws Exception {
    for (String name : List.of("MD5", "SHA-1", "SHA-256", "SHA-512", "SHA3-256")) {
      byte[] digest = MessageDigest.getInstance(name).digest("a".getBytes());
      Expect.same(true, digest.length >= 16);
    }
    Expect.same("0cc175b9c0f1b6a831c399e269772661", HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest("a".getBytes())));
  }
}

// holds: keys out of passwords, and what they cipher
class UsePasswords {
  public static void main(String[] args) throws Exception {
    SecretKey key = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(new PBEKeySpec("secret".toCharArray(), new byte[8], 10, 128));
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    GCMParameterSpec spec = new GCMParameterSpec(128, new byte[12]);
    cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key.getEncoded(), "AES"), spec);
    byte[] hidden = cipher.doFinal("text".getBytes());
    cipher.init(Cipher.DECRYPT_MODE, new SecretKeySpec(key.getEncoded(), "AES"), spec);
    Expect.same("text", new String(cipher.doFinal(hidden)));
  }
}

// holds: an object that is sealed
class UseSealing {
  public static void main(String[] args) throws Exception {
    SecretKey key = new SecretKeySpec(new byte[16], "AES");
    Cipher cipher = Cipher.getInstance("AES");
    cipher.init(Cipher.ENCRYPT_MODE, key);
    Expect.same("text", new SealedObject("text", cipher).getObject(key));
  }
}

// holds: formats of messages and choices
class UseMessages {
  public static void main(String[] args) throws Exception {
    Expect.same("3 files on 1.5", MessageFormat.format("{0,choice,0#no files|1#one file|1<{0} files} on {1,number}", 3, 1.5));
    Expect.same("12,345.68", new DecimalFormat("#,##0.00", DecimalFormatSymbols.getInstance(Locale.US)).format(12345.678));
    Expect.same(2, new StringCharacterIterator("abc", 2).getIndex());
  }
}

// holds: times, zones and their changes
class UseTimes {
  public static void main(String[] args) throws Exception {
    ZonedDateTime it = ZonedDateTime.of(2024, 3, 31, 1, 30, 0, 0, ZoneId.of("Europe/Berlin"));
    Expect.same("2024-03-31T03:30+02:00[Europe/Berlin]", it.plusHours(1).toString());
    Expect.same("Sunday, March 31, 2024", it.format(DateTimeFormatter.ofLocalizedDate(FormatStyle.FULL).withLocale(Locale.US)));
    Expect.same(13, it.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
    Expect.same(true, ZoneId.of("Europe/Berlin").getRules().nextTransition(Instant.EPOCH) != null);
  }
}

// holds: generators with a seed
class UseSeeds {
  public static void main(String[] args) throws Exception {
    RandomGenerator it = new SplittableRandom(42);
    Expect.same(new SplittableRandom(42).nextLong(), it.nextLong());
    Expect.same(new Random(42).ints(3).sum(), new Random(42).ints(3).sum());
  }
}

// holds: tasks, phases and exchanges
class UsePhases {
  public static void main(String[] args) throws Exception {
    Phaser phaser = new Phaser(1);
    Expect.same(0, phaser.arrive());
    Expect.same(1, phaser.getPhase());
    Expect.same(55, new ForkJoinPool(1).submit(() -> 55).get());
  }
}

// holds: logging with a handler of one's own
class UseLoggers {
  public static void main(String[] args) throws Exception {
    Logger logger = Logger.getLogger("features");
    List<String> seen = new ArrayList<>();
    logger.setUseParentHandlers(false);
    logger.addHandler(new Handler() {
      @Override public void publish(LogRecord record) { seen.add(new SimpleFormatter().formatMessage(record)); }
      @Override public void flush() { }
      @Override public void close() { }
    });
    logger.log(Level.WARNING, "{0} of {1}", new Object[] {1, 2});
    Expect.same(List.of("1 of 2"), seen);
    Expect.same(logger, LogManager.getLogManager().getLogger("features"));
  }
}

// holds: factories of sockets, as long as they make none
class UseSocketFactories {
  public static void main(String[] args) throws Exception {
    Objects.requireNonNull(SocketFactory.getDefault());
    Expect.same("TLSv1.3", new SSLParameters(new String[0], new String[] {"TLSv1.3"}).getProtocols()[0]);
  }
}

// holds: a subject and its callbacks
class UseSubjects {
  public static void main(String[] args) throws Exception {
    Subject subject = new Subject();
    subject.getPublicCredentials().add("x");
    Expect.same(1, subject.getPublicCredentials(String.class).size());
    PasswordCallback callback = new PasswordCallback("password", false);
    callback.setPassword("p".toCharArray());
    Expect.same(1, callback.getPassword().length);
  }
}

// holds: a catalogue of documents
class UseCatalogues {
  public static void main(String[] args) throws Exception {
    Expect.same(null, CatalogManager.catalog(CatalogFeatures.defaults()).matchURI("x"));
  }
}

// holds: durations as XML has them
class UseDurations {
  public static void main(String[] args) throws Exception {
    javax.xml.datatype.Duration it = DatatypeFactory.newInstance().newDuration("P1DT2H");
    Expect.same(26 * 3600 * 1000L, it.getTimeInMillis(new Date(0)));
  }
}

// holds: a document that is written
class UseTransforming {
  public static void main(String[] args) throws Exception {
    Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder().newDocument();
    document.appendChild(document.createElement("a")).setTextContent("<");
    StringWriter out = new StringWriter();
    Transformer transformer = TransformerFactory.newInstance().newTransformer();
    transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
    transformer.transform(new DOMSource(document), new StreamResult(out));
    Expect.same("<a>&lt;</a>", out.toString());
  }
}

// holds: a schema
class UseSchemas {
  public static void main(String[] args) throws Exception {
    String text = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:element name='a' type='xs:int'/></xs:schema>";
    Validator validator = SchemaFactory.newInstance("http://www.w3.org/2001/XMLSchema").newSchema(new StreamSource(new StringReader(text))).newValidator();
    validator.validate(new StreamSource(new StringReader("<a>3</a>")));
    try {
      validator.validate(new StreamSource(new StringReader("<a>x</a>")));
      throw new IllegalStateException("valid");
    } catch (SAXException expected) {
    }
  }
}

// holds: events of a parser
class UseSax {
  public static void main(String[] args) throws Exception {
    List<String> seen = new ArrayList<>();
    SAXParserFactory.newInstance().newSAXParser().parse(new ByteArrayInputStream("<a><b/></a>".getBytes()), new DefaultHandler() {
      @Override public void startElement(String uri, String local, String name, org.xml.sax.Attributes attributes) { seen.add(name); }
    });
    Expect.same(List.of("a", "b"), seen);
  }
}

// holds: a document that is loaded, walked and saved
class UseDom {
  public static void main(String[] args) throws Exception {
    DOMImplementationLS it = (DOMImplementationLS) DOMImplementationRegistry.newInstance().getDOMImplementation("LS");
    LSInput input = it.createLSInput();
    input.setStringData("<a><b/></a>");
    Document document = it.createLSParser(DOMImplementationLS.MODE_SYNCHRONOUS, null).parse(input);
    NodeIterator nodes = ((DocumentTraversal) document).createNodeIterator(document, NodeFilter.SHOW_ELEMENT, null, true);
    Expect.same("a", nodes.nextNode().getNodeName());
    Expect.same("b", nodes.nextNode().getNodeName());
    LSSerializer out = it.createLSSerializer();
    out.getDomConfig().setParameter("xml-declaration", false);
    Expect.same("<a><b/></a>", out.writeToString(document));
  }
}
