// holds; -std=c++11
#include <cassert>
#include <mutex>
#include <thread>

class Tree {
 public:
  void insert(int value) {
    std::lock_guard<std::recursive_mutex> lock(mutex_);
    sum_ += value;
    if (value > 1) insert(value - 1);
  }
  int sum() {
    std::lock_guard<std::recursive_mutex> lock(mutex_);
    return sum_;
  }

 private:
  std::recursive_mutex mutex_;
  int sum_ = 0;
};

int main() {
  Tree tree;
  std::thread other([&] { tree.insert(2); });
  tree.insert(2);
  other.join();
  assert(tree.sum() == 6);
}
