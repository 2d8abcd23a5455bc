#include "search/estimate/random_walk.hpp"

#include <numeric>
#include <utility>

#include "base/check.hpp"

namespace waymark::search {

namespace {

Parts without_store(Parts parts) {
  parts.store = nullptr;
  return parts;
}

}  // namespace

RandomWalk::RandomWalk(Parts parts, const Walks& walks)
    : walks_(walks), coin_(walks.seed), choices_(parts.budget), explorer_(without_store(std::move(parts)), *this) {}

Outcome RandomWalk::run() {
  explorer_.guard([this] {
    explorer_.start();
    for (std::uint64_t i = 0; i < walks_.count && !explorer_.stopping(); ++i) {
      explorer_.model().reset();
      choices_.shrink(0);
      walk();
    }
  });
  explorer_.stop(Why::sampled);
  return explorer_.finish();
}

void RandomWalk::choices(std::vector<std::uint32_t>& out) {
  for (std::uint64_t i = 0; i < choices_.size(); ++i) out.push_back(choices_[i]);
}

void RandomWalk::walk() {
  for (std::uint64_t depth = 0; depth < walks_.length; ++depth) {
    if (!step(depth)) return;
  }
}

bool RandomWalk::step(std::uint64_t depth) {
  for (std::uint32_t chain = 0; chain <= explorer_.limits().chain; ++chain) {
    explorer_.model().enabled(enabled_);
    if (enabled_.empty()) {
      CHECK(chain == 0);
      explorer_.dead_end(0, depth);
      return false;
    }
    const Arrival arrival = draw(depth);
    if (explorer_.stopping() || arrival == Arrival::nowhere) return false;
    if (arrival != Arrival::intermediate) return true;
  }
  explorer_.stop(Why::endless);
  return false;
}

Arrival RandomWalk::draw(std::uint64_t depth) {
  const model::Mark mark = explorer_.model().mark();
  untried_.resize(enabled_.size());
  std::iota(untried_.begin(), untried_.end(), 0u);
  while (!untried_.empty()) {
    const std::uint32_t pick = below(untried_.size());
    std::swap(untried_[pick], untried_.back());
    const std::uint32_t choice = untried_.back();
    untried_.pop_back();
    if (!choices_.push(choice)) {
      explorer_.stop(Why::memory);
      return Arrival::nowhere;
    }
    const Arrival arrival = explorer_.stepped(explorer_.model().fire(enabled_[choice]), 0, depth);
    if (arrival != Arrival::nowhere || explorer_.stopping()) return arrival;
    explorer_.model().rewind(mark);
    choices_.pop();
  }
  return Arrival::nowhere;
}

std::uint32_t RandomWalk::below(std::size_t bound) {
  // Numbers at the top that would favour some remainders are thrown away.
  const std::uint64_t range = bound;
  const std::uint64_t unfair = (0 - range) % range;
  std::uint64_t value = coin_();
  while (value < unfair) value = coin_();
  return static_cast<std::uint32_t>(value % range);
}

}  // namespace waymark::search
