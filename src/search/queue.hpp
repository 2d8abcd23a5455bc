// Queue: first in, first out, for small values; grows in blocks asked of the Budget and uses emptied ones again.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <type_traits>
#include <utility>

#include "base/budget.hpp"

namespace waymark::search {

template <typename T>
class Queue {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  explicit Queue(base::Budget& budget) : budget_(budget) {}
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;
  ~Queue() { budget_.give_back((blocks_.size() + (spare_ ? 1 : 0)) * sizeof(Block)); }

  [[nodiscard]] bool empty() const { return begin_ == end_; }
  // False, and nothing pushed, if there is no room.
  [[nodiscard]] bool push(const T& value) {
    if (end_ == blocks_.size() * per_block && !grow()) return false;
    (*blocks_.back())[end_++ % per_block] = value;
    return true;
  }
  // REQUIRES: not empty.
  [[nodiscard]] const T& front() const { return (*blocks_.front())[begin_]; }
  // REQUIRES: not empty.
  T pop() {
    const T value = (*blocks_.front())[begin_++];
    if (begin_ == per_block) {
      if (spare_) budget_.give_back(sizeof(Block));
      spare_ = std::move(blocks_.front());
      blocks_.pop_front();
      begin_ -= per_block;
      end_ -= per_block;
    }
    return value;
  }

 private:
  static constexpr std::uint64_t per_block = 4096;
  using Block = std::array<T, per_block>;

  bool grow() {
    if (!spare_) {
      if (!budget_.take(sizeof(Block))) return false;
      spare_ = std::make_unique_for_overwrite<Block>();
    }
    blocks_.push_back(std::move(spare_));
    return true;
  }

  base::Budget& budget_;
  std::deque<std::unique_ptr<Block>> blocks_;
  std::unique_ptr<Block> spare_;
  std::uint64_t begin_ = 0;  // both counted from the start of the first block
  std::uint64_t end_ = 0;
};

}  // namespace waymark::search
