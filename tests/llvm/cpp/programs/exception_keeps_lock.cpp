// violated: deadlock; -std=c++11
// lock() and unlock() by hand: the exception passes the unlock.
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

static std::mutex mutex;
static int stock = 1;

static void take() {
  mutex.lock();
  if (stock == 0) throw std::runtime_error("sold out");
  --stock;
  mutex.unlock();
}
static void customer() {
  try {
    take();
  } catch (const std::runtime_error&) {
  }
}

int main() {
  std::thread a(customer), b(customer);
  a.join();
  b.join();
  mutex.lock();
  assert(stock == 0);
  mutex.unlock();
}
