// Condition: std::condition_variable for a Lock. The thread-safety analysis does not follow lambdas, so a condition is
// waited for in a loop.
#pragma once

#include <chrono>
#include <condition_variable>

#include "base/mutex.hpp"

namespace waymark::base {

class Condition {
 public:
  // For a notification, or for no reason.
  void wait(Lock& lock) { condition_.wait(lock.lock_); }
  template <typename Rep, typename Period>
  void wait_for(Lock& lock, std::chrono::duration<Rep, Period> most) {
    (void)condition_.wait_for(lock.lock_, most);
  }
  void notify_one() { condition_.notify_one(); }
  void notify_all() { condition_.notify_all(); }

 private:
  std::condition_variable condition_;
};

}  // namespace waymark::base
