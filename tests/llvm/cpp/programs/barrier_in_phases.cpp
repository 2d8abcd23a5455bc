// holds; -std=c++20
// The completion function runs once for each phase, between the arrivals and the departures.
#include <barrier>
#include <cassert>
#include <thread>

static int phase;
static int values[2];
static void complete() noexcept { ++phase; }

int main() {
  std::barrier meet(2, &complete);
  auto work = [&](int me) {
    values[me] = 1;
    meet.arrive_and_wait();
    assert(phase == 1 && values[1 - me] == 1);
    meet.arrive_and_wait();
    assert(phase == 2);
  };
  std::thread other(work, 1);
  work(0);
  other.join();
}
