import java.util.Random;

/** Six faces, and as many runs. */
public class Dice {
  public static void main(String[] args) {
    int face = 1 + new Random().nextInt(6);
    assert face <= 6;
  }
}
