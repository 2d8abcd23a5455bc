// violated: race; -std=c++17 --property race
// Two readers increment the number of hits while both share the lock.
#include <cassert>
#include <shared_mutex>
#include <thread>

class Cache {
 public:
  int get() {
    std::shared_lock<std::shared_mutex> lock(mutex_);
    ++hits_;
    return value_;
  }

 private:
  std::shared_mutex mutex_;
  int hits_ = 0;
  int value_ = 7;
};

int main() {
  Cache cache;
  std::thread a([&] { assert(cache.get() == 7); });
  std::thread b([&] { assert(cache.get() == 7); });
  a.join();
  b.join();
}
