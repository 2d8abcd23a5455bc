package aside;

public class RedColour implements Colour {
    @Override public String toString() {
        return "RedColour";
    }
}
