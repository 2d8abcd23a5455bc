package everyday;

import java.lang.annotation.*;
import java.lang.reflect.*;
import java.util.*;

@Retention(RetentionPolicy.RUNTIME)
@Inherited
@interface Info {
    String value() default "none";
    int[] numbers() default {1, 2};
    Thread.State state() default Thread.State.NEW;
    Class<?> type() default Object.class;
}

@Retention(RetentionPolicy.RUNTIME)
@interface Check {
    int min() default 0;
    int max() default Integer.MAX_VALUE;
}

@Retention(RetentionPolicy.RUNTIME)
@Repeatable(Tags.class)
@interface Tag {
    String value();
}

@Retention(RetentionPolicy.RUNTIME)
@interface Tags {
    Tag[] value();
}

@interface Invisible { }

// holds, sequential: values and defaults
@Info(value = "given", type = String.class)
class AnnotateClass {
    public static void main(String[] args) {
        Info info = AnnotateClass.class.getAnnotation(Info.class);
        System.out.println(info.value() + " " + Arrays.toString(info.numbers()) + " " + info.state() + " " + info.type());
        System.out.println(AnnotateClass.class.isAnnotationPresent(Info.class) + " " + AnnotateClass.class.getAnnotations().length);
    }
}

// exception, sequential: nothing is there
class AnnotateMissing {
    public static void main(String[] args) {
        System.out.println(AnnotateMissing.class.getAnnotation(Info.class).value());
    }
}

// holds, sequential: methods
class AnnotateMethods {
    @Info("a") void a() { }
    @Deprecated void b() { }
    void c() { }

    public static void main(String[] args) {
        Method[] methods = AnnotateMethods.class.getDeclaredMethods();
        Arrays.sort(methods, Comparator.comparing(Method::getName));
        for (Method each : methods) System.out.println(each.getName() + " " + each.isAnnotationPresent(Info.class) + " " + each.getAnnotations().length);
    }
}

// holds, sequential: a runner of tests
class AnnotateRunner {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Test {
        Class<? extends Throwable> expected() default Error.class;
    }

    public static class Cases {
        @Test public void adds() {
            if (1 + 1 != 2) throw new IllegalStateException();
        }
        @Test(expected = ArithmeticException.class) public void divides() {
            System.out.println(1 / Integer.parseInt("0"));
        }
        @Test public void fails() {
            throw new IllegalStateException("on purpose");
        }
        public void helper() { }
    }

    public static void main(String[] args) throws Exception {
        Method[] methods = Cases.class.getMethods();
        Arrays.sort(methods, Comparator.comparing(Method::getName));
        for (Method each : methods) {
            Test test = each.getAnnotation(Test.class);
            if (test == null) continue;
            try {
                each.invoke(new Cases());
                System.out.println(each.getName() + " passed");
            } catch (InvocationTargetException e) {
                boolean wanted = test.expected().isInstance(e.getCause());
                System.out.println(each.getName() + (wanted ? " passed" : " failed: " + e.getCause().getMessage()));
            }
        }
    }
}

// assertion, sequential: a value out of its range
class AnnotateFields {
    @Check(min = 1, max = 10) int size = 12;
    @Check(min = 5) int count = 5;

    public static void main(String[] args) throws Exception {
        AnnotateFields it = new AnnotateFields();
        for (Field field : AnnotateFields.class.getDeclaredFields()) {
            Check check = field.getAnnotation(Check.class);
            if (check == null) continue;
            int value = field.getInt(it);
            assert value >= check.min() && value <= check.max() : field.getName();
        }
    }
}

// holds, sequential: parameters
class AnnotateParameters {
    static void call(@Check(min = 3) int a, String b, @Info @Check int c) { }

    public static void main(String[] args) throws Exception {
        Method method = AnnotateParameters.class.getDeclaredMethod("call", int.class, String.class, int.class);
        for (Annotation[] each : method.getParameterAnnotations()) System.out.println(each.length);
        System.out.println(((Check) method.getParameterAnnotations()[0][0]).min());
        System.out.println(method.getParameters()[2].getAnnotation(Info.class).value());
    }
}

// holds, sequential: what is inherited
class AnnotateInherited {
    @Info("base") static class Base { }
    static class Derived extends Base { }

    public static void main(String[] args) {
        System.out.println(Derived.class.getAnnotation(Info.class).value() + " " + Derived.class.getDeclaredAnnotations().length);
    }
}

// holds, sequential: several of one kind
@Tag("one")
@Tag("two")
class AnnotateRepeated {
    public static void main(String[] args) {
        for (Tag tag : AnnotateRepeated.class.getAnnotationsByType(Tag.class)) System.out.println(tag.value());
        System.out.println(AnnotateRepeated.class.getAnnotation(Tag.class) + " " + AnnotateRepeated.class.getAnnotation(Tags.class).value().length);
    }
}

// holds, sequential: not all are kept
@Invisible
class AnnotateInvisible {
    public static void main(String[] args) {
        System.out.println(AnnotateInvisible.class.getAnnotations().length);
    }
}

// holds, sequential: annotations are values
class AnnotateEqual {
    @Check(min = 1) int a;
    @Check(min = 1) int b;
    @Check(min = 2) int c;

    static Annotation of(String name) throws Exception {
        return AnnotateEqual.class.getDeclaredField(name).getAnnotations()[0];
    }

    public static void main(String[] args) throws Exception {
        System.out.println(of("a").equals(of("b")) + " " + of("a").equals(of("c")) + " " + (of("a").hashCode() == of("b").hashCode()));
        System.out.println(of("c") + " " + of("a").annotationType().getSimpleName());
    }
}

// holds, sequential: records
class AnnotateRecord {
    record Range(@Check(min = 1) int from, int to) { }

    public static void main(String[] args) throws Exception {
        System.out.println(Range.class.getRecordComponents()[0].getAnnotation(Check.class).min());
        System.out.println(Range.class.getDeclaredMethod("from").isAnnotationPresent(Check.class));
    }
}

// assertion: an annotation says how many threads
@Check(max = 2)
class AnnotateThreads {
    static int count;

    public static void main(String[] args) throws Exception {
        Thread[] threads = new Thread[AnnotateThreads.class.getAnnotation(Check.class).max()];
        for (int i = 0; i < threads.length; i++) (threads[i] = new Thread(() -> count++)).start();
        for (Thread each : threads) each.join();
        assert count == threads.length;
    }
}
