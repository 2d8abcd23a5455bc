// violated: deadlock; -std=c++20
// Schedule: each thread acquires its first semaphore before the other's second.
#include <cassert>
#include <semaphore>
#include <thread>

static std::binary_semaphore printer(1), scanner(1);
static int copies;

static void copy(std::binary_semaphore& first, std::binary_semaphore& second) {
  first.acquire();
  second.acquire();
  ++copies;
  second.release();
  first.release();
}

int main() {
  std::thread other([] { copy(printer, scanner); });
  copy(scanner, printer);
  other.join();
  assert(copies == 2);
}
