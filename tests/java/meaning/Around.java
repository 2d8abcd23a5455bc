import java.io.File;

/** Asks for what may be otherwise elsewhere, by the words that it is given. */
public class Around {
  static Object kept;

  public static void main(String[] args) throws Exception {
    for (String word : args) {
      switch (word) {
        case "clock" -> kept = System.nanoTime();
        case "input" -> kept = System.in.read();
        case "variable" -> kept = System.getenv("COLOUR");
        case "variables" -> kept = System.getenv();
        case "file" -> kept = new File("/data/absent.txt").exists();
        case "weak" -> kept = new java.lang.ref.WeakReference<>(new Object());
        case "hook" -> Runtime.getRuntime().addShutdownHook(new Thread(() -> { }));
        default -> throw new IllegalArgumentException(word);
      }
    }
  }
}
