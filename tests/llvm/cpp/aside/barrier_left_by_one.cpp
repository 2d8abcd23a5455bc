// holds; -std=c++20
// arrive_and_drop leaves the barrier; the other goes on alone.
#include <barrier>
#include <cassert>
#include <thread>

static int rounds;

int main() {
  auto count = []() noexcept { ++rounds; };
  std::barrier meet(2, count);
  std::thread other([&] { meet.arrive_and_drop(); });
  meet.arrive_and_wait();
  assert(rounds == 1);
  meet.arrive_and_wait();
  meet.arrive_and_wait();
  assert(rounds == 3);
  other.join();
}
