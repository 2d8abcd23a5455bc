// StopTheWorld: a pause in which several workers do nothing, so that one of them can do what nobody may disturb, as
// making a table larger. Any of them may call for it; the others come when they next attend, and the last one to come
// does it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <utility>

#include "base/condition.hpp"
#include "base/mutex.hpp"

namespace waymark::search {

class StopTheWorld {
 public:
  StopTheWorld(unsigned workers, std::function<void()> task) : task_(std::move(task)), working_(workers) {}
  StopTheWorld(const StopTheWorld&) = delete;
  StopTheWorld& operator=(const StopTheWorld&) = delete;

  // By a worker: returns when the task has been done.
  void call();
  // By each worker now and then: costs one load, unless one of them has called.
  void attend() {
    if (called_.load(std::memory_order_relaxed)) pause();
  }
  // By each worker, once, when it will attend no more.
  void leave();

 private:
  void pause();
  // REQUIRES: the lock is held. Waits for the others, or does the task if there are none to wait for.
  void wait(base::Lock& lock) NEEDS_LOCK(mutex_);
  void hold() NEEDS_LOCK(mutex_);

  std::function<void()> task_;
  std::atomic<bool> called_{false};
  base::Mutex mutex_;
  base::Condition over_;
  unsigned working_ GUARDED_BY(mutex_);
  unsigned waiting_ GUARDED_BY(mutex_) = 0;
  std::uint64_t held_ GUARDED_BY(mutex_) = 0;
};

}  // namespace waymark::search
