// holds; -std=c++11
// The repair: the flag is set last.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

struct Settings {
  int level = 2;
};
static std::atomic<bool> ready{false};
static Settings* settings;
static std::mutex mutex;

static Settings& get() {
  if (!ready) {
    std::lock_guard<std::mutex> lock(mutex);
    if (!ready) {
      settings = new Settings;
      ready = true;
    }
  }
  return *settings;
}

int main() {
  std::thread a([] { assert(get().level == 2); });
  std::thread b([] { assert(get().level == 2); });
  a.join();
  b.join();
}
