// Block: a run of zeroed memory that a Budget granted, given back when it goes; it begins with a cache line. Large ones
// are mapped page by page as they are touched and ask for huge pages: tables are probed at random, and half of such a
// probe is the page walk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/budget.hpp"

namespace waymark::containers {

class Block {
 public:
  Block() = default;
  Block(Block&& other) noexcept { swap(other); }
  Block& operator=(Block&& other) noexcept {
    Block(std::move(other)).swap(*this);
    return *this;
  }
  ~Block();

  // Nothing when the budget or the operating system refuses.
  [[nodiscard]] static std::optional<Block> make(base::Budget& budget, std::uint64_t bytes);
  // A block of the new size in place of this one, contents lost; the budget is asked for the difference alone, since
  // the two are never touched at the same time. When refused: false, and nothing has changed.
  [[nodiscard]] bool replace(base::Budget& budget, std::uint64_t bytes);

  // A block of the new size beside this one, to which contents go over from front to back. The budget is asked for the
  // difference alone: from now on it counts the new one, and pages of this one are to be dropped on the way. Nothing,
  // and nothing has changed, when refused. REQUIRES: bytes >= bytes().
  [[nodiscard]] std::optional<Block> make_successor(base::Budget& budget, std::uint64_t bytes);
  // These bytes are not needed any more. REQUIRES: whole huge pages.
  void drop(std::uint64_t begin, std::uint64_t bytes) const;

  // All zeros again.
  void clear();

  template <typename T>
  [[nodiscard]] T* as() const {
    return static_cast<T*>(data_);
  }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  void swap(Block& other) noexcept {
    std::swap(budget_, other.budget_);
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
  }

  base::Budget* budget_ = nullptr;
  void* data_ = nullptr;
  std::uint64_t bytes_ = 0;
};

}  // namespace waymark::containers
