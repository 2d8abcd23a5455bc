// holds; -std=c++20
// A jthread asks its function to stop and joins it when it is destroyed.
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

static std::mutex mutex;
static std::condition_variable_any wake;
static bool ended;

static void loop(std::stop_token stop) {
  std::unique_lock<std::mutex> lock(mutex);
  bool never = wake.wait(lock, stop, [] { return false; });
  assert(!never && stop.stop_requested());
  ended = true;
}

int main() {
  { std::jthread worker(loop); }
  assert(ended);
}
