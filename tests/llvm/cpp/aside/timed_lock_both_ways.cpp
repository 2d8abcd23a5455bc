// holds; -std=c++17
// A lock with a limit may succeed or not; the program is right in both cases.
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

static std::timed_mutex mutex;
static std::recursive_timed_mutex again;
static int done, skipped;

static void work() {
  std::unique_lock<std::timed_mutex> lock(mutex, std::chrono::milliseconds(5));
  if (lock) ++done;
}

int main() {
  std::thread other(work);
  if (mutex.try_lock()) {
    ++done;
    mutex.unlock();
  } else {
    ++skipped;
  }
  other.join();
  assert(done + skipped >= 1 && done <= 2);
  assert(again.try_lock_for(std::chrono::seconds(1)) && again.try_lock());
  again.unlock();
  again.unlock();
}
