// holds; -std=c++17
// What is put off until the end of a thread comes after its thread-local objects are destroyed.
#include <cassert>
#include <condition_variable>
#include <future>
#include <mutex>
#include <stdexcept>
#include <thread>

static std::mutex mutex;
static std::condition_variable changed;
static bool ready, destroyed;

struct Local {
  int value = 0;
  ~Local() { destroyed = true; }
};
static thread_local Local local;

int main() {
  std::thread notifier([] {
    local.value = 1;
    std::unique_lock<std::mutex> lock(mutex);
    ready = true;
    std::notify_all_at_thread_exit(changed, std::move(lock));
  });
  {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [] { return ready; });
    assert(destroyed);
  }
  notifier.join();
  std::promise<int> value, failure;
  std::future<int> one = value.get_future(), two = failure.get_future();
  std::thread setter([&] {
    value.set_value_at_thread_exit(3);
    failure.set_exception_at_thread_exit(std::make_exception_ptr(std::runtime_error("no")));
  });
  assert(one.get() == 3);
  bool caught = false;
  try {
    two.get();
  } catch (const std::runtime_error&) {
    caught = true;
  }
  assert(caught);
  setter.join();
}
