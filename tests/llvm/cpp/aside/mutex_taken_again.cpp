// violated: deadlock|lock|exception; -std=c++14
// A public function that locks calls another one that locks, too.
#include <cassert>
#include <mutex>
#include <vector>

class Stack {
 public:
  bool empty() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return values_.empty();
  }
  void push(int value) {
    std::lock_guard<std::mutex> lock(mutex_);
    values_.push_back(value);
  }
  int pop() {
    std::lock_guard<std::mutex> lock(mutex_);
    if (empty()) return -1;
    int value = values_.back();
    values_.pop_back();
    return value;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<int> values_;
};

int main() {
  Stack stack;
  stack.push(3);
  assert(!stack.empty());
  return stack.pop() - 3;
}
