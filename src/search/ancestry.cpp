#include "search/ancestry.hpp"

#include <algorithm>
#include <bit>

#include "base/check.hpp"

namespace waymark::search {

std::vector<std::uint64_t> Ancestry::line(std::uint64_t number) const {
  CHECK(number <= ones_);
  std::vector<std::uint64_t> line{number};
  // Backwards through the bits: parents have smaller numbers, so each is found before where the last one was.
  std::uint64_t word = words_.size();
  std::uint64_t before = ones_;  // 1s in the words in front of this one
  while (line.back() != 0) {
    const std::uint64_t wanted = line.back();
    while (before >= wanted) before -= static_cast<std::uint64_t>(std::popcount(words_[--word]));
    std::uint64_t rest = words_[word];
    for (std::uint64_t skip = wanted - before; skip > 1; --skip) rest &= rest - 1;
    const std::uint64_t position = word * 64 + static_cast<std::uint64_t>(std::countr_zero(rest));
    // Of the bits in front of the wanted 1, all but the 1s of smaller numbers are 0s.
    line.push_back(position - (wanted - 1));
  }
  std::reverse(line.begin(), line.end());
  return line;
}

}  // namespace waymark::search
