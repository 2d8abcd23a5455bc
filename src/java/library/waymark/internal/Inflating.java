package waymark.internal;

import java.lang.ref.Cleaner;
import java.util.Arrays;
import java.util.zip.DataFormatException;

/** The stream of an Inflater: what it has taken, and how much it has given. The virtual machine makes it, without a constructor. */
final class Inflating implements Cleaner.Cleanable {
    private byte[] taken;
    private long given;
    private boolean raw;

    private Inflating() {}

    private static native long inflate(byte[] all, int before, byte[] out, long given, boolean raw) throws DataFormatException;

    long run(byte[] input, int from, int length, byte[] output, int to, int room) throws DataFormatException {
        int before = taken == null ? 0 : taken.length;
        byte[] all = taken == null ? new byte[length] : Arrays.copyOf(taken, before + length);
        System.arraycopy(input, from, all, before, length);
        byte[] out = new byte[room];
        long result = inflate(all, before, out, given, raw);
        int used = (int) (result & 0x7fffffff);
        int made = (int) (result >>> 31 & 0x7fffffff);
        taken = Arrays.copyOf(all, before + used);
        given += made;
        System.arraycopy(out, 0, output, to, made);
        return result;
    }

    void reset() {
        taken = null;
        given = 0;
    }

    @Override public void clean() {}
}
