// holds; -std=c++11 --property race
// The repair: an atomic pointer, read by acquire and written by release.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

class Registry {
 public:
  static Registry* instance() {
    Registry* found = instance_.load(std::memory_order_acquire);
    if (!found) {
      std::lock_guard<std::mutex> lock(mutex_);
      found = instance_.load(std::memory_order_relaxed);
      if (!found) {
        found = new Registry;
        instance_.store(found, std::memory_order_release);
      }
    }
    return found;
  }
  int entries() const { return entries_; }

 private:
  Registry() : entries_(3) {}
  int entries_;
  static std::atomic<Registry*> instance_;
  static std::mutex mutex_;
};
std::atomic<Registry*> Registry::instance_{nullptr};
std::mutex Registry::mutex_;

int main() {
  std::thread a([] { assert(Registry::instance()->entries() == 3); });
  std::thread b([] { assert(Registry::instance()->entries() == 3); });
  a.join();
  b.join();
}
