// holds; -std=c++20
// Two threads wait for different atomics. Each is woken by the notification for its own.
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> open{false};
static std::atomic<long> count{0};

int main() {
  std::thread a([] {
    open.wait(false);
    assert(open);
  });
  std::thread b([] {
    count.wait(0);
    assert(count == 2);
  });
  open = true;
  open.notify_one();
  count = 2;
  count.notify_one();
  a.join();
  b.join();
}
