// Block: a run of zeroed memory that a Budget granted, given back when it goes. Large ones are mapped page by page as
// they are touched and ask for huge pages: tables are probed at random, and half of such a probe is the page walk.
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
