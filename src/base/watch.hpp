// Watch requests a Stop: it looks at the clock, at the memory that the process really holds, and for the signal, from a
// thread of its own, so that no loop has to measure anything.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <thread>

#include "base/condition.hpp"
#include "base/mutex.hpp"
#include "base/stop.hpp"

namespace waymark::base {

// Watches over a command from now until it is destroyed.
class Watch {
 public:
  struct Limits {
    std::optional<double> seconds;
    std::optional<std::uint64_t> memory;  // bytes; the process may hold an eighth more, and a little for itself
    const std::atomic<bool>* interrupt = nullptr;  // set by a signal
  };
  // All that it is given outlives it.
  Watch(Stop& stop, const Limits& limits);
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;
  ~Watch();

 private:
  void watch();

  Stop& stop_;
  Limits limits_;
  Mutex mutex_;
  Condition over_;
  bool done_ GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace waymark::base
