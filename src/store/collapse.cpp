#include "store/collapse.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/check.hpp"

namespace waymark::store {

// Part numbers, four to a group: a byte with the four widths (2 bits each: 1 to 4 bytes), then their bytes, low first.
// In front the count of parts; at the end zeros up to a whole word. The count and the widths tell where it ends, and
// each width is the least possible, so different lists have different codes.
void Collapse::encode() {
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
}

void Collapse::decode(std::span<const Word> code) {
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

// Brings the remembered state to this one. False: no room; then nothing is remembered.
bool Collapse::number_parts(const containers::Packed& state) {
  CHECK(state.cuts.empty() ? state.words.empty() : state.cuts.back() == state.words.size());
  const bool comparable = std::equal(state.cuts.begin(), state.cuts.end(), cuts_.begin(), cuts_.end());
  if (!comparable) {
    cuts_.assign(state.cuts.begin(), state.cuts.end());
    ids_.resize(cuts_.size());
    words_.resize(state.words.size());
  }
  std::size_t begin = 0;
  for (std::size_t i = 0; i < cuts_.size(); begin = cuts_[i++]) {
    const auto part = state.words.subspan(begin, cuts_[i] - begin);
    const auto old = words_.begin() + static_cast<std::ptrdiff_t>(begin);
    if (comparable && std::equal(part.begin(), part.end(), old)) continue;
    const std::uint64_t id = parts_.insert(part).number;
    if (id > ~std::uint32_t{0}) {
      cuts_.clear();
      words_.clear();
      ids_.clear();
      return false;
    }
    std::copy(part.begin(), part.end(), old);
    ids_[i] = static_cast<std::uint32_t>(id);
  }
  return true;
}

Found Collapse::insert(const containers::Packed& state) {
  if (!number_parts(state)) return {Seen::no_room, 0};
  encode();
  const auto answer = states_.insert(code_);
  if (answer.number == containers::Sequences::none) return {Seen::no_room, 0};
  return {answer.fresh ? Seen::fresh : Seen::known, answer.number};
}

std::span<const containers::Word> Collapse::words(std::uint64_t number) {
  decode(states_.at(number));
  words_.clear();
  cuts_.clear();
  for (const std::uint32_t id : ids_) {
    const auto part = parts_.at(id);
    words_.insert(words_.end(), part.begin(), part.end());
    cuts_.push_back(static_cast<std::uint32_t>(words_.size()));
  }
  return words_;
}

}  // namespace waymark::store
