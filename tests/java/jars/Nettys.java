package jars;

import io.netty.buffer.*;
import io.netty.util.*;
import io.netty.util.concurrent.*;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.*;

// holds: buffers of the heap are written, sliced and read
class NettyBuffers {
    public static void main(String[] args) {
        ByteBuf buffer = Unpooled.buffer(16);
        buffer.writeInt(42).writeLong(7).writeBytes("text".getBytes(StandardCharsets.UTF_8));
        assert buffer.readInt() == 42 && buffer.readLong() == 7 && buffer.toString(StandardCharsets.UTF_8).equals("text");
        ByteBuf all = Unpooled.wrappedBuffer(Unpooled.copiedBuffer("ab", StandardCharsets.UTF_8), Unpooled.copiedBuffer("cd", StandardCharsets.UTF_8));
        assert all.toString(StandardCharsets.UTF_8).equals("abcd") && ByteBufUtil.hexDump(all.slice(1, 2)).equals("6263");
        buffer.release();
        assert buffer.refCnt() == 0;
    }
}

// exception, sequential: a buffer is used after its release
class NettyReleased {
    public static void main(String[] args) {
        ByteBuf buffer = Unpooled.buffer(4);
        buffer.release();
        buffer.writeByte(1);
    }
}

// holds: two threads retain and release one buffer
class NettyCounts {
    public static void main(String[] args) throws Exception {
        ByteBuf buffer = Unpooled.buffer(4);
        buffer.retain();
        Thread other = new Thread(buffer::release);
        other.start();
        buffer.release();
        other.join();
        assert buffer.refCnt() == 0;
    }
}

// exception: two threads release what was retained once
class NettyReleasedTwice {
    public static void main(String[] args) throws Exception {
        ByteBuf buffer = Unpooled.buffer(4);
        Thread other = new Thread(buffer::release);
        other.start();
        buffer.release();
        other.join();
    }
}

// holds: a promise is kept once, and its listener hears of it
class NettyPromise {
    public static void main(String[] args) throws Exception {
        Promise<String> promise = new DefaultPromise<>(ImmediateEventExecutor.INSTANCE);
        AtomicInteger heard = new AtomicInteger();
        promise.addListener(future -> heard.incrementAndGet());
        Thread other = new Thread(() -> promise.trySuccess("other"));
        other.start();
        promise.trySuccess("main");
        other.join();
        assert promise.isSuccess() && heard.get() == 1;
    }
}

// exception: setSuccess of a promise that another thread has kept
class NettyPromiseTwice {
    public static void main(String[] args) throws Exception {
        Promise<String> promise = new DefaultPromise<>(ImmediateEventExecutor.INSTANCE);
        Thread other = new Thread(() -> promise.setSuccess("other"));
        other.start();
        promise.setSuccess("main");
        other.join();
    }
}

// holds: attributes and names of constants
class NettyAttributes {
    public static void main(String[] args) {
        DefaultAttributeMap map = new DefaultAttributeMap();
        AttributeKey<String> key = AttributeKey.valueOf("key");
        assert map.attr(key).setIfAbsent("one") == null && map.attr(key).setIfAbsent("two").equals("one") && key.name().equals("key");
        assert AsciiString.of("Text").toLowerCase().contentEquals("text") && new AsciiString("abc").contentEquals("abc");
    }
}

// holds: a thread-local of netty's own threads
class NettyFastLocal {
    static final FastThreadLocal<Integer> local = new FastThreadLocal<>() {
        @Override protected Integer initialValue() {
            return 7;
        }
    };

    public static void main(String[] args) throws Exception {
        local.set(8);
        FastThreadLocalThread other = new FastThreadLocalThread(() -> { assert local.get() == 7; });
        other.start();
        other.join();
        assert local.get() == 8;
    }
}
