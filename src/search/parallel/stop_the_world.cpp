#include "search/parallel/stop_the_world.hpp"

namespace waymark::search {

void StopTheWorld::call() {
  base::Lock lock(mutex_);
  called_.store(true, std::memory_order_relaxed);
  wait(lock);
}

void StopTheWorld::pause() {
  base::Lock lock(mutex_);
  if (called_.load(std::memory_order_relaxed)) wait(lock);  // or it was held without this worker's having seen the call
}

void StopTheWorld::leave() {
  const base::Lock lock(mutex_);
  if (--working_ == waiting_ && working_ != 0) hold();
}

void StopTheWorld::wait(base::Lock& lock) {
  if (++waiting_ == working_) return hold();
  const std::uint64_t before = held_;
  while (held_ == before) over_.wait(lock);
}

void StopTheWorld::hold() {
  const auto over = [this]() NEEDS_LOCK(mutex_) {
    waiting_ = 0;
    called_.store(false, std::memory_order_relaxed);
    ++held_;
    over_.notify_all();
  };
  try {
    task_();
  } catch (...) {  // the others must not wait for ever
    over();
    throw;
  }
  over();
}

}  // namespace waymark::search
