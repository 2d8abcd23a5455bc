#include "model/flat_state.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace waymark::model {

void FlatState::clear() {
  words_.clear();
  cuts_.clear();
  names_.clear();
  journal_.clear();
  rewound_.clear();
  settled_ = 0;
  structure_changed();
}

void FlatState::load(std::span<const Word> words) {
  clear();
  words_.assign(words.begin(), words.end());
}

void FlatState::declare_part(std::uint64_t name, std::uint32_t words) {
  const std::uint32_t begin = cuts_.empty() ? 0 : cuts_.back();
  CHECK(words <= words_.size() - begin);
  names_.push_back(name);
  cuts_.push_back(begin + words);
  structure_changed();
}

std::uint32_t FlatState::push_part(std::uint64_t name, std::uint32_t words) {
  const auto begin = static_cast<std::uint32_t>(words_.size());
  CHECK(words < first_special / 8 - begin);
  words_.resize(begin + words, 0);
  names_.push_back(name);
  cuts_.push_back(begin + words);
  journal_.push_back({pushed, 0});
  structure_changed();
  return begin * 4;
}

void FlatState::pop_part() {
  const std::uint32_t begin = part_begin(part_count() - 1) / 4;
  const auto count = static_cast<std::uint32_t>(words_.size()) - begin;
  for (std::uint32_t i = 0; i < count; ++i) push_raw(words_[begin + i]);
  push_raw(names_.back());
  journal_.push_back({popped, count});
  names_.pop_back();
  cuts_.pop_back();
  words_.resize(begin);
  structure_changed();
}

void FlatState::undo(const Entry& entry) {
  if (entry.where == pushed) {
    words_.resize(part_begin(part_count() - 1) / 4);
    names_.pop_back();
    cuts_.pop_back();
  } else {
    names_.push_back(pop_raw());
    const std::size_t begin = words_.size();
    words_.resize(begin + entry.old);
    for (std::size_t i = entry.old; i-- > 0;) words_[begin + i] = static_cast<Word>(pop_raw());
    cuts_.push_back(static_cast<std::uint32_t>(words_.size()));
  }
  structure_changed();
}

const std::vector<FlatState::Wide>& FlatState::coefficients(const Shape& shape) {
  std::vector<Wide>& known = coefficients_[shape];
  if (known.empty()) {
    const auto coefficient = [&](std::uint32_t index, std::uint32_t words) {
      const std::uint32_t message[2] = {index, words};
      std::uint8_t bytes[8];
      for (int i = 0; i < 8; ++i) bytes[i] = static_cast<std::uint8_t>(message[i / 4] >> (8 * (i % 4)));
      const Fingerprint hash = key_.hash(shape.name, bytes);
      return Wide{hash.high} << 64 | hash.low;
    };
    for (std::uint32_t i = 0; i < shape.words; ++i) known.push_back(coefficient(i, 0));
    // The constant: that the part is there at all, and how long it is. Words are never 2^32-1 many, so no index is
    // this.
    known.push_back(coefficient(0xFFFFFFFF, shape.words));
  }
  return known;
}

// Takes the parts from `keep` on out of the sum.
void FlatState::forget_parts(std::uint32_t keep) {
  while (hashed_parts_.size() > keep) {
    const Shape shape = hashed_parts_.back();
    hashed_parts_.pop_back();
    for (std::uint32_t i = 0; i < shape.words; ++i) {
      sum_ -= hashed_.back().coefficient * hashed_.back().word;
      hashed_.pop_back();
    }
    sum_ -= coefficients(shape).back();
  }
}

void FlatState::hash_part(std::uint32_t part) {
  const std::uint32_t begin = part_begin(part) / 4;
  const Shape shape{names_[part], cuts_[part] - begin};
  const std::vector<Wide>& factors = coefficients(shape);
  hashed_parts_.push_back(shape);
  for (std::uint32_t i = 0; i < shape.words; ++i) {
    hashed_.push_back({factors[i], words_[begin + i]});
    sum_ += factors[i] * words_[begin + i];
  }
  sum_ += factors.back();
}

Fingerprint FlatState::fingerprint() {
  forget_parts(settled_parts_);
  for (const std::uint32_t word : rewound_) settle(word);
  // Backwards, because a popped part is followed (towards the front) by raw entries that are no writes.
  for (std::uint64_t i = journal_.size(); i > settled_;) {
    const Entry& entry = journal_[--i];
    if (entry.where < first_special) {
      settle(entry.where);
    } else if (entry.where == popped) {
      i -= entry.old + 1;
    }
  }
  for (auto part = static_cast<std::uint32_t>(hashed_parts_.size()); part < part_count(); ++part) hash_part(part);
  hashing_ = true;
  rewound_.clear();
  settled_ = journal_.size();
  settled_parts_ = part_count();
  return {static_cast<std::uint64_t>(sum_), static_cast<std::uint64_t>(sum_ >> 64)};
}

}  // namespace waymark::model
