#include "search/ancestry.hpp"

#include <algorithm>
#include <bit>

#include "base/check.hpp"

namespace waymark::search {

namespace {

constexpr std::uint8_t several = 0x80;

}  // namespace

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

// A choice below 128 is a byte of its own. All else is a byte `several`, the number of choices and the choices.
bool Ancestry::note(std::span<const std::uint32_t> choices) {
  if (choices.size() == 1 && choices[0] < several) return choices_.push(static_cast<std::uint8_t>(choices[0]));
  if (!choices_.push(several) || !varint(choices.size())) return false;
  return std::all_of(choices.begin(), choices.end(), [this](std::uint32_t choice) { return varint(choice); });
}

bool Ancestry::varint(std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) {
    if (!choices_.push(static_cast<std::uint8_t>(value | 0x80))) return false;
  }
  return choices_.push(static_cast<std::uint8_t>(value));
}

std::vector<std::uint32_t> Ancestry::way(std::uint64_t number) const {
  std::vector<std::uint32_t> way;
  std::uint64_t at = 0;
  const auto read = [&] {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const std::uint8_t byte = choices_[at++];
      value |= std::uint64_t{byte & 0x7Fu} << shift;
      if (byte < 0x80) return value;
    }
  };
  std::uint64_t state = 1;
  for (const std::uint64_t next : line(number)) {
    for (; state <= next; ++state) {
      std::uint64_t count = 1;
      if (choices_[at] == several) {
        ++at;
        count = read();
      }
      for (; count > 0; --count) {
        const auto choice = static_cast<std::uint32_t>(read());
        if (state == next) way.push_back(choice);
      }
    }
  }
  return way;
}

}  // namespace waymark::search
