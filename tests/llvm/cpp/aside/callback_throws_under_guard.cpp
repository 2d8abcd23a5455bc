// holds; -std=c++17
// The repair: an object leaves the gate in its destructor.
#include <cassert>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <thread>

class Gate {
 public:
  void lock() {
    std::unique_lock<std::mutex> lock(mutex_);
    freed_.wait(lock, [this] { return !taken_; });
    taken_ = true;
  }
  void unlock() {
    std::lock_guard<std::mutex> lock(mutex_);
    taken_ = false;
    freed_.notify_one();
  }

 private:
  std::mutex mutex_;
  std::condition_variable freed_;
  bool taken_ = false;
};
static Gate gate;

static void with_gate(const std::function<void()>& callback) {
  std::lock_guard<Gate> inside(gate);
  callback();
}

int main() {
  int calls = 0;
  try {
    with_gate([] { throw std::runtime_error("callback"); });
  } catch (const std::runtime_error&) {
  }
  std::thread other([&] { with_gate([&] { ++calls; }); });
  other.join();
  assert(calls == 1);
}
