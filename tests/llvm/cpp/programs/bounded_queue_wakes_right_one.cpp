// holds; -std=c++11
// The same queue with one condition for room and one for values.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>

class Queue {
 public:
  void put(int value) {
    std::unique_lock<std::mutex> lock(mutex_);
    room_.wait(lock, [&] { return values_.empty(); });
    values_.push(value);
    filled_.notify_one();
  }
  int take() {
    std::unique_lock<std::mutex> lock(mutex_);
    filled_.wait(lock, [&] { return !values_.empty(); });
    int value = values_.front();
    values_.pop();
    room_.notify_one();
    return value;
  }

 private:
  std::mutex mutex_;
  std::condition_variable room_, filled_;
  std::queue<int> values_;
};

int main() {
  Queue queue;
  int got[2] = {0, 0};
  std::thread one([&] { got[0] = queue.take(); });
  std::thread two([&] { got[1] = queue.take(); });
  std::thread other([&] { queue.put(2); });
  queue.put(1);
  other.join();
  one.join();
  two.join();
  assert(got[0] + got[1] == 3);
}
