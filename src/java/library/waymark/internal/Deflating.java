package waymark.internal;

import java.lang.ref.Cleaner;
import java.util.Arrays;
import java.util.zip.Deflater;

/** The stream of a Deflater: what it has taken and when it was flushed, and how much it has given. The virtual machine makes it, without a constructor. */
final class Deflating implements Cleaner.Cleanable {
    private static final int FINISH = 4;

    private byte[] taken;
    private int[] flushes;
    private long given;
    private int level;
    private int strategy;
    private boolean raw;

    private Deflating() {}

    private static native long deflate(byte[] all, int[] flushes, byte[] out, long given, int level, int strategy, boolean raw, boolean ends);

    /** The parameters: whether there are new ones, the strategy, the level. */
    long run(byte[] input, int from, int length, byte[] output, int to, int room, int flush, int parameters) {
        int before = taken == null ? 0 : taken.length;
        if ((parameters & 1) != 0) {
            change(parameters >> 3, parameters >> 1 & 3, before);
        }
        byte[] all = taken == null ? new byte[length] : Arrays.copyOf(taken, before + length);
        System.arraycopy(input, from, all, before, length);
        taken = all;
        boolean ends = flush == FINISH;
        if (!ends && flush != Deflater.NO_FLUSH) {
            note(all.length, flush);
        }
        byte[] out = new byte[room];
        long result = deflate(all.clone(), flushes == null ? new int[0] : flushes.clone(), out, given, level, strategy, raw, ends);
        int made = (int) (result >>> 31 & 0x7fffffff);
        given += made;
        System.arraycopy(out, 0, output, to, made);
        return result | length;
    }

    private void change(int newLevel, int newStrategy, int before) {
        if (before != 0 && (newLevel != level || newStrategy != strategy)) {
            Disk.refuse("a Deflater whose level or strategy changes after it has begun");
        }
        level = newLevel;
        strategy = newStrategy;
    }

    /** Nothing is flushed twice. */
    private void note(int place, int how) {
        int count = flushes == null ? 0 : flushes.length;
        if (count == 0 || flushes[count - 2] != place) {
            flushes = flushes == null ? new int[2] : Arrays.copyOf(flushes, count + 2);
            flushes[count] = place;
            flushes[count + 1] = how;
        }
    }

    void reset() {
        taken = null;
        flushes = null;
        given = 0;
    }

    @Override public void clean() {}
}
