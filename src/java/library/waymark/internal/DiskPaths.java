package waymark.internal;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.*;
import java.nio.charset.Charset;
import java.nio.file.*;
import java.nio.file.attribute.*;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What java.nio.file does with the files of Disk, in the place of the methods of the default provider. */
final class DiskPaths {
    private DiskPaths() {}

    private static String text(Path path) {
        return Disk.absolute(path.toString());
    }

    private static int kind(Path path) throws NoSuchFileException {
        int kind = Disk.attributes(text(path));
        if (kind == 0) throw new NoSuchFileException(path.toString());
        return kind;
    }

    static boolean exists(Path path) {
        return Disk.attributes(text(path)) != 0;
    }

    /** As JDK 25 asks. */
    static boolean exists(Path path, LinkOption... options) {
        return exists(path);
    }

    /** There are no permissions. */
    static boolean isReadable(Path path) {
        return exists(path);
    }

    static boolean isWritable(Path path) {
        return exists(path);
    }

    static boolean isExecutable(Path path) {
        return exists(path);
    }

    /** There are no links. */
    static Path realPath(Path path, LinkOption... options) throws IOException {
        kind(path);
        return Path.of(text(path));
    }

    static boolean isDirectory(Path path) {
        return (Disk.attributes(text(path)) & 4) != 0;
    }

    static boolean isRegularFile(Path path) {
        return (Disk.attributes(text(path)) & 2) != 0;
    }

    static void checkAccess(Path path, AccessMode... modes) throws IOException {
        kind(path);
    }

    static BasicFileAttributes readAttributes(Path path, Class<?> type, LinkOption... options) throws IOException {
        if (type != BasicFileAttributes.class) throw Disk.unmodelled(type.getSimpleName() + " of files");
        return new Attributes(kind(path) == 5, Disk.length(text(path)));
    }

    /** As JDK 25 asks whether a file is a directory. */
    static BasicFileAttributes readAttributesIfExists(Path path, Class<?> type, LinkOption... options) throws IOException {
        return exists(path) ? readAttributes(path, type, options) : null;
    }

    private record Attributes(boolean isDirectory, long size) implements BasicFileAttributes {
        private static final FileTime THEN = FileTime.fromMillis(0);

        @Override public FileTime lastModifiedTime() {
            return THEN;
        }
        @Override public FileTime lastAccessTime() {
            return THEN;
        }
        @Override public FileTime creationTime() {
            return THEN;
        }
        @Override public boolean isRegularFile() {
            return !isDirectory;
        }
        @Override public boolean isSymbolicLink() {
            return false;
        }
        @Override public boolean isOther() {
            return false;
        }
        @Override public Object fileKey() {
            return null;
        }
    }

    static void createDirectory(Path path, FileAttribute<?>... attributes) throws IOException {
        if (exists(path)) throw new FileAlreadyExistsException(path.toString());
        if (!Disk.makeDirectory(text(path))) throw new NoSuchFileException(path.toString());
    }

    static boolean delete(Path path, boolean must) throws IOException {
        if (!exists(path)) {
            if (must) throw new NoSuchFileException(path.toString());
            return false;
        }
        if (!Disk.delete(text(path))) throw new DirectoryNotEmptyException(path.toString());
        return true;
    }

    private static boolean makesWay(Path to, CopyOption... options) throws IOException {
        for (CopyOption option : options) {
            if (option == StandardCopyOption.REPLACE_EXISTING) {
                delete(to, false);
                return true;
            }
        }
        if (exists(to)) throw new FileAlreadyExistsException(to.toString());
        return true;
    }

    static void copy(Path from, Path to, CopyOption... options) throws IOException {
        kind(from);
        makesWay(to, options);
        if (isDirectory(from)) createDirectory(to);
        else Files.write(to, Files.readAllBytes(from));
    }

    static void move(Path from, Path to, CopyOption... options) throws IOException {
        kind(from);
        makesWay(to, options);
        if (!Disk.rename(text(from), text(to))) throw new FileSystemException(from.toString(), to.toString(), "cannot be moved");
    }

    static boolean isSameFile(Path one, Path other) throws IOException {
        return text(one).equals(text(other));
    }

    static DirectoryStream<Path> newDirectoryStream(Path directory, DirectoryStream.Filter<? super Path> filter) throws IOException {
        if (kind(directory) != 5) throw new NotDirectoryException(directory.toString());
        List<Path> entries = new ArrayList<>();
        for (String name : Disk.list(text(directory))) {
            Path entry = directory.resolve(name);
            if (filter.accept(entry)) entries.add(entry);
        }
        return new DirectoryStream<>() {
            @Override public Iterator<Path> iterator() {
                return entries.iterator();
            }
            @Override public void close() { }
        };
    }

    static FileChannel newByteChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        boolean appends = options.contains(StandardOpenOption.APPEND);
        boolean writes = appends || options.contains(StandardOpenOption.WRITE);
        FileDescriptor descriptor = new FileDescriptor();
        if (!writes) {
            if (kind(path) == 5) throw new IOException("Is a directory");
            Disk.openToRead(descriptor, text(path));
            return new Channel(descriptor, false);
        }
        if (options.contains(StandardOpenOption.CREATE_NEW) && exists(path)) throw new FileAlreadyExistsException(path.toString());
        boolean creates = options.contains(StandardOpenOption.CREATE) || options.contains(StandardOpenOption.CREATE_NEW);
        if (!creates) kind(path);
        Path above = path.toAbsolutePath().getParent();
        if (above != null && !isDirectory(above)) throw new NoSuchFileException(path.toString());
        if (isDirectory(path)) throw new FileSystemException(path.toString(), null, "Is a directory");
        Disk.openToWrite(descriptor, text(path), appends, options.contains(StandardOpenOption.TRUNCATE_EXISTING));
        return new Channel(descriptor, true);
    }

    static FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        return newByteChannel(path, options, attributes);
    }

    static FileChannel channel(FileDescriptor descriptor) {
        return new Channel(descriptor, true);
    }

    static Stream<String> lines(Path path, Charset charset) throws IOException {
        BufferedReader reader = Files.newBufferedReader(path, charset);
        return reader.lines().onClose(() -> {
            try {
                reader.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static final class Channel extends FileChannel {
        private final FileDescriptor descriptor;
        private final boolean writes;

        Channel(FileDescriptor descriptor, boolean writes) {
            this.descriptor = descriptor;
            this.writes = writes;
        }

        private void check() throws ClosedChannelException {
            if (!isOpen()) throw new ClosedChannelException();
        }

        @Override public int read(ByteBuffer into) throws IOException {
            check();
            byte[] bytes = new byte[into.remaining()];
            int some = Disk.read(descriptor, bytes, 0, bytes.length);
            if (some > 0) into.put(bytes, 0, some);
            return some;
        }

        @Override public int write(ByteBuffer from) throws IOException {
            check();
            if (!writes) throw new NonWritableChannelException();
            byte[] bytes = new byte[from.remaining()];
            from.get(bytes);
            Disk.write(descriptor, bytes, 0, bytes.length);
            return bytes.length;
        }

        @Override public long read(ByteBuffer[] into, int from, int count) throws IOException {
            long all = 0;
            for (int i = from; i < from + count; i++) {
                int some = read(into[i]);
                if (some < 0) return all == 0 ? -1 : all;
                all += some;
            }
            return all;
        }

        @Override public long write(ByteBuffer[] what, int from, int count) throws IOException {
            long all = 0;
            for (int i = from; i < from + count; i++) all += write(what[i]);
            return all;
        }

        @Override public long position() throws IOException {
            check();
            return Disk.position(descriptor);
        }

        @Override public FileChannel position(long position) throws IOException {
            check();
            Disk.seek(descriptor, position);
            return this;
        }

        @Override public long size() throws IOException {
            check();
            return Disk.length(descriptor);
        }

        @Override public FileChannel truncate(long size) throws IOException {
            check();
            Disk.truncate(descriptor, size);
            return this;
        }

        @Override public void force(boolean metaData) { }

        @Override public int read(ByteBuffer into, long position) throws IOException {
            long before = position();
            position(position);
            try {
                return read(into);
            } finally {
                position(before);
            }
        }

        @Override public int write(ByteBuffer from, long position) throws IOException {
            long before = position();
            position(position);
            try {
                return write(from);
            } finally {
                position(before);
            }
        }

        @Override public long transferTo(long position, long count, WritableByteChannel to) {
            throw Disk.unmodelled("FileChannel.transferTo of files");
        }

        @Override public long transferFrom(ReadableByteChannel from, long position, long count) {
            throw Disk.unmodelled("FileChannel.transferFrom of files");
        }

        @Override public MappedByteBuffer map(MapMode mode, long position, long size) {
            throw Disk.unmodelled("FileChannel.map of files");
        }

        @Override public FileLock lock(long position, long size, boolean shared) {
            throw Disk.unmodelled("FileChannel.lock of files");
        }

        @Override public FileLock tryLock(long position, long size, boolean shared) {
            throw Disk.unmodelled("FileChannel.tryLock of files");
        }

        @Override protected void implCloseChannel() {
            Disk.close(descriptor);
        }
    }
}
