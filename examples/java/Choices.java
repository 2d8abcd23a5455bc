// Choices of the program itself: every coin is tried. Compile with waymark-library.jar on the class path.
//   Choices PRICE          a machine that takes three coins and gives change
//   Choices PRICE greedy   it keeps what is over: a failed assertion
import waymark.Verify;

public class Choices {
    public static void main(String[] args) {
        int price = Integer.parseInt(args[0]);
        boolean greedy = args.length > 1 && args[1].equals("greedy");
        int paid = 0;
        for (int i = 0; i < 3; i++) paid += Verify.oneOf(1, 2, 5);
        Verify.assume(paid >= price);
        boolean wantsChange = Verify.getBoolean();
        int change = wantsChange && !greedy ? paid - price : 0;
        assert !wantsChange || price + change == paid : "paid " + paid + ", got " + change;
    }
}
