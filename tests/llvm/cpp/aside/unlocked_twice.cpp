// violated: lock; -std=c++14
// The lock is given back twice by hand.
// Argument: the second unlock is by a thread that does not own the mutex.
#include <cassert>
#include <mutex>
#include <thread>

class Door {
 public:
  void open() {
    mutex_.lock();
    opened_ = true;
    release();
    if (opened_) release();
  }
  bool opened() const { return opened_; }

 private:
  void release() { mutex_.unlock(); }
  std::mutex mutex_;
  bool opened_ = false;
};

int main() {
  Door door;
  door.open();
  assert(door.opened());
}
