// violated: deadlock; -std=c++20
// The latch counts three arrivals, and one of the workers returns before it counts.
#include <cassert>
#include <latch>
#include <thread>

static std::latch started(3);
static int results[2];

static void work(int me, bool skip) {
  if (skip) return;
  results[me] = me + 1;
  started.count_down();
}

int main() {
  std::thread a(work, 0, false), b(work, 1, true);
  started.arrive_and_wait();
  assert(results[0] == 1);
  a.join();
  b.join();
}
