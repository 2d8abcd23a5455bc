// holds; -std=c++11
// The repair: a lock_guard gives the lock back, however the function ends.
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

static std::mutex mutex;
static int stock = 1;
static int refused;

static void take() {
  std::lock_guard<std::mutex> lock(mutex);
  if (stock == 0) throw std::runtime_error("sold out");
  --stock;
}
static void customer() {
  try {
    take();
  } catch (const std::runtime_error&) {
    std::lock_guard<std::mutex> lock(mutex);
    ++refused;
  }
}

int main() {
  std::thread a(customer), b(customer);
  a.join();
  b.join();
  assert(stock == 0 && refused == 1);
}
