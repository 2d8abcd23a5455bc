// "Account" of the IBM contest benchmarks: a transfer locks one of the two accounts only, so money gets lost.
public class Account {
  private int balance;

  Account(int balance) { this.balance = balance; }

  synchronized void deposit(int amount) { balance += amount; }

  synchronized void transfer(Account to, int amount) {
    balance -= amount;
    to.balance += amount;  // under the wrong lock
  }

  public static void main(String[] arguments) throws InterruptedException {
    int number = Integer.parseInt(arguments[0]);
    Account[] accounts = new Account[number];
    for (int i = 0; i < number; i++) accounts[i] = new Account(100);
    Thread[] clerks = new Thread[number];
    for (int i = 0; i < number; i++) {
      Account own = accounts[i];
      Account next = accounts[(i + 1) % number];
      clerks[i] = new Thread(() -> {
        own.deposit(300);
        own.transfer(next, 99);
        own.deposit(1);
      });
    }
    for (Thread clerk : clerks) clerk.start();
    for (Thread clerk : clerks) clerk.join();
    int sum = 0;
    for (Account account : accounts) sum += account.balance;
    assert sum == 401 * number : sum;
  }
}
