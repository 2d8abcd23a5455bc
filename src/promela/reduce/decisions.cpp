#include "promela/reduce/decisions.hpp"

#include <algorithm>

namespace waymark::promela {

namespace {

constexpr std::uint64_t most_decided = std::uint64_t{16} << 20;  // bytes
constexpr std::uint64_t decision_patience = 4096;                // tries before it is judged
// Finding anew costs several times what looking up does.
constexpr std::uint64_t tries_for_a_miss_times_four = 5;

}  // namespace

std::uint32_t Decisions::hash() const {
  std::uint64_t hash = key_.size();
  for (const std::uint64_t word : key_) hash = containers::stir(hash, word);
  return static_cast<std::uint32_t>(hash);
}

const Decisions::Decision* Decisions::find(StateOracle& oracle) {
  if (given_up_) return nullptr;
  ++tries_;
  hash_ = hash();
  found_ = table_.find(hash_, [this](std::uint32_t number) {
    const auto known = keys_.begin() + entries_[number].key;
    return *known == key_.size() && std::equal(key_.begin(), key_.end(), known + 1);
  });
  std::uint32_t at = entries_[found_].root;
  while (at != nothing && (at & leaf) == 0) {
    const Node& node = nodes_[at - 1];
    at = node.next[oracle.ask(node.question) ? 1 : 0];
  }
  if (at != nothing) return &decisions_[at & ~leaf];
  ++misses_;
  given_up_ = misses_ > decision_patience && misses_ * tries_for_a_miss_times_four > tries_ * 4;
  return nullptr;
}

// REQUIRES: find() was called with the key.
Decisions::Entry& Decisions::entry_of_key() {
  if (found_ == nothing) {
    found_ = static_cast<std::uint32_t>(entries_.size());
    entries_.push_back({static_cast<std::uint32_t>(keys_.size()), nothing});
    keys_.push_back(key_.size());
    keys_.insert(keys_.end(), key_.begin(), key_.end());
    table_.insert(hash_, found_);
  }
  return entries_[found_];
}

// Extends the key's tree of questions by the path that was just taken.
void Decisions::learn(std::span<const Answered> asked, const Decision& decision) {
  if (given_up_ || bytes() > most_decided) return;
  Entry& at = entry_of_key();
  // Where the questions were asked before, the answers were others.
  std::uint32_t parent = nothing;
  bool answer = false;
  const auto link = [&](std::uint32_t to) {
    if (parent == nothing) {
      at.root = to;
    } else {
      nodes_[parent - 1].next[answer ? 1 : 0] = to;
    }
  };
  for (const Answered& it : asked) {
    const std::uint32_t known = parent == nothing ? at.root : nodes_[parent - 1].next[answer ? 1 : 0];
    if (known == nothing) {
      nodes_.push_back({it.question});
      const auto made = static_cast<std::uint32_t>(nodes_.size());
      link(made);
      parent = made;
    } else {
      parent = known;
    }
    answer = it.answer;
  }
  link(static_cast<std::uint32_t>(decisions_.size()) | leaf);
  decisions_.push_back(decision);
}

}  // namespace waymark::promela
