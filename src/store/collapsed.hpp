// Collapsed: a state as the list of its parts' numbers, each in as many bytes as it needs, and back. Its user
// remembers one, so that only parts that differ from it are looked up. The parts themselves, each kept once, are
// in a table of another owner.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/check.hpp"
#include "containers/words.hpp"

namespace waymark::store {

class Collapsed {
 public:
  using Word = containers::Word;
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  // Becomes this state: insert(part) numbers a part, or says none. False if it did; then nothing is remembered.
  template <typename Insert>
  [[nodiscard]] bool take_over(const containers::Packed& state, const Insert& insert);
  // What determines the state, if equal parts have equal numbers; a view until the next call.
  [[nodiscard]] std::span<const Word> encode();
  // Becomes the state of which that is the code: at(number) gives a part.
  template <typename At>
  void decode(std::span<const Word> code, const At& at);
  [[nodiscard]] std::span<const Word> words() const { return words_; }

 private:
  void forget() {
    cuts_.clear();
    words_.clear();
    ids_.clear();
  }
  void read_ids(std::span<const Word> code);

  // words_[cuts_[i - 1] .. cuts_[i]) is part number ids_[i].
  std::vector<Word> words_;
  std::vector<std::uint32_t> cuts_;
  std::vector<std::uint32_t> ids_;
  std::vector<Word> code_;
};

template <typename Insert>
bool Collapsed::take_over(const containers::Packed& state, const Insert& insert) {
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
    const std::uint32_t id = insert(part);
    if (id == none) {
      forget();
      return false;
    }
    std::copy(part.begin(), part.end(), old);
    ids_[i] = id;
  }
  return true;
}

template <typename At>
void Collapsed::decode(std::span<const Word> code, const At& at) {
  read_ids(code);
  words_.clear();
  cuts_.clear();
  for (const std::uint32_t id : ids_) {
    const std::span<const Word> part = at(id);
    words_.insert(words_.end(), part.begin(), part.end());
    cuts_.push_back(static_cast<std::uint32_t>(words_.size()));
  }
}

}  // namespace waymark::store
