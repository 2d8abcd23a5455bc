// violated: deadlock; -std=c++14
// Two tasks that meet each other, each started as a temporary: the second one starts after the first has ended.
#include <cassert>
#include <condition_variable>
#include <future>
#include <mutex>

static std::mutex mutex;
static std::condition_variable changed;
static int arrived;

static void meet() {
  std::unique_lock<std::mutex> lock(mutex);
  ++arrived;
  changed.notify_all();
  changed.wait(lock, [] { return arrived == 2; });
}

int main() {
  std::async(std::launch::async, meet);
  std::async(std::launch::async, meet);
  assert(arrived == 2);
}
