package everyday;

/** A provider, which a service loader makes. */
public class ResourcePlain implements ResourceGreeter, ResourcePlainCount {
    private int count;

    @Override public String greet(String name) {
        count++;
        return "Hello, " + name;
    }

    @Override public int count() {
        return count;
    }
}
