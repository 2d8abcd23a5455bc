// A check for overdrafts in two steps (as in calfuzzer's and RAPID's bank): two threads pass it with money for one.
public class Rollback {
  static class Purse {
    private int money;

    Purse(int money) { this.money = money; }

    synchronized int money() { return money; }

    synchronized void take(int amount) {
      money -= amount;
      if (money < 0) throw new IllegalStateException("overdrawn by " + -money);
    }
  }

  public static void main(String[] arguments) {
    int customers = Integer.parseInt(arguments[0]);
    Purse purse = new Purse(10 * customers - 10);
    for (int i = 0; i < customers; i++) {
      new Thread(() -> {
        for (int part = 0; part < 2; part++) {
          if (purse.money() >= 5) purse.take(5);
        }
      }).start();
    }
  }
}
