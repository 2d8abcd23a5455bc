// Check, then act, on a thread-safe queue: workers test that it is not empty, and another takes the last element.
import java.util.concurrent.ConcurrentLinkedQueue;

public class CheckThenAct {
  public static void main(String[] arguments) {
    int workers = Integer.parseInt(arguments[0]);
    int jobs = Integer.parseInt(arguments[1]);
    ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
    for (int i = 0; i < jobs; i++) queue.add(i);
    for (int i = 0; i < workers; i++) {
      new Thread(() -> {
        while (!queue.isEmpty()) queue.remove();
      }).start();
    }
  }
}
