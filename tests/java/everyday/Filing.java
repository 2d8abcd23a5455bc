package everyday;

import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.*;

// holds, sequential: lines by a reader
// with: --files DATA
// arguments: DATA
class FileReaders {
    public static void main(String[] args) throws IOException {
        try (BufferedReader reader = new BufferedReader(new FileReader(args[0] + "/lines.txt"))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) System.out.println(line.length() + " " + line);
        }
    }
}

// holds, sequential: all at once
// with: --files DATA
// arguments: DATA
class FileWhole {
    public static void main(String[] args) throws IOException {
        Path path = Path.of(args[0], "lines.txt");
        System.out.println(Files.readAllLines(path).size() + " " + Files.readString(path).length() + " " + Files.size(path) + " " + Files.exists(path));
        try (Stream<String> lines = Files.lines(path)) {
            System.out.println(lines.filter(line -> line.contains("line")).collect(Collectors.toList()));
        }
    }
}

// exception, sequential: no such file
// with: --files DATA
// arguments: DATA
class FileMissing {
    public static void main(String[] args) throws IOException {
        System.out.println(new File(args[0] + "/none.txt").exists());
        new FileInputStream("none.txt");
    }
}

// holds, sequential: properties
// with: --files DATA
// arguments: DATA
class FileSettings {
    public static void main(String[] args) throws IOException {
        Properties settings = new Properties();
        try (InputStream in = new FileInputStream(new File(args[0], "settings.properties"))) {
            settings.load(in);
        }
        System.out.println(settings.getProperty("name") + Integer.parseInt(settings.getProperty("threads")));
    }
}

// holds, sequential: a folder
// with: --files DATA
// arguments: DATA
class FileFolder {
    public static void main(String[] args) throws IOException {
        String[] names = new File(args[0]).list();
        Arrays.sort(names);
        System.out.println(String.join(" ", names) + " " + new File(args[0]).isDirectory());
        try (Stream<Path> all = Files.list(Path.of(args[0]))) {
            System.out.println(all.map(path -> path.getFileName().toString()).sorted().collect(Collectors.toList()));
        }
    }
}

// holds, sequential: written and read again
class FileWritten {
    public static void main(String[] args) throws IOException {
        File file = File.createTempFile("everyday", ".txt");
        try (PrintWriter writer = new PrintWriter(new FileWriter(file))) {
            writer.println("one");
            writer.printf("%d%n", 2);
        }
        try (Scanner scanner = new Scanner(file)) {
            System.out.println(scanner.nextLine() + " " + scanner.nextInt() + " " + file.length());
        }
        System.out.println(file.delete() + " " + file.exists());
    }
}

// holds, sequential: what is typed
// with: --stdin DATA/input.txt
class FileStandardInput {
    public static void main(String[] args) throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(System.in));
        System.out.println(Integer.parseInt(reader.readLine()) + " " + reader.readLine() + " " + reader.readLine());
    }
}

// exception, sequential: nothing is typed
class FileNoInput {
    public static void main(String[] args) {
        new Scanner(System.in).nextInt();
    }
}

// holds, sequential: objects as bytes
class FileObjects {
    static final class Pair implements Serializable {
        private static final long serialVersionUID = 1;
        final String key;
        final int[] values;
        transient int cached = 5;
        Pair(String key, int... values) {
            this.key = key;
            this.values = values;
        }
    }

    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new Pair("k", 1, 2, 3));
            out.writeObject(new ArrayList<>(List.of("x", 7)));
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            Pair pair = (Pair) in.readObject();
            System.out.println(pair.key + Arrays.toString(pair.values) + pair.cached + in.readObject());
        }
    }
}

// exception, sequential: what is not serializable
class FileNotSerializable {
    public static void main(String[] args) throws Exception {
        new ObjectOutputStream(new ByteArrayOutputStream()).writeObject(new Object());
    }
}

// holds, sequential: streams in memory
class FileStreams {
    public static void main(String[] args) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(258);
            out.writeUTF("ü");
            out.writeDouble(0.5);
        }
        System.out.println(Arrays.toString(bytes.toByteArray()));
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        System.out.println(in.readInt() + in.readUTF() + in.readDouble() + in.read());
        StringWriter text = new StringWriter();
        new PrintWriter(text, true).println("line");
        Reader reader = new InputStreamReader(new ByteArrayInputStream("äb".getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
        System.out.println(text.toString().trim() + reader.read() + new LineNumberReader(new StringReader("a\nb")).readLine());
    }
}

// exception, sequential: what fails on closing is not lost
class FileSuppressed {
    static class Resource implements Closeable {
        @Override public void close() throws IOException {
            throw new IOException("close");
        }
    }

    public static void main(String[] args) throws IOException {
        try (Resource resource = new Resource()) {
            System.out.println("inside");
            throw new IllegalStateException("body");
        } catch (IllegalStateException e) {
            System.out.println(e.getSuppressed()[0].getMessage());
            throw e;
        }
    }
}

// holds, sequential: paths
class FilePaths {
    public static void main(String[] args) {
        Path path = Path.of("/a/b/../c.txt");
        System.out.println(path.normalize() + " " + path.getFileName() + " " + path.getNameCount() + " " + Path.of("/a").relativize(Path.of("/a/x/y")) + " " + path.startsWith("/a"));
        System.out.println(new File("dir", "name.txt").getPath() + " " + new File("/x/y.z").getParent());
    }
}

// holds, sequential: the environment
// with: --env EVERYDAY=set --define everyday.level=3
// environment: EVERYDAY=set everyday.level=3
class FileEnvironment {
    public static void main(String[] args) {
        System.out.println(System.getenv("EVERYDAY") + " " + System.getenv("EVERYDAY_NONE") + " " + Integer.getInteger("everyday.level") + " " + System.getProperty("line.separator").length());
    }
}

// assertion: two threads write into one stream
class FileSharedStream {
    public static void main(String[] args) throws Exception {
        StringBuilder order = new StringBuilder();
        PipedOutputStream out = new PipedOutputStream();
        PipedInputStream in = new PipedInputStream(out, 4);
        Thread writer = new Thread(() -> {
            try {
                out.write(1);
                out.write(2);
                out.close();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        writer.start();
        int first = in.read();
        assert first == 1;
        assert in.available() == 1;
        writer.join();
    }
}

// holds: only one of two threads creates a file
class FileMadeOnce {
    static final AtomicInteger made = new AtomicInteger();

    static void make() {
        try {
            if (new File("/tmp/lock").createNewFile()) made.incrementAndGet();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(FileMadeOnce::make);
        other.start();
        make();
        other.join();
        assert made.get() == 1;
    }
}
