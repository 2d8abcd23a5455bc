// violated: lock; -std=c++11
// One thread locks, another one unlocks.
// Argument: mutex::unlock requires that the calling thread owns the mutex ([thread.mutex.requirements.mutex]).
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex mutex;
static int value;

int main() {
  mutex.lock();
  std::thread other([] {
    value = 1;
    mutex.unlock();
  });
  other.join();
  mutex.lock();
  assert(value == 1);
  mutex.unlock();
}
