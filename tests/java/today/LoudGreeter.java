package today;

public class LoudGreeter implements Greeter {
    @Override public String greet(String name) {
        return "HELLO, " + name.toUpperCase();
    }
}
