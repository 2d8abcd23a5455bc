#include "observe/ranks.hpp"

#include <algorithm>
#include <limits>

#include "containers/strongly_connected.hpp"

namespace waymark::observe {

namespace {

// What looking for components needs for each state while it goes on: two numbers, and in the worst case, when all lies
// on one path, a place on two stacks that double as they grow.
constexpr std::uint64_t bytes_while_looking = 4 + 4 + 8 + 32;

constexpr unsigned set_bits = 64;  // in a word of a set of actors

}  // namespace

bool Ranks::find_components() {
  const std::uint64_t states = graph_.states();
  if (states >= std::numeric_limits<std::uint32_t>::max() || !take(states * bytes_while_looking)) return false;
  auto found = containers::strongly_connected(
      states,
      [&](std::uint64_t state) {
        base::poll(stop_);
        return graph_.end(state) - graph_.first[state];
      },
      [&](std::uint64_t state, std::uint64_t i) { return graph_.targets[graph_.first[state] + i]; });
  component_ = std::move(found.component);
  (void)held_.resize(held_.bytes() - states * (bytes_while_looking - 4));
  begins_.assign(std::uint64_t{found.count} + 1, 0);
  return take(states * 4 + found.count * (4 + 4 + sizeof(Label)));
}

void Ranks::list_members() {
  for (const std::uint32_t component : component_) ++begins_[component + 1];
  for (std::size_t i = 1; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
  members_.resize(component_.size());
  std::vector<std::uint32_t> next(begins_.begin(), begins_.end() - 1);
  for (std::uint32_t state = 0; state < component_.size(); ++state) members_[next[component_[state]]++] = state;
}

void Ranks::tell_fair_sets() {
  words_ = (movers_->actors() + set_bits - 1) / set_bits;
  fair_to_.assign(words_ * movers_->kinds(), 0);
  for (std::uint32_t kind = 0; kind < movers_->kinds(); ++kind) {
    for (std::uint32_t actor = 0; actor < movers_->actors(); ++actor) {
      if (movers_->fair(kind, actor))
        fair_to_[kind * words_ + actor / set_bits] |= std::uint64_t{1} << actor % set_bits;
    }
  }
  met_.assign(words_, 0);
  noted_.assign(movers_->kinds(), 0);
}

bool Ranks::in_set(std::uint32_t set, std::uint64_t state, std::uint64_t transition) const {
  if (set == 0) return graph_.accepting[state] != 0;
  const std::uint32_t actor = set - 1;
  return (fair_to_[graph_.kinds[transition] * words_ + actor / set_bits] >> actor % set_bits & 1) != 0;
}

void Ranks::look_at(std::uint32_t component, std::uint64_t state, std::uint64_t transition, Seen& seen) {
  const std::uint32_t other = component_[graph_.targets[transition]];
  if (other == component) {
    seen.cyclic = true;
    seen.accepting = seen.accepting || graph_.accepting[state] != 0;
    if (movers_ == nullptr) return;
    const std::uint32_t kind = graph_.kinds[transition];
    if (noted_[kind] == component + 1) return;
    noted_[kind] = component + 1;
    for (std::size_t i = 0; i < words_; ++i) met_[i] |= fair_to_[kind * words_ + i];
    return;
  }
  const Label& there = labels_[other];
  if (!seen.leaves || there.rank > seen.highest.rank) {
    seen.leaves = true;
    seen.highest = there;
    seen.may_keep = !in_set(there.set, state, transition);
  } else if (there.rank == seen.highest.rank && seen.may_keep) {
    seen.may_keep = there.set == seen.highest.set && !in_set(there.set, state, transition);
  }
}

Ranks::Seen Ranks::look_at(std::uint32_t component) {
  Seen seen;
  std::fill(met_.begin(), met_.end(), 0);
  for (std::uint32_t i = begins_[component]; i < begins_[component + 1]; ++i) {
    const std::uint32_t state = members_[i];
    base::poll(stop_);
    for (std::uint64_t at = graph_.first[state]; at < graph_.end(state); ++at) look_at(component, state, at, seen);
  }
  return seen;
}

bool Ranks::misses(const Seen& seen, std::uint32_t set) const {
  if (!seen.cyclic) return true;
  if (set == 0) return !seen.accepting;
  const std::uint32_t actor = set - 1;
  return (met_[actor / set_bits] >> actor % set_bits & 1) == 0;
}

bool Ranks::missed(const Seen& seen, std::uint32_t& set) const {
  const std::uint32_t sets = 1 + (movers_ == nullptr ? 0 : movers_->actors());
  for (set = 0; set < sets && !misses(seen, set);) ++set;
  return set < sets;
}

Ranks::Answer Ranks::compute() {
  if (!find_components()) return Answer::no_room;
  list_members();
  if (movers_ != nullptr) {
    if (!take(std::uint64_t{movers_->kinds()} * (4 + (movers_->actors() / set_bits + 1) * 8))) return Answer::no_room;
    tell_fair_sets();
  }
  labels_.resize(begins_.size() - 1);
  for (std::uint32_t component = 0; component < labels_.size(); ++component) {
    const Seen seen = look_at(component);
    Label& label = labels_[component];
    if (!missed(seen, label.set)) return Answer::cycle;
    if (!seen.leaves) continue;
    const bool keeps = seen.may_keep && misses(seen, seen.highest.set);
    if (keeps) label.set = seen.highest.set;
    label.rank = seen.highest.rank + (keeps ? 0 : 1);
  }
  return Answer::ranked;
}

}  // namespace waymark::observe
