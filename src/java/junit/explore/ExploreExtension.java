package explore;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** Calls the installed waymark for a test: the system property "waymark" names it, or it is on the PATH. */
public final class ExploreExtension implements InvocationInterceptor {
    private static final int HOLDS = 0;
    private static final int LIMIT = 3;

    @Override
    public void interceptTestMethod(Invocation<Void> invocation, ReflectiveInvocationContext<Method> context, ExtensionContext extension)
            throws IOException, InterruptedException {
        invocation.skip();
        Method test = context.getExecutable();
        List<String> command = new ArrayList<>(List.of(System.getProperty("waymark", "waymark"), "check"));
        command.addAll(List.of(test.getAnnotation(Explore.class).value()));
        command.addAll(List.of("--classpath", System.getProperty("java.class.path")));
        command.addAll(List.of("--test", context.getTargetClass().getName() + "#" + test.getName()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int code = process.waitFor();
        if (code == LIMIT) {
            throw new TestAbortedException(told);
        }
        if (code != HOLDS) {
            throw new AssertionFailedError(told);
        }
    }
}
