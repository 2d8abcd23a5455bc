#include "model/flat_state.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace waymark::model {

void FlatState::clear() {
  ++structure_;
  words_.clear();
  cuts_.clear();
  parts_.clear();
  journal_.clear();
  sum_ = {};
  synced_ = 0;
}

void FlatState::load(std::span<const Word> words) {
  clear();
  words_.assign(words.begin(), words.end());
}

void FlatState::declare_part(std::uint64_t name, std::uint32_t words) {
  const std::uint32_t begin = cuts_.empty() ? 0 : cuts_.back();
  CHECK(words <= words_.size() - begin);
  parts_.push_back({.name = name, .hash = {}, .hashed = false});
  cuts_.push_back(begin + words);
  ++structure_;
}

std::uint32_t FlatState::push_part(std::uint64_t name, std::uint32_t words) {
  const auto begin = static_cast<std::uint32_t>(words_.size());
  CHECK(words < first_special / 8 - begin);
  words_.resize(begin + words, 0);
  parts_.push_back({.name = name, .hash = {}, .hashed = false});
  cuts_.push_back(begin + words);
  journal_.push_back({pushed, 0});
  ++structure_;
  return begin * 4;
}

void FlatState::pop_part() {
  const Part part = parts_.back();
  const std::uint32_t begin = part_begin(part_count() - 1) / 4;
  const auto count = static_cast<std::uint32_t>(words_.size()) - begin;
  for (std::uint32_t i = 0; i < count; ++i) push_raw(words_[begin + i]);
  push_raw(part.name);
  push_raw(part.hash.low);
  push_raw(part.hash.high);
  push_raw(part.hashed ? 1 : 0);
  journal_.push_back({popped, count});
  if (part.hashed) sum_ -= part.hash;
  parts_.pop_back();
  cuts_.pop_back();
  words_.resize(begin);
  ++structure_;
}

void FlatState::undo(const Entry& entry) {
  switch (entry.where) {
    case pushed:
      ++structure_;
      words_.resize(part_begin(part_count() - 1) / 4);
      parts_.pop_back();
      cuts_.pop_back();
      break;
    case popped: {
      ++structure_;
      Part part;
      part.hashed = pop_raw() != 0;
      part.hash.high = pop_raw();
      part.hash.low = pop_raw();
      part.name = pop_raw();
      const std::size_t begin = words_.size();
      words_.resize(begin + entry.old);
      for (std::size_t i = entry.old; i-- > 0;) words_[begin + i] = static_cast<Word>(pop_raw());
      parts_.push_back(part);
      cuts_.push_back(static_cast<std::uint32_t>(words_.size()));
      if (part.hashed) sum_ += part.hash;
      break;
    }
    case rehashed: {
      Part& part = parts_[entry.old];
      sum_ -= part.hash;
      part.hashed = pop_raw() != 0;
      part.hash.high = pop_raw();
      part.hash.low = pop_raw();
      if (part.hashed) sum_ += part.hash;
      break;
    }
    default:
      synced_ = pop_raw();
      break;
  }
}

void FlatState::rehash(std::uint32_t part) {
  Part& entry = parts_[part];
  const Fingerprint fresh = key_.hash(entry.name, part_bytes(part));
  push_raw(entry.hash.low);
  push_raw(entry.hash.high);
  push_raw(entry.hashed ? 1 : 0);
  journal_.push_back({rehashed, part});
  if (entry.hashed) sum_ -= entry.hash;
  entry.hash = fresh;
  entry.hashed = true;
  sum_ += fresh;
}

std::uint32_t FlatState::part_of(std::uint32_t word) const {
  return static_cast<std::uint32_t>(std::upper_bound(cuts_.begin(), cuts_.end(), word) - cuts_.begin());
}

Fingerprint FlatState::fingerprint() {
  if (synced_ == journal_.size() && (parts_.empty() || parts_.back().hashed)) return sum_;
  touched_.clear();
  // Backwards, because a structural entry is followed (towards the front) by raw ones that are no writes.
  for (std::uint64_t i = journal_.size(); i-- > synced_;) {
    const Entry& entry = journal_[i];
    if (entry.where < first_special) {
      const std::uint32_t part = part_of(entry.where);
      // A part that has gone since, or that is new, needs no update here.
      if (part < part_count() && parts_[part].hashed && (touched_.empty() || touched_.back() != part)) {
        touched_.push_back(part);
      }
    } else if (entry.where == popped) {
      i -= entry.old + 4;
    }
  }
  std::sort(touched_.begin(), touched_.end());
  touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
  const std::uint64_t before = synced_;
  for (const std::uint32_t part : touched_) rehash(part);
  for (std::uint32_t part = part_count(); part-- > 0 && !parts_[part].hashed;) rehash(part);
  push_raw(before);
  journal_.push_back({synced, 0});
  synced_ = journal_.size();
  return sum_;
}

}  // namespace waymark::model
