package today;

public class BrokenProvider implements Runnable {
    public BrokenProvider() {
        throw new IllegalStateException("broken");
    }

    @Override public void run() {}
}
