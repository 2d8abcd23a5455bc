#include "base/stop.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "base/check.hpp"

namespace waymark::base {

void Stop::request(Why why) {
  const Lock lock(mutex_);
  if (concluded_ && why != Why::interrupted) return;
  std::uint8_t expected = nothing;
  reason_.compare_exchange_strong(expected, static_cast<std::uint8_t>(why), std::memory_order_relaxed);
}

Stop::Why Stop::why() const {
  const std::uint8_t reason = reason_.load(std::memory_order_relaxed);
  if (reason != nothing) return static_cast<Why>(reason);
  CHECK(above_ != nullptr);
  return above_->why();
}

void Stop::poll_room(std::uint64_t bytes) const {
  poll();
  if (concluded_) return;
  const std::uint64_t most = most_bytes_.load(std::memory_order_relaxed);
  const std::uint64_t held = most == std::numeric_limits<std::uint64_t>::max() ? 0 : resident_bytes();
  if (bytes > most || held > most - bytes) throw Stopped(Why::memory);
  if (above_ != nullptr) above_->poll_room(bytes);
}

void Stop::conclude() {
  const Lock lock(mutex_);
  if (concluded_.exchange(true)) return;
  reason_ = nothing;
}

void Stop::conclude_whole() {
  for (Stop* one = this; one != nullptr; one = one->whole_) one->conclude();
}

void Stop::give_up() const { throw Stopped(why()); }

const char* Stopped::what() const noexcept {
  switch (why_) {
    case Stop::Why::time:
      return "the time is over";
    case Stop::Why::memory:
      return "the memory is used up";
    case Stop::Why::interrupted:
      return "interrupted";
  }
  return "stopped";
}

std::uint64_t resident_bytes() {
  static const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  char text[128] = {};
  const ssize_t length = file < 0 ? -1 : ::pread(file, text, sizeof text - 1, 0);
  unsigned long long resident = 0;
  unsigned long long shared = 0;
  if (length <= 0 || std::sscanf(text, "%*u %llu %llu", &resident, &shared) != 2) return 0;
  static const auto page = static_cast<std::uint64_t>(std::max(::sysconf(_SC_PAGESIZE), 1L));
  return (resident - std::min(shared, resident)) * page;
}

}  // namespace waymark::base
