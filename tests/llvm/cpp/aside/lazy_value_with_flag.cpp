// violated: null; -std=c++11
// A lazy value with double checking whose flag is set before the pointer.
// Schedule: a second thread sees the flag while the first one has not yet stored the pointer.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

struct Settings {
  int level = 2;
};
static std::atomic<bool> ready{false};
static std::atomic<Settings*> settings{nullptr};
static std::mutex mutex;

static Settings& get() {
  if (!ready) {
    std::lock_guard<std::mutex> lock(mutex);
    if (!ready) {
      ready = true;
      settings = new Settings;
    }
  }
  return *settings.load();
}

int main() {
  std::thread a([] { assert(get().level == 2); });
  std::thread b([] { assert(get().level == 2); });
  a.join();
  b.join();
}
