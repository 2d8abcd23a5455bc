package waymark.internal;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** StackWalker, by the stack trace of a Throwable, which leaves out the frames of this package. */
final class Walks {
    private Walks() {}

    private record Frame(StackTraceElement element) implements StackWalker.StackFrame {
        @Override public String getClassName() {
            return element.getClassName();
        }
        @Override public String getMethodName() {
            return element.getMethodName();
        }
        @Override public Class<?> getDeclaringClass() {
            try {
                return Class.forName(element.getClassName(), false, null);
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
        }
        @Override public int getByteCodeIndex() {
            return -1;
        }
        @Override public String getFileName() {
            return element.getFileName();
        }
        @Override public int getLineNumber() {
            return element.getLineNumber();
        }
        @Override public boolean isNativeMethod() {
            return false;
        }
        @Override public StackTraceElement toStackTraceElement() {
            return element;
        }
        @Override public String toString() {
            return element.toString();
        }
    }

    private static Stream<StackWalker.StackFrame> frames() {
        return Arrays.stream(new Throwable().getStackTrace()).map(Frame::new);
    }

    static Object walk(Function<Stream<StackWalker.StackFrame>, Object> function) {
        return function.apply(frames());
    }

    static void forEach(Consumer<StackWalker.StackFrame> action) {
        frames().forEach(action);
    }
}
