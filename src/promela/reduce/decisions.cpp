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
  for (const std::uint64_t word : key_) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 32;
  }
  return static_cast<std::uint32_t>(hash);
}

// The one of the key, or a free one.
Decisions::Entry& Decisions::entry(std::uint32_t hash) {
  const std::size_t mask = entries_.size() - 1;
  for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
    Entry& entry = entries_[at];
    if (entry.root == nothing) return entry;
    if (entry.hash != hash || keys_[entry.key] != key_.size()) continue;
    if (std::equal(key_.begin(), key_.end(), keys_.begin() + entry.key + 1)) return entry;
  }
}

const Decisions::Decision* Decisions::find(Outlook& outlook) {
  if (given_up_) return nullptr;
  ++tries_;
  if (!entries_.empty()) {
    hash_ = hash();
    std::uint32_t at = entry(hash_).root;
    while (at != nothing && (at & leaf) == 0) {
      const Node& node = nodes_[at - 1];
      at = node.next[outlook.ask(node.question) ? 1 : 0];
    }
    if (at != nothing) return &decisions_[at & ~leaf];
  }
  ++misses_;
  given_up_ = misses_ > decision_patience && misses_ * tries_for_a_miss_times_four > tries_ * 4;
  return nullptr;
}

void Decisions::learn(std::span<const Answered> asked, const Decision& decision) {
  if (given_up_ || bytes() > most_decided) return;
  if ((used_ + 1) * 2 > entries_.size()) {
    grow();
    hash_ = hash();
  }
  Entry& at = entry(hash_);
  if (at.root == nothing) {
    at.hash = hash_;
    at.key = static_cast<std::uint32_t>(keys_.size());
    keys_.push_back(key_.size());
    keys_.insert(keys_.end(), key_.begin(), key_.end());
    ++used_;
  }
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

void Decisions::grow() {
  const std::vector<Entry> old = std::move(entries_);
  entries_.assign(std::max<std::size_t>(old.size() * 2, 64), {});
  const std::size_t mask = entries_.size() - 1;
  for (const Entry& entry : old) {
    if (entry.root == nothing) continue;
    std::size_t at = entry.hash & mask;
    while (entries_[at].root != nothing) at = (at + 1) & mask;
    entries_[at] = entry;
  }
}

}  // namespace waymark::promela
