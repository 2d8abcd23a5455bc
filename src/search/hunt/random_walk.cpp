#include "search/hunt/random_walk.hpp"

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

RandomWalk::RandomWalk(Parts parts, const Walks& walks, Guide& guide)
    : walks_(walks), guide_(guide), choices_(parts.budget), explorer_(without_store(std::move(parts)), *this) {}

Outcome RandomWalk::run() {
  explorer_.guard([this] {
    explorer_.start();
    while (!explorer_.stopping() && guide_.begin()) {
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
  again_ = 0;
  if (walks_.states != nullptr) {
    walks_.states->begin_run();
    (void)walks_.states->arrive(explorer_.model().fingerprint());
  }
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
    if (arrival == Arrival::intermediate) continue;
    const bool again = walks_.states != nullptr && walks_.states->arrive(explorer_.model().fingerprint());
    guide_.arrived(taken_, again);
    if (again) ++again_;
    return again_ < walks_.patience;
  }
  explorer_.stop(Why::endless);
  return false;
}

Arrival RandomWalk::draw(std::uint64_t depth) {
  const model::Mark mark = explorer_.model().mark();
  untried_.resize(enabled_.size());
  std::iota(untried_.begin(), untried_.end(), 0u);
  while (!untried_.empty()) {
    const std::size_t pick = guide_.choose({enabled_, untried_}, explorer_.model());
    std::swap(untried_[pick], untried_.back());
    const std::uint32_t choice = untried_.back();
    untried_.pop_back();
    if (!choices_.push(choice)) {
      explorer_.stop(Why::memory);
      return Arrival::nowhere;
    }
    taken_ = enabled_[choice];
    const Arrival arrival = explorer_.stepped(explorer_.model().fire(taken_), 0, depth);
    if (arrival != Arrival::nowhere || explorer_.stopping()) return arrival;
    explorer_.model().rewind(mark);
    choices_.pop();
  }
  return Arrival::nowhere;
}

}  // namespace waymark::search
