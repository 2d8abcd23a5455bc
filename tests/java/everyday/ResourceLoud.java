package everyday;

/** A provider, which a service loader makes. */
public class ResourceLoud implements ResourceGreeter {
    @Override public String greet(String name) {
        return "HELLO, " + name.toUpperCase();
    }
}
