// holds; -std=c++17
// std::scoped_lock takes both locks without a deadlock, whatever their order.
#include <cassert>
#include <mutex>
#include <thread>

struct Account {
  std::mutex mutex;
  int money = 10;
};

static void transfer(Account& from, Account& to, int amount) {
  std::scoped_lock both(from.mutex, to.mutex);
  from.money -= amount;
  to.money += amount;
}

int main() {
  Account a, b;
  std::thread there([&] { transfer(a, b, 3); });
  std::thread back([&] { transfer(b, a, 5); });
  there.join();
  back.join();
  assert(a.money == 12 && b.money == 8);
}
