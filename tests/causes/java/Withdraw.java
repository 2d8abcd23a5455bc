/* Farchi, Nir, Ur 2003, "Concurrent bug patterns and how to test them": the two-stage access; check, then act.
   cause: assertion
   threads: Thread-1
   values: Withdraw.balance == -50 */
public class Withdraw {
  static int balance = 50;

  static synchronized int read() {
    return balance;
  }

  static synchronized void take(int amount) {
    balance -= amount;
    assert balance >= 0;  /* ! */
  }

  static void withdraw(int amount) {
    if (read() >= amount) take(amount);
  }

  public static void main(String[] args) {
    new Thread(() -> withdraw(50)).start();
    new Thread(() -> withdraw(50)).start();
  }
}
