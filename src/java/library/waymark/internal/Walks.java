package waymark.internal;

import java.lang.invoke.MethodType;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** StackWalker, by the stack trace of a Throwable, which leaves out the frames of this package. */
final class Walks {
    private Walks() {}

    /** The descriptors of the methods of its trace, as lines. */
    private static native String descriptors(Throwable thrown);

    private record Frame(StackTraceElement element, String descriptor, boolean withClasses) implements StackWalker.StackFrame {
        private void needsClasses() {
            if (!withClasses) {
                throw new UnsupportedOperationException("No access to RETAIN_CLASS_REFERENCE");
            }
        }
        @Override public MethodType getMethodType() {
            needsClasses();
            return MethodType.fromMethodDescriptorString(descriptor, ClassLoader.getSystemClassLoader());
        }
        @Override public String getDescriptor() {
            return descriptor;
        }
        @Override public String getClassName() {
            return element.getClassName();
        }
        @Override public String getMethodName() {
            return element.getMethodName();
        }
        @Override public Class<?> getDeclaringClass() {
            needsClasses();
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

    private static Stream<StackWalker.StackFrame> frames(boolean withClasses) {
        Throwable here = new Throwable();
        StackTraceElement[] elements = here.getStackTrace();
        String[] descriptors = descriptors(here).split("\n");
        return IntStream.range(0, elements.length).mapToObj(i -> new Frame(elements[i], descriptors[i], withClasses));
    }

    static Object walk(Function<Stream<StackWalker.StackFrame>, Object> function, boolean withClasses) {
        return function.apply(frames(withClasses));
    }

    static void forEach(Consumer<StackWalker.StackFrame> action, boolean withClasses) {
        frames(withClasses).forEach(action);
    }
}
