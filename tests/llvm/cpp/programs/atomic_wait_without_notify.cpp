// violated: deadlock; -std=c++20
// The flag is set, but the waiting thread is not woken.
// Schedule: the waiter sleeps before the flag is set.
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> stage{0};
static int data;

int main() {
  std::thread waiter([] {
    stage.wait(0);
    assert(data == 6);
  });
  data = 6;
  stage.store(1);
  waiter.join();
}
