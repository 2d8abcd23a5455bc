// PaddedRow: a row of words as a state. Few different lengths: the tree store keeps one state of each.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "containers/words.hpp"

namespace waymark::containers {

class PaddedRow {
 public:
  // The words without the zeros behind them, up to a power of two. The view lasts until the next call.
  [[nodiscard]] Packed of(std::span<const Word> words, bool complete) {
    std::size_t size = words.size();
    while (size > 1 && words[size - 1] == 0) --size;
    std::size_t padded = shortest;
    while (padded < size) padded *= 2;
    words_.assign(padded, 0);
    std::copy(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(size), words_.begin());
    return {words_, complete};
  }

 private:
  static constexpr std::size_t shortest = 8;

  std::vector<Word> words_;
};

}  // namespace waymark::containers
