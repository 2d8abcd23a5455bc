/* Goetz et al., "Java Concurrency in Practice", listing 10.2: the order of locks comes from the arguments.
   cause: cycle
   threads: Thread-0, Thread-1
   locks: Transfer.mine, Transfer.yours */
public class Transfer {
  static class Account {
    int balance = 10;
  }

  static final Account mine = new Account();
  static final Account yours = new Account();

  static void transfer(Account from, Account to, int amount) {
    synchronized (from) {
      synchronized (to) {  /* ! */
        from.balance -= amount;
        to.balance += amount;
      }
    }
  }

  public static void main(String[] args) {
    new Thread(() -> transfer(mine, yours, 1)).start();
    new Thread(() -> transfer(yours, mine, 2)).start();
  }
}
