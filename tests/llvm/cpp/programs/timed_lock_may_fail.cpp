// violated: assertion; -std=c++11
// Schedule: the other thread holds the lock for longer than the limit.
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

static std::timed_mutex mutex;
static int value;

int main() {
  std::thread holder([] {
    std::lock_guard<std::timed_mutex> lock(mutex);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    value = 1;
  });
  bool got = mutex.try_lock_for(std::chrono::milliseconds(10));
  if (got) mutex.unlock();
  holder.join();
  assert(got);
}
