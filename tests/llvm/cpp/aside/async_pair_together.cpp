// holds; -std=c++14
// The repair: both futures live to the end of main.
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
  auto one = std::async(std::launch::async, meet);
  auto two = std::async(std::launch::async, meet);
  one.wait();
  two.wait();
  assert(arrived == 2);
}
