// violated: assertion; -std=c++11
// Schedule: both threads load the atomic before either stores it. Each operation is atomic, the sum is not.
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> hits{0};

static void hit() { hits = hits + 1; }

int main() {
  std::thread a(hit), b(hit);
  a.join();
  b.join();
  assert(hits == 2);
}
