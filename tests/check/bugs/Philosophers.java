// Dining philosophers, each of whom takes the left fork first and eats several times.
public class Philosophers {
  public static void main(String[] arguments) {
    int number = Integer.parseInt(arguments[0]);
    int meals = Integer.parseInt(arguments[1]);
    Object[] forks = new Object[number];
    for (int i = 0; i < number; i++) forks[i] = new Object();
    for (int i = 0; i < number; i++) {
      Object left = forks[i];
      Object right = forks[(i + 1) % number];
      new Thread(() -> {
        for (int meal = 0; meal < meals; meal++) {
          synchronized (left) {
            synchronized (right) {
            }
          }
        }
      }).start();
    }
  }
}
