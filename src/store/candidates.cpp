#include "store/candidates.hpp"

#include <sodium/crypto_shorthash.h>

#include <algorithm>
#include <cstring>

namespace waymark::store {

static_assert(sizeof(Candidates::Key) == crypto_shorthash_siphashx24_KEYBYTES);
static_assert(sizeof(Print) == crypto_shorthash_siphashx24_BYTES);

Print Candidates::print(std::span<const containers::Word> words) const {
  std::array<std::uint8_t, sizeof(Print)> out;
  crypto_shorthash_siphashx24(out.data(), reinterpret_cast<const unsigned char*>(words.data()), words.size_bytes(),
                              key_.data());
  Print print;
  std::memcpy(&print, out.data(), sizeof print);
  return print;
}

Candidates::Added Candidates::add(std::span<const containers::Word> words) {
  if (2 * all_.size() >= slots_.size()) enlarge();
  const Print its = print(words);
  const std::uint64_t mask = slots_.size() - 1;
  std::uint64_t slot = its.low & mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
    if (all_[slots_[slot] - 1].print == its) return {slots_[slot] - 1, false};
  }
  all_.push_back({its, words_.size()});
  words_.insert(words_.end(), words.begin(), words.end());
  slots_[slot] = size();
  return {size() - 1, true};
}

void Candidates::enlarge() {
  slots_.assign(std::max<std::size_t>(1024, 2 * slots_.size()), 0);
  const std::uint64_t mask = slots_.size() - 1;
  for (std::uint32_t i = 0; i < size(); ++i) {
    std::uint64_t slot = all_[i].print.low & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = i + 1;
  }
}

// A vector that grows is there twice for a moment, so half of it is for what they hold; looking them up needs a
// number and an entry for each.
bool Candidates::full(std::uint64_t beside) const {
  constexpr std::uint64_t each = sizeof(Candidate) + 2 * sizeof(SortedRuns::Entry) + sizeof(std::uint64_t);
  const std::uint64_t bytes =
      all_.size() * each + slots_.size() * sizeof slots_[0] + words_.size() * sizeof words_[0] + beside;
  return bytes > most_bytes_ / 2 || size() >= most;
}

const std::vector<SortedRuns::Entry>& Candidates::sorted() {
  sorted_.clear();
  sorted_.reserve(all_.size());
  for (std::uint32_t i = 0; i < size(); ++i) sorted_.push_back({all_[i].print, i});
  std::sort(sorted_.begin(), sorted_.end(), [](const auto& a, const auto& b) { return a.print < b.print; });
  return sorted_;
}

void Candidates::clear() {
  all_.clear();
  words_.clear();
  std::fill(slots_.begin(), slots_.end(), 0);
}

}  // namespace waymark::store
