// violated: race; -std=c++11 --property race
// The double-checked singleton as it was published for C++98: the first test reads a plain pointer (Meyers,
// Alexandrescu). Schedule: one thread stores the pointer under the lock while the other makes its first test.
#include <cassert>
#include <mutex>
#include <thread>

class Registry {
 public:
  static Registry* instance() {
    if (!instance_) {
      std::lock_guard<std::mutex> lock(mutex_);
      if (!instance_) instance_ = new Registry;
    }
    return instance_;
  }
  int entries() const { return entries_; }

 private:
  Registry() : entries_(3) {}
  int entries_;
  static Registry* instance_;
  static std::mutex mutex_;
};
Registry* Registry::instance_;
std::mutex Registry::mutex_;

int main() {
  std::thread a([] { assert(Registry::instance()->entries() == 3); });
  std::thread b([] { assert(Registry::instance()->entries() == 3); });
  a.join();
  b.join();
}
