// BudgetedStack: a stack of small values that grows in blocks asked of the Budget. Values never move, so growth costs
// no copy and no spike of memory; blocks are kept for reuse until the BudgetedStack goes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/budget.hpp"
#include "containers/block.hpp"

namespace waymark::containers {

template <typename T>
class BudgetedStack {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  explicit BudgetedStack(base::Budget& budget) : budget_(budget) {}
  BudgetedStack(const BudgetedStack&) = delete;
  BudgetedStack& operator=(const BudgetedStack&) = delete;

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] T& operator[](std::uint64_t i) { return pieces_[i / per_piece][i % per_piece]; }
  [[nodiscard]] const T& operator[](std::uint64_t i) const { return pieces_[i / per_piece][i % per_piece]; }
  // The values from this one on that lie in one piece. REQUIRES: there is one.
  [[nodiscard]] std::span<const T> piece(std::uint64_t i) const {
    const std::uint64_t count = std::min(size_ - i, per_piece - i % per_piece);
    return {&(*this)[i], static_cast<std::size_t>(count)};
  }
  [[nodiscard]] T& top() { return end_[-1]; }
  [[nodiscard]] const T& top() const { return end_[-1]; }

  // False, and nothing pushed, if there is no room.
  [[nodiscard]] bool push(const T& value) {
    if (room_ == 0 && !enter_piece()) return false;
    *end_++ = value;
    --room_;
    ++size_;
    return true;
  }
  // False if there is no room; then some of the values may have been pushed.
  [[nodiscard]] bool push(std::span<const T> values) {
    for (const T& value : values) {
      if (!push(value)) return false;
    }
    return true;
  }
  void pop() { shrink(size_ - 1); }
  void shrink(std::uint64_t size) {
    const std::uint64_t fewer = size_ - size;
    size_ = size;
    if (fewer >= per_piece - room_) return leave_piece();
    end_ -= fewer;
    room_ += fewer;
  }

 private:
  static constexpr std::uint64_t per_piece = 4096;
  static constexpr std::uint64_t piece_bytes = per_piece * sizeof(T);
  // Once there is so much, as much at a time: such blocks are mapped in huge pages.
  static constexpr std::uint64_t much = std::uint64_t{2} << 20;

  // The end is in the last value's piece: a full one is left when one more is pushed, an empty one at once.
  bool enter_piece() {
    if (size_ == pieces_.size() * per_piece && !grow()) return false;
    end_ = pieces_[size_ / per_piece];
    room_ = per_piece;
    return true;
  }
  void leave_piece() {
    const std::uint64_t used = size_ == 0 ? per_piece : (size_ - 1) % per_piece + 1;
    end_ = size_ == 0 ? nullptr : pieces_[(size_ - 1) / per_piece] + used;
    room_ = per_piece - used;
  }
  bool grow() {
    const std::uint64_t several = (much + piece_bytes - 1) / piece_bytes;
    const bool has_much = pieces_.size() * piece_bytes >= much;
    return (has_much && add(several)) || add(1);
  }
  bool add(std::uint64_t pieces) {
    std::optional<Block> block = Block::make_unset(budget_, pieces * piece_bytes);
    if (!block) return false;
    for (std::uint64_t i = 0; i < pieces; ++i) pieces_.push_back(block->as<T>() + i * per_piece);
    blocks_.push_back(std::move(*block));
    return true;
  }

  base::Budget& budget_;
  std::vector<Block> blocks_;
  std::vector<T*> pieces_;
  std::uint64_t size_ = 0;
  T* end_ = nullptr;        // of the values in the last one's piece
  std::uint64_t room_ = 0;  // for more of them there
};

}  // namespace waymark::containers
