// holds; -std=c++17 --property race
// Writers are alone, readers are not.
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

class Table {
 public:
  int sum() const {
    std::shared_lock<std::shared_mutex> lock(mutex_);
    return left_ + right_;
  }
  void move(int n) {
    std::unique_lock<std::shared_mutex> lock(mutex_);
    left_ -= n;
    right_ += n;
  }

 private:
  mutable std::shared_mutex mutex_;
  int left_ = 5, right_ = 5;
};

int main() {
  Table table;
  std::thread writer([&] { table.move(2); });
  std::thread reader([&] { assert(table.sum() == 10); });
  assert(table.sum() == 10);
  writer.join();
  reader.join();
}
