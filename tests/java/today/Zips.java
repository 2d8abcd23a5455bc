package today;

import java.io.*;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.*;

// holds, sequential: checksums
class Checksums {
    public static void main(String[] args) {
        byte[] bytes = "the quick brown fox".getBytes(StandardCharsets.US_ASCII);
        for (Checksum each : new Checksum[] {new CRC32(), new CRC32C(), new Adler32()}) {
            each.update(bytes, 0, 10);
            each.update(bytes[10]);
            each.update(bytes, 11, bytes.length - 11);
            System.out.println(each.getClass().getSimpleName() + " " + Long.toHexString(each.getValue()));
            each.reset();
            System.out.println(each.getValue());
        }
    }
}

// holds, sequential: there and back
class DeflatesAndInflates {
    public static void main(String[] args) throws DataFormatException {
        byte[] text = "na na na na na na na na batman".getBytes(StandardCharsets.US_ASCII);
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
        deflater.setInput(text);
        deflater.finish();
        byte[] small = new byte[100];
        int length = 0;
        while (!deflater.finished()) {
            length += deflater.deflate(small, length, 7);
        }
        System.out.println(length + " " + deflater.getTotalIn() + " " + deflater.getTotalOut());
        deflater.end();
        Inflater inflater = new Inflater();
        inflater.setInput(small, 0, length);
        byte[] back = new byte[100];
        int found = 0;
        while (!inflater.finished()) {
            found += inflater.inflate(back, found, 5);
        }
        System.out.println(new String(back, 0, found, StandardCharsets.US_ASCII) + " " + inflater.getRemaining());
        inflater.end();
        try {
            Inflater wrong = new Inflater();
            wrong.setInput(new byte[] {1, 2, 3, 4});
            wrong.inflate(new byte[10]);
        } catch (DataFormatException e) {
            System.out.println(e.getMessage());
        }
    }
}

// holds, sequential: a compressed stream
class Gzips {
    public static void main(String[] args) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
            for (int i = 0; i < 20; i++) {
                zip.write(("line " + i + "\n").getBytes(StandardCharsets.US_ASCII));
            }
        }
        System.out.println(out.size());
        try (BufferedReader in = new BufferedReader(new InputStreamReader(new GZIPInputStream(new ByteArrayInputStream(out.toByteArray()))))) {
            System.out.println(in.lines().reduce((a, b) -> b).get());
        }
    }
}

// holds, sequential: an archive in memory
class Archives {
    public static void main(String[] args) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.setLevel(9);
            for (String name : new String[] {"a.txt", "b/c.txt"}) {
                ZipEntry entry = new ZipEntry(name);
                entry.setTime(0);
                zip.putNextEntry(entry);
                zip.write(name.repeat(9).getBytes(StandardCharsets.US_ASCII));
                zip.closeEntry();
            }
        }
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(out.toByteArray()))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                System.out.println(entry.getName() + " " + new String(in.readAllBytes(), StandardCharsets.US_ASCII));
            }
        }
    }
}

// holds, sequential: memory that is set
class SetsMemory {
    public static void main(String[] args) throws ReflectiveOperationException {
        Field field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        sun.misc.Unsafe unsafe = (sun.misc.Unsafe) field.get(null);
        byte[] bytes = new byte[8];
        unsafe.setMemory(bytes, sun.misc.Unsafe.ARRAY_BYTE_BASE_OFFSET + 2, 3, (byte) 5);
        System.out.println(Arrays.toString(bytes));
        long[] longs = new long[2];
        unsafe.setMemory(longs, sun.misc.Unsafe.ARRAY_LONG_BASE_OFFSET, 16, (byte) -1);
        System.out.println(Arrays.toString(longs));
    }
}
