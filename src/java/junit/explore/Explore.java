package explore;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/** A test of JUnit 5 that Waymark explores in all schedules, in place of one run on the JVM: {@code @Test @Explore void adds()}. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ExploreExtension.class)
public @interface Explore {
    /** Options of {@code waymark check}, such as "--time", "1m". */
    String[] value() default {};
}
