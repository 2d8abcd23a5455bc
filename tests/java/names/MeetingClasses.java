import waymark.Verify;

// Two classes whose names have one label. Which of them was chosen shows in nothing but the class of an object and the
// method of a frame, until it goes on.
public class MeetingClasses {
    static final Chosen ONE = new C0000704d();
    static final Chosen OTHER = new CE_895Sn();
    static int turn;

    abstract static class Chosen implements Cloneable {
        // Both are made at the same place.
        Chosen copy() throws CloneNotSupportedException {
            return (Chosen) clone();
        }

        abstract void run();
    }

    public static void main(String[] args) throws CloneNotSupportedException {
        (Verify.getBoolean() ? ONE : OTHER).copy().run();
    }
}

class C0000704d extends MeetingClasses.Chosen {
    void run() {
        MeetingClasses.turn = Verify.getInt(1, 2);
    }
}

class CE_895Sn extends MeetingClasses.Chosen {
    void run() {
        MeetingClasses.turn = Verify.getInt(1, 2);
        MeetingClasses.turn += 2;
        throw new IllegalStateException("the other one");
    }
}
