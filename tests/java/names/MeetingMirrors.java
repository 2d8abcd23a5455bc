// Two classes whose mirrors have one label.
public class MeetingMirrors {
    static Object first = new M00023174();
    static Object second = new _c446BTe();

    public static void main(String[] args) {
        if (first.getClass() == second.getClass()) throw new IllegalStateException("one mirror for two classes");
    }
}

class M00023174 {}

class _c446BTe {}
