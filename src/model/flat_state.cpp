#include "model/flat_state.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace waymark::model {

void FlatState::clear() {
  words_.clear();
  cuts_.clear();
  names_.clear();
  journal_.clear();
  bases_.clear();
  structural_.clear();
  structure_changed();
}

void FlatState::load(std::span<const Word> words) {
  clear();
  words_.assign(words.begin(), words.end());
}

void FlatState::reload(std::span<const Word> words) {
  CHECK(words.size() == words_.size());
  std::copy(words.begin(), words.end(), words_.begin());
  journal_.clear();
  bases_.clear();
  structural_.clear();
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
  structural_.push_back(journal_.size());
  journal_.push_back({pushed, 0});
  structure_changed();
  return begin * 4;
}

void FlatState::pop_part() {
  const std::uint32_t begin = part_begin(part_count() - 1) / 4;
  const auto count = static_cast<std::uint32_t>(words_.size()) - begin;
  structural_.push_back(journal_.size());
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
  std::vector<Wide>& known = known_[shape];
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

// Makes factors_ fit all parts again.
void FlatState::find_factors() {
  factors_.resize(words_.size());
  constants_.resize(part_count());
  for (; factored_parts_ < part_count(); ++factored_parts_) {
    const std::uint32_t begin = part_begin(factored_parts_) / 4;
    const Shape shape{names_[factored_parts_], cuts_[factored_parts_] - begin};
    const std::vector<Wide>& found = coefficients(shape);
    for (std::uint32_t i = 0; i < shape.words; ++i) factors_[begin + i] = {found[i], 0};
    constants_[factored_parts_] = found.back();
  }
}

// REQUIRES: factored().
FlatState::Wide FlatState::sum_of_all() const {
  Wide sum = 0;
  for (const Wide constant : constants_) sum += constant;
  for (std::size_t i = 0; i < words_.size(); ++i) sum += factors_[i].coefficient * words_[i];
  return sum;
}

// REQUIRES: no part has come or gone since.
FlatState::Wide FlatState::sum_since(const Base& base) {
  Wide sum = base.sum;
  ++round_;
  // Of a word written several times only the first entry has the value that is in the sum.
  for (std::size_t i = base.at; i < journal_.size(); ++i) {
    const Entry& entry = journal_[i];
    Factor& factor = factors_[entry.where];
    if (factor.round == round_) continue;
    factor.round = round_;
    sum += factor.coefficient * (Wide{words_[entry.where]} - entry.old);
  }
  return sum;
}

Fingerprint FlatState::fingerprint() {
  if (!factored()) find_factors();
  Wide sum = 0;
  if (has_fingerprint()) {
    sum = bases_.back().sum;
  } else {
    const bool since = !bases_.empty() && (structural_.empty() || structural_.back() < bases_.back().at);
    sum = since ? sum_since(bases_.back()) : sum_of_all();
    bases_.push_back({journal_.size(), sum});
  }
  return {static_cast<std::uint64_t>(sum), static_cast<std::uint64_t>(sum >> 64)};
}

Fingerprint FlatState::weight(std::uint32_t word, Word from, Word to) {
  if (!factored()) find_factors();
  const Wide weight = factors_[word].coefficient * (Wide{to} - from);
  return {static_cast<std::uint64_t>(weight), static_cast<std::uint64_t>(weight >> 64)};
}

void Touched::note(std::uint32_t offset, std::uint32_t length) {
  for (std::uint32_t i = offset; i < offset + length; ++i) {
    if (std::find(offsets_.begin(), offsets_.end(), i) == offsets_.end()) offsets_.push_back(i);
  }
}

}  // namespace waymark::model
