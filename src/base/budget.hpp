// The memory a run may use (--memory). Whoever keeps something per state asks before growing and gives back what it
// frees; a refusal becomes an honest 'incomplete', never an abort. Shared by threads.
#pragma once

#include <atomic>
#include <cstdint>

namespace waymark::base {

class Budget {
 public:
  explicit Budget(std::uint64_t limit) : limit_(limit) {}

  // True if bytes more fit; only then are they counted.
  [[nodiscard]] bool take(std::uint64_t bytes) {
    const std::uint64_t before = used_.fetch_add(bytes, std::memory_order_relaxed);
    if (before + bytes <= limit_) return true;
    used_.fetch_sub(bytes, std::memory_order_relaxed);
    return false;
  }
  void give_back(std::uint64_t bytes) { used_.fetch_sub(bytes, std::memory_order_relaxed); }

  [[nodiscard]] std::uint64_t used() const { return used_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t limit() const { return limit_; }

 private:
  std::uint64_t limit_;
  std::atomic<std::uint64_t> used_{0};
};

}  // namespace waymark::base
