// Progress: how far a run of the certifier has come, and how its work was shared out. It listens and cannot steer:
// nothing that is certified rests on it.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "base/mutex.hpp"

namespace waymark::certify {

// Any thread, at any time.
class Progress {
 public:
  // What one task walked through.
  struct Task {
    std::uint64_t states = 0;
    std::uint64_t transitions = 0;
  };

  // So many states are to be expected, as the scripts say.
  void expect(std::uint64_t states) { expected_ = states; }
  // A run begins, of so many tasks; the figures of an earlier one are forgotten.
  void begin(std::uint64_t tasks) {
    const base::Lock lock(mutex_);
    states_ = 0;
    done_ = 0;
    works_.assign(tasks, {});
  }
  void walk(std::uint64_t more_states) { states_.fetch_add(more_states, std::memory_order_relaxed); }
  void finish(std::uint64_t task, const Task& work) {
    const base::Lock lock(mutex_);
    ++done_;
    works_.at(task) = work;
  }

  [[nodiscard]] std::uint64_t expected() const { return expected_; }
  [[nodiscard]] std::uint64_t states() const { return states_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t done() const { return done_; }
  [[nodiscard]] std::uint64_t tasks() const {
    const base::Lock lock(mutex_);
    return works_.size();
  }
  [[nodiscard]] std::vector<Task> works() const {
    const base::Lock lock(mutex_);
    return works_;
  }

 private:
  std::atomic<std::uint64_t> expected_{0};
  std::atomic<std::uint64_t> states_{0};
  std::atomic<std::uint64_t> done_{0};
  mutable base::Mutex mutex_;
  std::vector<Task> works_ GUARDED_BY(mutex_);
};

}  // namespace waymark::certify
