package aside;

public class BlueColour implements Colour {
    @Override public String toString() {
        return "BlueColour";
    }
}
