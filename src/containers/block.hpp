// Block: a run of memory that a Budget granted, zeroed unless said otherwise, given back when it goes; it begins with a
// cache line. Large ones are mapped page by page as they are touched and ask for huge pages: tables are probed at
// random, and half of such a probe is the page walk.
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
  // The same for who writes before it reads: nothing is touched until then, whatever the size.
  [[nodiscard]] static std::optional<Block> make_unset(base::Budget& budget, std::uint64_t bytes);
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
  // Of what the operating system gave, if it did; the budget has granted so much of it just now.
  [[nodiscard]] static std::optional<Block> of(void* data, std::uint64_t bytes, base::Budget& budget,
                                               std::uint64_t granted);
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
