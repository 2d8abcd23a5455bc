// violated: terminate|abort|exception; -std=c++14
// The exception leaves the function between start and join.
#include <atomic>
#include <cassert>
#include <stdexcept>
#include <thread>

static std::atomic<int> progress{0};

static void check(int value) {
  if (value < 0) throw std::invalid_argument("negative");
}
static void process(int value) {
  std::thread worker([] { progress = 1; });
  check(value);
  worker.join();
}

int main() {
  process(1);
  assert(progress == 1);
  try {
    process(-1);
  } catch (const std::invalid_argument&) {
    return 0;
  }
  return 1;
}
