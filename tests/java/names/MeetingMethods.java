import waymark.Verify;

// Two methods whose names have one label. Which of them was chosen shows in nothing but a frame, until it goes on.
public class MeetingMethods {
    static int turn;

    public static void main(String[] args) throws Exception {
        MeetingMethods.class.getDeclaredMethod(Verify.getBoolean() ? "m00002c3d" : "x8IJLuhl").invoke(null);
    }

    static void m00002c3d() {
        turn = Verify.getInt(1, 2);
    }

    static void x8IJLuhl() {
        turn = Verify.getInt(1, 2);
        turn += 2;
        throw new IllegalStateException("the other one");
    }
}
