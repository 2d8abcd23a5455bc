package waymark.internal;

import java.io.FileDescriptor;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The files that a program under check finds: those that the command names, to be read, and what the program writes itself, which is part
 * of its state. All operations take one lock. The virtual machine puts them in the place of the JDK's natives.
 */
final class Disk {
    private Disk() {}

    /** A file or a directory that the program made, or that it changed; null in place of one that it deleted. */
    private static final class Node {
        final boolean directory;
        byte[] data;
        int length;

        Node(boolean directory, byte[] data) {
            this.directory = directory;
            this.data = data;
            this.length = data.length;
        }
    }

    private static final class Open {
        final Node node;
        final boolean appends;
        int position;

        Open(Node node, boolean appends) {
            this.node = node;
            this.appends = appends;
        }
    }

    private static final byte[] NOTHING = {};
    private static final int FIRST = 3;  // descriptor: the streams come before
    private static final TreeMap<String, Node> changed = new TreeMap<>();
    private static final List<Open> opened = new ArrayList<>();

    // What the command names: bytes of a file, names in a directory, separated by '/'; null if it is none.
    static native byte[] given(String path);

    private static native String givenNames(String path);

    /** A resource of the JDK; null if it has none of that name. */
    static native byte[] ofJdk(String name);

    // The run ends as unsupported.
    static native void refuse(String what);

    // A path that the program asked for, and that is not there.
    private static native void absent(String path);

    private static native void number(FileDescriptor descriptor, int number);

    private static native int number(FileDescriptor descriptor);

    // --- paths ---

    static String absolute(String path) {
        List<String> parts = new ArrayList<>();
        for (String part : path.split("/")) {
            if (part.equals("..")) {
                if (!parts.isEmpty()) parts.remove(parts.size() - 1);
            } else if (!part.isEmpty() && !part.equals(".")) {
                parts.add(part);
            }
        }
        return "/" + String.join("/", parts);
    }

    private static String parent(String path) {
        return path.substring(0, Math.max(path.lastIndexOf('/'), 1));
    }

    private static Node find(String path) {
        if (changed.containsKey(path)) return changed.get(path);
        byte[] bytes = given(path);
        if (bytes != null) return new Node(false, bytes);
        boolean known = path.equals("/") || path.equals("/tmp") || givenNames(path) != null;
        return known ? new Node(true, NOTHING) : null;
    }

    private static boolean hasParent(String path) {
        Node above = find(parent(path));
        return above != null && above.directory;
    }

    // --- files as such; 1 exists, 2 is regular, 4 is a directory ---

    /** Never comes back. */
    static RuntimeException unmodelled(String what) {
        refuse(what);
        return new UnsupportedOperationException(what);
    }

    private static Node sought(String path) {
        Node node = find(path);
        if (node == null && !changed.containsKey(path)) absent(path);
        return node;
    }

    static synchronized int attributes(String path) {
        Node node = sought(absolute(path));
        return node == null ? 0 : node.directory ? 5 : 3;
    }

    static synchronized long length(String path) {
        Node node = find(absolute(path));
        return node == null ? 0 : node.length;
    }

    static synchronized boolean create(String path) throws IOException {
        String whole = absolute(path);
        if (find(whole) != null) return false;
        if (!hasParent(whole)) throw new IOException("No such file or directory");
        changed.put(whole, new Node(false, NOTHING));
        return true;
    }

    static synchronized boolean delete(String path) {
        String whole = absolute(path);
        Node node = find(whole);
        if (node == null || (node.directory && list(whole).length > 0)) return false;
        changed.put(whole, null);
        if (given(whole) == null && givenNames(whole) == null) changed.remove(whole);
        return true;
    }

    static synchronized boolean makeDirectory(String path) {
        String whole = absolute(path);
        if (find(whole) != null || !hasParent(whole)) return false;
        changed.put(whole, new Node(true, NOTHING));
        return true;
    }

    static synchronized boolean rename(String from, String to) {
        String old = absolute(from), fresh = absolute(to);
        Node node = find(old);
        Node there = find(fresh);
        if (node == null || node.directory || !hasParent(fresh) || (there != null && there.directory)) return false;
        delete(old);
        changed.put(fresh, node);
        return true;
    }

    /** The names in a directory, in their order; null if it is none. */
    static synchronized String[] list(String path) {
        String whole = absolute(path);
        Node node = sought(whole);
        if (node == null || !node.directory) return null;
        TreeSet<String> names = new TreeSet<>();
        String there = givenNames(whole);
        if (there != null) names.addAll(Arrays.asList(there.split("/")));
        names.remove("");
        String before = whole.equals("/") ? "/" : whole + "/";
        for (String each : changed.keySet()) {
            if (!each.startsWith(before) || each.indexOf('/', before.length()) >= 0 || each.equals(before)) continue;
            String name = each.substring(before.length());
            if (changed.get(each) == null) names.remove(name);
            else names.add(name);
        }
        return names.toArray(new String[0]);
    }

    // --- open files ---

    static synchronized void openToRead(FileDescriptor descriptor, String path) throws FileNotFoundException {
        Node node = sought(absolute(path));
        if (node == null) throw new FileNotFoundException(path + " (No such file or directory)");
        if (node.directory) throw new FileNotFoundException(path + " (Is a directory)");
        add(descriptor, new Open(node, false));
    }

    static synchronized void openToWrite(FileDescriptor descriptor, String path, boolean appends, boolean empties) throws FileNotFoundException {
        String whole = absolute(path);
        Node node = find(whole);
        if (node != null && node.directory) throw new FileNotFoundException(path + " (Is a directory)");
        if (node == null && !hasParent(whole)) throw new FileNotFoundException(path + " (No such file or directory)");
        if (node == null) node = new Node(false, NOTHING);
        if (empties) {
            node.data = NOTHING;
            node.length = 0;
        }
        changed.put(whole, node);
        add(descriptor, new Open(node, appends));
    }

    private static void add(FileDescriptor descriptor, Open file) {
        int at = opened.indexOf(null);
        if (at < 0) {
            at = opened.size();
            opened.add(file);
        } else {
            opened.set(at, file);
        }
        number(descriptor, at + FIRST);
    }

    private static Open of(FileDescriptor descriptor) throws IOException {
        int at = number(descriptor) - FIRST;
        if (at < 0 || at >= opened.size() || opened.get(at) == null) throw new IOException("Stream Closed");
        return opened.get(at);
    }

    static synchronized void close(FileDescriptor descriptor) {
        int at = number(descriptor) - FIRST;
        if (at >= 0 && at < opened.size()) opened.set(at, null);
        while (!opened.isEmpty() && opened.get(opened.size() - 1) == null) opened.remove(opened.size() - 1);
        number(descriptor, -1);
    }

    static synchronized int read(FileDescriptor descriptor) throws IOException {
        Open file = of(descriptor);
        return file.position >= file.node.length ? -1 : file.node.data[file.position++] & 0xff;
    }

    static synchronized int read(FileDescriptor descriptor, byte[] into, int from, int count) throws IOException {
        java.util.Objects.checkFromIndexSize(from, count, into.length);
        Open file = of(descriptor);
        if (count == 0) return 0;
        int some = Math.min(count, file.node.length - file.position);
        if (some <= 0) return -1;
        System.arraycopy(file.node.data, file.position, into, from, some);
        file.position += some;
        return some;
    }

    static synchronized void write(FileDescriptor descriptor, int one) throws IOException {
        write(descriptor, new byte[] {(byte) one}, 0, 1);
    }

    static synchronized void write(FileDescriptor descriptor, byte[] what, int from, int count) throws IOException {
        java.util.Objects.checkFromIndexSize(from, count, what.length);
        Open file = of(descriptor);
        if (file.appends) file.position = file.node.length;
        int end = file.position + count;
        resize(file.node, Math.max(end, file.node.length));
        System.arraycopy(what, from, file.node.data, file.position, count);
        file.position = end;
    }

    // As long as the file is: room for more would tell how it was written.
    private static void resize(Node node, int length) {
        node.data = Arrays.copyOf(node.data, length);
        node.length = length;
    }

    static synchronized long position(FileDescriptor descriptor) throws IOException {
        return of(descriptor).position;
    }

    static synchronized long length(FileDescriptor descriptor) throws IOException {
        return of(descriptor).node.length;
    }

    static synchronized void seek(FileDescriptor descriptor, long position) throws IOException {
        of(descriptor).position = (int) position;
    }

    static synchronized void truncate(FileDescriptor descriptor, long length) throws IOException {
        Open file = of(descriptor);
        resize(file.node, (int) length);
        file.position = Math.min(file.position, (int) length);
    }

    static synchronized long skip(FileDescriptor descriptor, long count) throws IOException {
        of(descriptor).position += (int) count;
        return count;
    }

    static synchronized int available(FileDescriptor descriptor) throws IOException {
        Open file = of(descriptor);
        return Math.max(file.node.length - file.position, 0);
    }
}
