// holds; -std=c++11 --property race
#include <atomic>
#include <cassert>
#include <thread>

static int message;
static std::atomic<bool> sent{false};

int main() {
  std::thread receiver([] {
    if (sent.load(std::memory_order_acquire)) assert(message == 42);
  });
  message = 42;
  sent.store(true, std::memory_order_release);
  receiver.join();
}
