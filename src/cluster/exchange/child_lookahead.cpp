#include "cluster/exchange/child_lookahead.hpp"

#include <algorithm>
#include <utility>

#include "base/check.hpp"
#include "model/path.hpp"

namespace waymark::cluster {

namespace {

constexpr std::uint64_t bytes_of_entry = 128;  // of a table, besides the state

std::string longer(const std::string& way, std::uint64_t index) {
  base::ByteSink sink;
  sink.varint(index);
  return way + std::string(sink.bytes().begin(), sink.bytes().end());
}

}  // namespace

ChildLookahead::ChildLookahead(unsigned ranks, model::Model& model, unsigned generations, Owner owner)
    : ranks_(ranks), model_(model), codec_(model), generations_(generations), owner_(std::move(owner)) {
  forget();
}

void ChildLookahead::look(unsigned self, unsigned to, std::uint32_t chain) {
  const std::string way = longer({}, found_.front()[to].sent++);
  descend(self, to, chain, way, generations_);
}

void ChildLookahead::descend(unsigned self, unsigned to, std::uint32_t chain, const std::string& way,
                             unsigned generations) {
  model::Path path(model_);
  CHECK(path.push(0));
  std::uint64_t index = 0;
  // Where an indivisible sequence is endless, the owner will not come past it either.
  (void)path.each_successor(chain, [&] {
    const unsigned owner = owner_();
    const std::string there = longer(way, index++);
    if (owner == self) {
      const auto state = codec_.here();
      found_.front()[to].states.emplace(there, Bytes(state.begin(), state.end()));
      held_ += state.size() + bytes_of_entry;
    } else if (owner == to && generations > 1) {
      descend(self, to, chain, there, generations - 1);
    }
    return true;
  });
  while (path.intermediate()) path.pop();
  path.restore();
}

std::optional<Bytes> ChildLookahead::take(unsigned from, const Promise& promise, std::uint64_t index) {
  if (promise.generation >= found_.size()) return std::nullopt;
  auto& states = found_[promise.generation][from].states;
  const auto found = states.find(longer(promise.way, index));
  if (found == states.end()) return std::nullopt;
  Bytes state = std::move(found->second);
  states.erase(found);
  held_ -= state.size() + bytes_of_entry;
  return state;
}

void ChildLookahead::came(unsigned from, std::optional<std::uint64_t> id) {
  const std::uint64_t which = came_[from]++;
  if (id) promise(*id, {from, 1, longer({}, which)});
}

// One from each rank will do.
void ChildLookahead::promise(std::uint64_t id, const Promise& one) {
  Promises& promises = next_promises_[id];
  const auto same = [&](const Promise& other) { return other.by == one.by; };
  if (std::none_of(promises.begin(), promises.end(), same)) promises.push_back(one);
}

void ChildLookahead::expand(std::uint64_t id) {
  const auto found = promises_.find(id);
  here_ = found == promises_.end() ? nullptr : &found->second;
}

const ChildLookahead::Promise* ChildLookahead::promised_by(unsigned rank) const {
  if (here_ == nullptr) return nullptr;
  const auto found = std::find_if(here_->begin(), here_->end(), [&](const Promise& one) { return one.by == rank; });
  return found == here_->end() ? nullptr : &*found;
}

void ChildLookahead::follow(std::uint64_t index, std::uint64_t id) {
  if (here_ == nullptr) return;
  for (const Promise& one : *here_) {
    if (one.generation < generations_) promise(id, {one.by, one.generation + 1, longer(one.way, index)});
  }
}

void ChildLookahead::next_level() {
  promises_ = std::exchange(next_promises_, {});
  here_ = nullptr;
  std::fill(came_.begin(), came_.end(), 0);
  found_.emplace_front(ranks_);
  if (found_.size() <= generations_ + 1) return;
  for (const Found& old : found_.back()) {
    for (const auto& [way, state] : old.states) held_ -= state.size() + bytes_of_entry;
  }
  found_.pop_back();
}

void ChildLookahead::forget() {
  found_.assign(1, std::vector<Found>(ranks_));
  came_.assign(ranks_, 0);
  promises_.clear();
  next_promises_.clear();
  here_ = nullptr;
  held_ = 0;
}

}  // namespace waymark::cluster
