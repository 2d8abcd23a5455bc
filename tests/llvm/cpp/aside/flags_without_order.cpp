// violated: race; -std=c++11 --property race
// The flag is relaxed: it does not order the message.
#include <atomic>
#include <cassert>
#include <thread>

static int message;
static std::atomic<bool> sent{false};

int main() {
  std::thread receiver([] {
    while (!sent.load(std::memory_order_relaxed)) std::this_thread::yield();
    assert(message == 42);
  });
  message = 42;
  sent.store(true, std::memory_order_relaxed);
  receiver.join();
}
