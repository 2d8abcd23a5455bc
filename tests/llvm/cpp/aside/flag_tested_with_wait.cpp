// holds; -std=c++14
// The repair: the test is made under the lock, and again after each wake-up.
#include <cassert>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

class Mailbox {
 public:
  void put(int item) {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      items_.push_back(item);
    }
    arrived_.notify_one();
  }
  int get() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (items_.empty()) arrived_.wait(lock);
    int item = items_.front();
    items_.pop_front();
    return item;
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<int> items_;
};

int main() {
  Mailbox box;
  std::thread sender([&] { box.put(8); });
  assert(box.get() == 8);
  sender.join();
}
