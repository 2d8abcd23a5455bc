// holds; -std=c++11 --property race
#include <cassert>
#include <mutex>
#include <thread>

class Counter {
 public:
  void add(int n) {
    std::lock_guard<std::mutex> lock(mutex_);
    value_ += n;
  }
  int value() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return value_;
  }

 private:
  mutable std::mutex mutex_;
  int value_ = 0;
};

int main() {
  Counter counter;
  std::thread a([&] { counter.add(1); });
  std::thread b([&] { counter.add(2); });
  counter.add(4);
  a.join();
  b.join();
  assert(counter.value() == 7);
}
