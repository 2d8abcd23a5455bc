#include "search/parallel/stop_the_world.hpp"

namespace waymark::search {

void StopTheWorld::call() {
  std::unique_lock<std::mutex> lock(mutex_);
  called_.store(true, std::memory_order_relaxed);
  wait(lock);
}

void StopTheWorld::pause() {
  std::unique_lock<std::mutex> lock(mutex_);
  if (called_.load(std::memory_order_relaxed)) wait(lock);  // or it was held without this worker's having seen the call
}

void StopTheWorld::leave() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (--working_ == waiting_ && working_ != 0) hold();
}

void StopTheWorld::wait(std::unique_lock<std::mutex>& lock) {
  if (++waiting_ == working_) return hold();
  const std::uint64_t before = held_;
  over_.wait(lock, [&] { return held_ != before; });
}

void StopTheWorld::hold() {
  // Whatever becomes of the task, the others must not wait for ever.
  struct Over {
    StopTheWorld& recess;
    ~Over() {
      recess.waiting_ = 0;
      recess.called_.store(false, std::memory_order_relaxed);
      ++recess.held_;
      recess.over_.notify_all();
    }
  } const over{*this};
  task_();
}

}  // namespace waymark::search
