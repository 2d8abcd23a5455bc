// Stop: the request that a command end early: its time is over, its memory is used up, or a signal interrupted it.
// There is one for each command, and for each part of it that may end earlier. Code that can work for long on untrusted
// input polls it, which costs one load. Polling throws: a step that is cut short has no result, so nothing can be
// concluded from it. The caller that began it catches the exception where it can report an honest 'incomplete'.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <limits>

#include "base/mutex.hpp"

namespace waymark::base {

class Stop {
 public:
  enum class Why : std::uint8_t { time, memory, interrupted };

  Stop() = default;
  // One that also stops when the other does, which outlives it.
  explicit Stop(const Stop* above) : above_(above) {}
  // The same for a part of what the other, if any, ends.
  [[nodiscard]] static Stop part_of(Stop* whole) { return {whole, whole}; }
  Stop(const Stop&) = delete;
  Stop& operator=(const Stop&) = delete;

  // Any thread, at any time. The first reason is the one to tell.
  void request(Why why);
  [[nodiscard]] bool reached() const noexcept {
    if (reason_.load(std::memory_order_relaxed) != nothing) return true;
    return above_ != nullptr && !deaf() && above_->reached();
  }
  // REQUIRES: reached().
  [[nodiscard]] Why why() const;
  // Throws Stopped if it is time to.
  void poll() const {
    if (reached()) [[unlikely]]
      give_up();
  }
  // The same before so many bytes are taken at once: there must be room for them.
  void poll_room(std::uint64_t bytes) const;

  // The most that the process may hold.
  [[nodiscard]] std::uint64_t most_bytes() const { return most_bytes_.load(std::memory_order_relaxed); }

  // The findings are reported now, and that is not cut short: only what is requested from here on by a signal counts.
  void conclude();
  // The same of what this is a part of.
  void conclude_whole();

 private:
  friend class Watch;
  static constexpr std::uint8_t nothing = 0xFF;

  Stop(const Stop* above, Stop* whole) : above_(above), whole_(whole) {}
  // To what is requested above: that may still be a limit.
  [[nodiscard]] bool deaf() const noexcept {
    return concluded_.load(std::memory_order_relaxed) && !above_->concluded_.load(std::memory_order_relaxed);
  }
  [[noreturn]] void give_up() const;

  const Stop* above_ = nullptr;
  Stop* whole_ = nullptr;  // above, if this is a part
  std::atomic<std::uint8_t> reason_{nothing};
  std::atomic<bool> concluded_{false};
  std::atomic<std::uint64_t> most_bytes_{std::numeric_limits<std::uint64_t>::max()};
  Mutex mutex_;  // conclude() and request() exclude each other
};

// Polls what may not be there.
inline void poll(const Stop* stop) {
  if (stop != nullptr) stop->poll();
}

class Stopped final : public std::exception {
 public:
  explicit Stopped(Stop::Why why) : why_(why) {}
  [[nodiscard]] Stop::Why why() const { return why_; }
  [[nodiscard]] const char* what() const noexcept override;

 private:
  Stop::Why why_;
};

// What the process holds of the machine's memory, mapped files left aside.
[[nodiscard]] std::uint64_t resident_bytes();

// Before something is pushed: a large vector that has to grow for it is, for a moment, there twice.
template <typename Vector>
void poll_growth(const Stop* stop, const Vector& vector) {
  constexpr std::uint64_t large = 1u << 20;
  const std::uint64_t held = std::uint64_t{vector.capacity()} * sizeof(typename Vector::value_type);
  if (vector.size() == vector.capacity() && held >= large && stop != nullptr) stop->poll_room(2 * held);
}

}  // namespace waymark::base
