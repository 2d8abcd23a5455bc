// violated: deadlock; -std=c++11
// Schedule: each thread locks the account that it takes from, and waits for the other one.
#include <cassert>
#include <mutex>
#include <thread>

struct Account {
  std::mutex mutex;
  int money = 10;
};

static void transfer(Account& from, Account& to, int amount) {
  std::lock_guard<std::mutex> first(from.mutex);
  std::lock_guard<std::mutex> second(to.mutex);
  from.money -= amount;
  to.money += amount;
}

int main() {
  Account a, b;
  std::thread there([&] { transfer(a, b, 3); });
  std::thread back([&] { transfer(b, a, 5); });
  there.join();
  back.join();
  assert(a.money + b.money == 20);
}
