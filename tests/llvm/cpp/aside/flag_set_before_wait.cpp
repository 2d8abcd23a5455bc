// violated: deadlock; -std=c++14
// The lost wake-up in a queue: the consumer tests without the lock, then waits without a predicate.
// Schedule: the item is put, and announced, between the consumer's test and its wait.
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

class Mailbox {
 public:
  void put(int item) {
    std::lock_guard<std::mutex> lock(mutex_);
    items_.push_back(item);
    size_ = 1;
    arrived_.notify_one();
  }
  int get() {
    if (size_ == 0) {
      std::unique_lock<std::mutex> lock(mutex_);
      arrived_.wait(lock);
    }
    std::lock_guard<std::mutex> lock(mutex_);
    int item = items_.front();
    items_.pop_front();
    return item;
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<int> items_;
  std::atomic<int> size_{0};
};

int main() {
  Mailbox box;
  std::thread sender([&] { box.put(8); });
  assert(box.get() == 8);
  sender.join();
}
