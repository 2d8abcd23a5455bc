// violated: assertion; -std=c++14
// Each call of the account takes its lock, but the test and the withdrawal are two calls.
// Schedule: both threads test before either withdraws.
#include <cassert>
#include <mutex>
#include <thread>

class Account {
 public:
  int balance() {
    std::lock_guard<std::mutex> lock(mutex_);
    return balance_;
  }
  void withdraw(int amount) {
    std::lock_guard<std::mutex> lock(mutex_);
    balance_ -= amount;
  }

 private:
  std::mutex mutex_;
  int balance_ = 5;
};

int main() {
  Account account;
  auto customer = [&] {
    if (account.balance() >= 4) account.withdraw(4);
  };
  std::thread a(customer), b(customer);
  a.join();
  b.join();
  assert(account.balance() >= 0);
}
