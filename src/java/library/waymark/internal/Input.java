package waymark.internal;

import java.io.ByteArrayInputStream;

/** System.in. The virtual machine is asked to note that it is read, since its contents are one of many possibilities. */
final class Input extends ByteArrayInputStream {
    private Input(byte[] bytes) {
        super(bytes);
    }

    private static native void note();

    @Override public int read() {
        note();
        return super.read();
    }

    @Override public int read(byte[] into, int from, int count) {
        note();
        return super.read(into, from, count);
    }

    @Override public byte[] readAllBytes() {
        note();
        return super.readAllBytes();
    }

    @Override public int readNBytes(byte[] into, int from, int count) {
        note();
        return super.readNBytes(into, from, count);
    }

    @Override public int available() {
        note();
        return super.available();
    }
}
