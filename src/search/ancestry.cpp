#include "search/ancestry.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>
#include <string_view>

#include "base/bytes.hpp"
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

std::uint64_t Ancestry::read_varint(std::uint64_t& at) const {
  std::uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    const std::uint8_t byte = choices_[at++];
    value |= std::uint64_t{byte & 0x7Fu} << shift;
    if (byte < 0x80) return value;
  }
}

void Ancestry::read_choices(std::uint64_t& at, std::vector<std::uint32_t>* out) const {
  std::uint64_t count = 1;
  if (choices_[at] == several) {
    ++at;
    count = read_varint(at);
  }
  for (; count > 0; --count) {
    const auto choice = static_cast<std::uint32_t>(read_varint(at));
    if (out != nullptr) out->push_back(choice);
  }
}

std::vector<std::uint32_t> Ancestry::way(std::uint64_t number) const {
  std::vector<std::uint32_t> way;
  std::uint64_t at = 0;
  std::uint64_t state = 1;
  for (const std::uint64_t next : line(number)) {
    for (; state <= next; ++state) read_choices(at, state == next ? &way : nullptr);
  }
  return way;
}

bool Ancestry::Retelling::next_child(std::vector<std::uint32_t>& choices) {
  choices.clear();
  if (!told_.bit(bit_++)) return false;
  told_.read_choices(choice_, &choices);
  return true;
}

void Ancestry::save(checkpoint::Writer& writer, const Extent& extent) const {
  writer.varint(extent.choices);
  const std::uint64_t whole = extent.bits / 64;
  for (std::uint64_t word = 0; word < whole; ++word) writer.u64(words_[word]);
  if (const unsigned rest = extent.bits % 64; rest != 0) {
    writer.u64(words_[whole] & ((std::uint64_t{1} << rest) - 1));
  }
  for (std::uint64_t at = 0; at < extent.choices;) {
    const auto piece = choices_.piece(at);
    const auto part = piece.first(std::min<std::uint64_t>(piece.size(), extent.choices - at));
    writer.bytes(part);
    at += part.size();
  }
}

void Ancestry::load(checkpoint::Reader& reader, std::uint64_t states, std::uint64_t done) {
  constexpr std::string_view no_room = "its states do not fit into the memory allowed; give it more by --memory";
  CHECK(bits_ == 0);
  const std::uint64_t choices = reader.varint();
  const std::uint64_t bits = states - 1 + done;
  for (std::uint64_t read = 0; read < bits; read += 64) {
    if (!words_.push(reader.u64())) reader.refuse(no_room);
  }
  for (std::uint64_t left = choices; left > 0;) {
    const auto part = reader.some(left);
    if (!choices_.push(part)) reader.refuse(no_room);
    left -= part.size();
  }
  bits_ = bits;
  ones_ = states - 1;
  if (!are_a_tree(states, done)) reader.malformed("its states are no tree");
  if (!are_choices(states - 1)) reader.malformed("the steps to its states are not those of so many");
}

bool Ancestry::are_a_tree(std::uint64_t states, std::uint64_t done) const {
  std::uint64_t met = 1;
  std::uint64_t left = 0;
  for (std::uint64_t i = 0; i < bits_; ++i) {
    if (left == met) return false;  // the state whose turn it is has not been met
    ++(bit(i) ? met : left);
  }
  // Behind the last bit all are 0, as if nothing had been noted there.
  const bool clean = bits_ % 64 == 0 || words_[words_.size() - 1] >> (bits_ % 64) == 0;
  return met == states && left == done && clean && (bits_ == 0 || !bit(bits_ - 1));
}

bool Ancestry::are_choices(std::uint64_t children) const {
  std::uint64_t at = 0;
  const auto number = [&](std::uint64_t most) -> std::optional<std::uint64_t> {
    const auto value = base::decode_varint([&] { return at < choices_.size() ? choices_[at++] : std::uint8_t{0x80}; });
    return value && *value <= most ? value : std::nullopt;
  };
  for (; children > 0; --children) {
    if (at == choices_.size()) return false;
    std::uint64_t count = 1;
    if (choices_[at] == several) {
      ++at;
      const auto told = number(choices_.size());
      if (!told || *told == 0) return false;
      count = *told;
    } else if (choices_[at] > several) {
      return false;
    }
    for (; count > 0; --count) {
      if (!number(std::numeric_limits<std::uint32_t>::max())) return false;
    }
  }
  return at == choices_.size();
}

}  // namespace waymark::search
