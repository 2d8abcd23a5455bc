// The memory a run may use (--memory). A part that keeps something per state asks before growing and gives back what it
// frees; a refusal becomes an honest 'incomplete', never an abort. Shared by threads.
//
// A part that can do with less may hold some back, for the time when it has to, and is notified when that is.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <utility>

namespace waymark::base {

class Budget {
 public:
  explicit Budget(std::uint64_t limit) : limit_(limit) {}

  // True if bytes more fit; only then are they counted.
  [[nodiscard]] bool take(std::uint64_t bytes) {
    do {
      const std::uint64_t before = used_.fetch_add(bytes, std::memory_order_relaxed);
      if (before + bytes <= limit_ - held_back_) return true;
      used_.fetch_sub(bytes, std::memory_order_relaxed);
    } while (make_room_ && make_room_());
    return false;
  }
  void give_back(std::uint64_t bytes) {
    const std::uint64_t before = used_.fetch_sub(bytes, std::memory_order_relaxed);
    std::uint64_t most = most_used_.load(std::memory_order_relaxed);
    while (most < before && !most_used_.compare_exchange_weak(most, before, std::memory_order_relaxed)) {
    }
  }

  [[nodiscard]] std::uint64_t used() const { return used_.load(std::memory_order_relaxed); }
  // The most that was used at a time. It is what was used before something was given back, or what is used now.
  [[nodiscard]] std::uint64_t peak() const { return std::max(most_used_.load(std::memory_order_relaxed), used()); }
  [[nodiscard]] std::uint64_t limit() const { return limit_; }
  // What would still be granted.
  [[nodiscard]] std::uint64_t free() const {
    const std::uint64_t taken = used() + held_back_;
    return taken < limit_ ? limit_ - taken : 0;
  }

  // So much of the limit is not granted to anybody for now. Only while a single thread uses the budget, and so is:
  void hold_back(std::uint64_t bytes) { held_back_ = bytes; }
  // Called before anything is refused; true if there may be room now. Nothing if nobody can make room any more.
  void ask_for_room(std::function<bool()> make_room) { make_room_ = std::move(make_room); }

 private:
  std::uint64_t limit_;
  std::uint64_t held_back_ = 0;
  std::function<bool()> make_room_;
  std::atomic<std::uint64_t> used_{0};
  std::atomic<std::uint64_t> most_used_{0};
};

}  // namespace waymark::base
