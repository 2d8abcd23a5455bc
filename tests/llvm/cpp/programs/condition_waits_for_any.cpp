// holds; -std=c++17
// condition_variable_any with a shared_mutex, and a wait with a limit.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex mutex;
static std::condition_variable_any changed;
static int version;

int main() {
  std::thread reader([] {
    std::shared_lock<std::shared_mutex> lock(mutex);
    changed.wait(lock, [] { return version > 0; });
    assert(version == 1);
  });
  {
    std::unique_lock<std::shared_mutex> lock(mutex);
    version = 1;
  }
  changed.notify_all();
  reader.join();
  std::unique_lock<std::shared_mutex> lock(mutex);
  bool in_time = changed.wait_for(lock, std::chrono::milliseconds(1), [] { return version > 1; });
  assert(!in_time);
}
