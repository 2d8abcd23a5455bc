#include "search/cycles/on_path.hpp"

#include "containers/mix.hpp"

namespace waymark::search {

namespace {

constexpr std::uint64_t first_capacity = 1024;

}  // namespace

std::uint64_t OnPath::hash(std::span<const containers::Word> words) { return containers::mix_words(words); }

bool OnPath::push(std::span<const containers::Word> words, std::uint64_t number) {
  if (states_.size() >= capacity_ / 2 && !grow()) return false;
  const std::uint64_t first = words_.size();
  if (!words_.push(words) || !states_.push({hash(words), number, first})) {
    words_.shrink(first);
    return false;
  }
  place(states_.size() - 1);
  return true;
}

void OnPath::pop() {
  auto* const slots = table_.as<std::uint64_t>();
  std::uint64_t i = containers::spread(states_.top().hash, capacity_);
  while (slots[i] != states_.size()) i = i + 1 == capacity_ ? 0 : i + 1;
  slots[i] = 0;
  words_.shrink(states_.top().first);
  states_.pop();
}

std::optional<std::uint64_t> OnPath::find(std::span<const containers::Word> words) const {
  if (capacity_ == 0) return std::nullopt;
  const std::uint64_t sought = hash(words);
  const auto* const slots = table_.as<std::uint64_t>();
  for (std::uint64_t i = containers::spread(sought, capacity_); slots[i] != 0; i = i + 1 == capacity_ ? 0 : i + 1) {
    const std::uint64_t state = slots[i] - 1;
    if (states_[state].hash == sought && same(state, words)) return states_[state].number;
  }
  return std::nullopt;
}

bool OnPath::same(std::uint64_t state, std::span<const containers::Word> words) const {
  const std::uint64_t first = states_[state].first;
  const std::uint64_t end = state + 1 < states_.size() ? states_[state + 1].first : words_.size();
  if (end - first != words.size()) return false;
  for (std::uint64_t i = 0; i < words.size(); ++i) {
    if (words_[first + i] != words[i]) return false;
  }
  return true;
}

bool OnPath::grow() {
  const std::uint64_t capacity = capacity_ == 0 ? first_capacity : capacity_ * 2;
  if (!table_.replace(budget_, capacity * sizeof(std::uint64_t))) return false;
  capacity_ = capacity;
  for (std::uint64_t state = 0; state < states_.size(); ++state) place(state);
  return true;
}

void OnPath::place(std::uint64_t state) {
  auto* const slots = table_.as<std::uint64_t>();
  std::uint64_t i = containers::spread(states_[state].hash, capacity_);
  while (slots[i] != 0) i = i + 1 == capacity_ ? 0 : i + 1;
  slots[i] = state + 1;
}

}  // namespace waymark::search
