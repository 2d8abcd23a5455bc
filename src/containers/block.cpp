#include "containers/block.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>

namespace waymark::containers {

namespace {

constexpr std::uint64_t huge_page = std::uint64_t{2} << 20;
constexpr std::uint64_t mapped_from = huge_page;

void* obtain_unset(std::uint64_t bytes) {
  if (bytes > std::numeric_limits<std::size_t>::max() / 2) return nullptr;
  const auto size = static_cast<std::size_t>(bytes);
  if (bytes < mapped_from) {
    constexpr std::size_t line = 64;
    const std::size_t whole = std::max(line, (size + line - 1) / line * line);
    return std::aligned_alloc(line, whole);
  }
  // Mapped with slack and trimmed, because only aligned stretches can become huge pages.
  const std::size_t slack = size + huge_page;
  void* base = mmap(nullptr, slack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (base == MAP_FAILED) return nullptr;
  auto* begin = static_cast<std::uint8_t*>(base);
  const std::size_t skip = (huge_page - reinterpret_cast<std::uintptr_t>(begin) % huge_page) % huge_page;
  constexpr std::size_t page = 4096;
  const std::size_t kept = (size + page - 1) / page * page;
  if (skip > 0) munmap(begin, skip);
  if (slack > skip + kept) munmap(begin + skip + kept, slack - skip - kept);
  madvise(begin + skip, kept, MADV_HUGEPAGE);  // advice only: a kernel without huge pages refuses, and all is well
  return begin + skip;
}

void* obtain(std::uint64_t bytes) {
  void* const data = obtain_unset(bytes);
  if (data != nullptr && bytes < mapped_from) std::memset(data, 0, static_cast<std::size_t>(bytes));
  return data;
}

void release(void* data, std::uint64_t bytes) {
  if (bytes < mapped_from) {
    std::free(data);
  } else {
    constexpr std::size_t page = 4096;
    munmap(data, (static_cast<std::size_t>(bytes) + page - 1) / page * page);
  }
}

}  // namespace

Block::~Block() {
  if (data_ == nullptr) return;
  release(data_, bytes_);
  if (budget_ != nullptr) budget_->give_back(bytes_);
}

std::optional<Block> Block::make(base::Budget& budget, std::uint64_t bytes) {
  return Block().make_successor(budget, bytes);
}

std::optional<Block> Block::make_unset(base::Budget& budget, std::uint64_t bytes) {
  if (!budget.take(bytes)) return std::nullopt;
  return of(obtain_unset(bytes), bytes, budget, bytes);
}

std::optional<Block> Block::make_successor(base::Budget& budget, std::uint64_t bytes) {
  const std::uint64_t more = bytes - bytes_;
  if (!budget.take(more)) return std::nullopt;
  std::optional<Block> block = of(obtain(bytes), bytes, budget, more);
  if (block) budget_ = nullptr;
  return block;
}

std::optional<Block> Block::of(void* data, std::uint64_t bytes, base::Budget& budget, std::uint64_t granted) {
  if (data == nullptr) {
    budget.give_back(granted);
    return std::nullopt;
  }
  Block block;
  block.budget_ = &budget;
  block.data_ = data;
  block.bytes_ = bytes;
  return block;
}

void Block::drop(std::uint64_t begin, std::uint64_t bytes) const {
  if (bytes_ < mapped_from) return;
  madvise(static_cast<std::uint8_t*>(data_) + begin, static_cast<std::size_t>(bytes), MADV_DONTNEED);
}

void Block::clear() {
  if (data_ != nullptr) std::memset(data_, 0, static_cast<std::size_t>(bytes_));
}

bool Block::replace(base::Budget& budget, std::uint64_t bytes) {
  const std::uint64_t more = bytes > bytes_ ? bytes - bytes_ : 0;
  if (!budget.take(more)) return false;
  void* data = obtain(bytes);
  if (data == nullptr) {
    budget.give_back(more);
    return false;
  }
  if (data_ != nullptr) release(data_, bytes_);
  if (bytes < bytes_) budget.give_back(bytes_ - bytes);
  budget_ = &budget;
  data_ = data;
  bytes_ = bytes;
  return true;
}

}  // namespace waymark::containers
