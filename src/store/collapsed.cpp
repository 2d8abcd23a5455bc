#include "store/collapsed.hpp"

#include <bit>

namespace waymark::store {

// Part numbers, four to a group: a byte with the four widths (2 bits each: 1 to 4 bytes), then their bytes, low first.
// In front the count of parts; at the end zeros up to a whole word. The count and the widths tell where it ends, and
// each width is the least possible, so different lists have different codes.
std::span<const containers::Word> Collapsed::encode() {
  code_.resize(1 + ids_.size() + ids_.size() / 16 + 1);
  code_[0] = static_cast<Word>(ids_.size());
  auto* const begin = reinterpret_cast<std::uint8_t*>(code_.data());
  std::uint8_t* at = begin + sizeof(Word);
  for (std::size_t i = 0; i < ids_.size(); i += 4) {
    std::uint8_t* const widths = at++;
    *widths = 0;
    for (std::size_t j = i; j < std::min(i + 4, ids_.size()); ++j) {
      std::uint32_t id = ids_[j];
      const auto more = static_cast<unsigned>(std::bit_width(id | 1u) - 1) / 8;
      *widths = static_cast<std::uint8_t>(*widths | more << 2 * (j - i));
      for (unsigned k = 0; k <= more; ++k, id >>= 8) *at++ = static_cast<std::uint8_t>(id);
    }
  }
  while ((at - begin) % static_cast<std::ptrdiff_t>(sizeof(Word)) != 0) *at++ = 0;
  code_.resize(static_cast<std::size_t>(at - begin) / sizeof(Word));
  return code_;
}

void Collapsed::read_ids(std::span<const Word> code) {
  ids_.resize(code[0]);
  const auto* at = reinterpret_cast<const std::uint8_t*>(code.data()) + sizeof(Word);
  for (std::size_t i = 0; i < ids_.size(); i += 4) {
    const unsigned widths = *at++;
    for (std::size_t j = i; j < std::min(i + 4, ids_.size()); ++j) {
      const unsigned more = widths >> 2 * (j - i) & 3;
      std::uint32_t id = 0;
      for (unsigned k = 0; k <= more; ++k) id |= std::uint32_t{*at++} << 8 * k;
      ids_[j] = id;
    }
  }
}

}  // namespace waymark::store
