// violated: deadlock; -std=c++11
// A bounded queue with one condition variable and notify_one (the exercise of Ben-Ari and of many textbooks).
// Schedule: both consumers wait; a put wakes one of them; the second producer finds no room and waits.
// The consumer takes the value, and its notification wakes the other consumer, which finds nothing.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>

class Queue {
 public:
  void put(int value) {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return values_.empty(); });
    values_.push(value);
    changed_.notify_one();
  }
  int take() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return !values_.empty(); });
    int value = values_.front();
    values_.pop();
    changed_.notify_one();
    return value;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::queue<int> values_;
};

int main() {
  Queue queue;
  std::thread one([&] { queue.take(); });
  std::thread two([&] { queue.take(); });
  std::thread other([&] { queue.put(2); });
  queue.put(1);
  other.join();
  one.join();
  two.join();
}
