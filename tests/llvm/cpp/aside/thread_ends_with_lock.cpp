// violated: deadlock; -std=c++14
// A thread returns with the lock, and nobody gives it back.
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex mutex;
static int balance = 3;

static bool spend(int amount) {
  mutex.lock();
  if (balance < amount) return false;
  balance -= amount;
  mutex.unlock();
  return true;
}

int main() {
  bool first = false, second = false;
  std::thread a([&] { first = spend(2); });
  std::thread b([&] { second = spend(2); });
  a.join();
  b.join();
  std::lock_guard<std::mutex> lock(mutex);
  assert(first != second && balance == 1);
}
