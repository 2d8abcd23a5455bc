package waymark.internal;

import java.util.Arrays;

/**
 * Memory outside of the heap: each block is an array, and so part of the state. The upper half of an address is the number of the block, from 1 on,
 * and a number that is free is used again. The virtual machine reads {@code blocks} where an address is used.
 */
final class OffHeap {
    private OffHeap() {}

    private static byte[][] blocks = {};

    static synchronized long allocateMemory0(long bytes) {
        if (bytes > Integer.MAX_VALUE - 16) {
            return 0;
        }
        int free = 0;
        while (free < blocks.length && blocks[free] != null) {
            free++;
        }
        if (free == blocks.length) {
            blocks = Arrays.copyOf(blocks, free + 1);
        }
        blocks[free] = new byte[(int) bytes];
        return free + 1L << 32;
    }

    static synchronized long reallocateMemory0(long address, long bytes) {
        byte[] old = blocks[number(address)];
        long moved = allocateMemory0(bytes);
        if (moved != 0) {
            System.arraycopy(old, 0, blocks[number(moved)], 0, Math.min(old.length, (int) bytes));
            freeMemory0(address);
        }
        return moved;
    }

    static synchronized void freeMemory0(long address) {
        blocks[number(address)] = null;
    }

    private static int number(long address) {
        return (int) (address >>> 32) - 1;
    }
}
