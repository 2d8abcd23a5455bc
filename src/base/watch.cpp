#include "base/watch.hpp"

#include <algorithm>
#include <chrono>

namespace waymark::base {

namespace {

using StopClock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds between_looks{10};
// Of a process that has hardly begun; beside it a limit of less would stop everything.
constexpr std::uint64_t own_bytes = 48u << 20;

// A sanitizer's own memory is many times the program's, so that what the process holds says nothing.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool memory_is_told = false;
#elif defined(__has_feature)
constexpr bool memory_is_told = !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer);
#else
constexpr bool memory_is_told = true;
#endif

}  // namespace

Watch::Watch(Stop& stop, const Limits& limits) : stop_(stop), limits_(limits) {
  if (limits_.memory && memory_is_told) {
    std::uint64_t most = 0;
    if (!__builtin_add_overflow(*limits_.memory, std::max(*limits_.memory / 8, own_bytes), &most)) {
      stop_.most_bytes_ = most;
    }
  }
  if (limits_.seconds && *limits_.seconds <= 0) stop_.request(Stop::Why::time);
  thread_ = std::thread([this] { watch(); });
}

Watch::~Watch() {
  {
    const Lock lock(mutex_);
    done_ = true;
  }
  over_.notify_one();
  thread_.join();
}

void Watch::watch() {
  const StopClock::time_point began = StopClock::now();
  const std::uint64_t most = stop_.most_bytes_;
  bool interrupted = false;
  Lock lock(mutex_);
  while (!done_) {
    const std::chrono::duration<double> past = StopClock::now() - began;
    if (limits_.seconds && past.count() >= *limits_.seconds) stop_.request(Stop::Why::time);
    if (limits_.memory && resident_bytes() > most) stop_.request(Stop::Why::memory);
    // Requested once: a signal that ended the search does not end the report, too.
    if (!interrupted && limits_.interrupt != nullptr && limits_.interrupt->load(std::memory_order_relaxed)) {
      interrupted = true;
      stop_.request(Stop::Why::interrupted);
    }
    auto pause = std::chrono::duration<double>(between_looks);
    if (limits_.seconds && past.count() < *limits_.seconds) {
      pause = std::min(pause, std::chrono::duration<double>(*limits_.seconds) - past);
    }
    over_.wait_for(lock, pause);
  }
}

}  // namespace waymark::base
