// BudgetedStack: a stack of small values that grows in blocks asked of the Budget. Values never move, so growth costs
// no copy and no spike of memory; blocks are kept for reuse until the BudgetedStack goes.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "base/budget.hpp"

namespace waymark::containers {

template <typename T>
class BudgetedStack {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  explicit BudgetedStack(base::Budget& budget) : budget_(budget) {}
  BudgetedStack(const BudgetedStack&) = delete;
  BudgetedStack& operator=(const BudgetedStack&) = delete;
  ~BudgetedStack() { budget_.give_back(blocks_.size() * sizeof(Block)); }

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] T& operator[](std::uint64_t i) { return (*blocks_[i / per_block])[i % per_block]; }
  [[nodiscard]] const T& operator[](std::uint64_t i) const { return (*blocks_[i / per_block])[i % per_block]; }
  // The values from this one on that lie in one piece. REQUIRES: there is one.
  [[nodiscard]] std::span<const T> piece(std::uint64_t i) const {
    const std::uint64_t count = std::min(size_ - i, per_block - i % per_block);
    return {&(*this)[i], static_cast<std::size_t>(count)};
  }
  [[nodiscard]] T& top() { return (*this)[size_ - 1]; }
  [[nodiscard]] const T& top() const { return (*this)[size_ - 1]; }

  // False, and nothing pushed, if there is no room.
  [[nodiscard]] bool push(const T& value) {
    if (size_ == blocks_.size() * per_block && !grow()) return false;
    (*this)[size_++] = value;
    return true;
  }
  // False if there is no room; then some of the values may have been pushed.
  [[nodiscard]] bool push(std::span<const T> values) {
    for (const T& value : values) {
      if (!push(value)) return false;
    }
    return true;
  }
  void pop() { --size_; }
  void shrink(std::uint64_t size) { size_ = size; }

 private:
  static constexpr std::uint64_t per_block = 4096;
  using Block = std::array<T, per_block>;

  bool grow() {
    if (!budget_.take(sizeof(Block))) return false;
    blocks_.push_back(std::make_unique_for_overwrite<Block>());
    return true;
  }

  base::Budget& budget_;
  std::vector<std::unique_ptr<Block>> blocks_;
  std::uint64_t size_ = 0;
};

}  // namespace waymark::containers
