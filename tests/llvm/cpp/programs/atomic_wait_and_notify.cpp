// holds; -std=c++20
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> stage{0};
static int data;

int main() {
  std::thread waiter([] {
    stage.wait(0);
    assert(data == 6);
    stage.store(2);
    stage.notify_one();
  });
  data = 6;
  stage.store(1);
  stage.notify_one();
  stage.wait(1);
  assert(stage == 2);
  waiter.join();
}
