#include "search/shortest_cycle.hpp"

#include <algorithm>
#include <utility>

#include "containers/strongly_connected.hpp"
#include "search/expand.hpp"
#include "search/retrace.hpp"

namespace waymark::search {

namespace {

Parts listened_to(Parts parts, Observer& observer) {
  parts.observers.push_back(&observer);
  return parts;
}

}  // namespace

void ShortestCycle::Edges::stepped(const Stepped& step) {
  const bool fits = step.found.number <= std::numeric_limits<std::uint32_t>::max();
  if (!fits || !targets.push(static_cast<std::uint32_t>(step.found.number))) full = true;
}

ShortestCycle::ShortestCycle(Parts parts)
    : path_(parts.model, parts.budget),
      ancestry_(parts.budget),
      edges_(parts.budget),
      explorer_(listened_to(std::move(parts), edges_), *this) {}

Outcome ShortestCycle::run() {
  explorer_.start();
  explore();
  std::vector<Finding>& findings = explorer_.findings();
  for (std::size_t i = 0; i < findings.size(); ++i) {
    std::vector<std::uint32_t> way = ancestry_.way(roots_[i]);
    way.insert(way.end(), findings[i].choices.begin(), findings[i].choices.end());
    findings[i].choices = std::move(way);
  }
  // Of what was found on the way the first is the nearest, and a lasso shorter than that lies in what has been
  // explored.
  const bool stopped_short = explorer_.stopping() && findings.empty();
  const Lasso lasso = shortest(findings.empty() ? std::numeric_limits<std::uint64_t>::max() : findings.front().length);
  if (!lasso.cycle.empty()) report(lasso);
  Outcome outcome = explorer_.finish();
  outcome.shortest = !outcome.findings.empty() && !stopped_short;
  return outcome;
}

void ShortestCycle::explore() {
  std::uint64_t level_end = 0;
  const auto fresh = [this] {
    step_.clear();
    path_.choices(step_);
    if (!ancestry_.child(step_)) explorer_.stop(Why::memory);
  };
  for (; expanding_ < explorer_.tallies().states && !explorer_.stopping(); ++expanding_) {
    if (expanding_ == level_end) {
      levels_.push_back(expanding_);
      level_end = explorer_.tallies().states;
    }
    explorer_.model().unpack(explorer_.store().words(expanding_));
    accepting_.push_back(explorer_.model().facts().accepting);
    if (edges_.full || !edges_.first.push(edges_.targets.size())) return explorer_.stop(Why::memory);
    if (expand_state(explorer_, path_, expanding_, levels_.size() - 1, fresh) && !ancestry_.close()) {
      explorer_.stop(Why::memory);
    }
  }
}

void ShortestCycle::choices(std::vector<std::uint32_t>& out) const {
  if (!whole_.empty()) {
    out = whole_;
    return;
  }
  roots_.push_back(expanding_);
  path_.choices(out);
}

// Of each state that has been expanded: its component, counted from 1, or 0 if nothing in it accepts.
std::vector<std::uint32_t> ShortestCycle::components() const {
  const std::uint64_t count = edges_.first.size();
  auto [component, components] = containers::strongly_connected(
      count, [&](std::uint64_t state) { return edges_end(state) - edges_.first[state]; },
      [&](std::uint64_t state, std::uint64_t i) { return edges_.targets[edges_.first[state] + i]; });
  std::vector<bool> accepts(components, false);
  for (std::uint64_t state = 0; state < count; ++state) {
    if (accepting_[state]) accepts[component[state]] = true;
  }
  for (std::uint32_t& number : component) number = accepts[number] ? number + 1 : 0;
  return component;
}

// From each state breadth-first, within its component, over pairs of a state and whether an accepting one has been met.
ShortestCycle::Lasso ShortestCycle::shortest(std::uint64_t less_than) {
  const std::vector<std::uint32_t> component = components();
  const std::uint64_t count = component.size();
  Lasso best;
  best.length = less_than;
  struct Met {
    std::uint64_t by = ~std::uint64_t{0};  // the state that the search began with
    std::uint64_t from = 0;                // the pair before
  };
  std::vector<Met> met(2 * count);
  std::vector<std::uint64_t> queue;
  std::uint64_t depth = 0;
  for (std::uint64_t start = 0; start < count && depth + 1 < best.length; ++start) {
    while (depth + 1 < levels_.size() && start >= levels_[depth + 1]) ++depth;
    if (component[start] == 0) continue;
    explorer_.tick();
    if (explorer_.late()) break;
    const std::uint64_t root = 2 * start + (accepting_[start] ? 1 : 0);
    queue.assign(1, root);
    std::size_t next = 0;
    bool closed = false;
    for (std::uint64_t steps = 1; depth + steps < best.length && next < queue.size() && !closed; ++steps) {
      for (const std::size_t level_end = queue.size(); next < level_end && !closed; ++next) {
        const std::uint64_t here = queue[next];
        for (std::uint64_t i = edges_.first[here / 2]; i < edges_end(here / 2) && !closed; ++i) {
          const std::uint64_t target = edges_.targets[i];
          if (target >= count || component[target] != component[start]) continue;
          const std::uint64_t pair = 2 * target + (here % 2 == 1 || accepting_[target] ? 1 : 0);
          closed = target == start && pair % 2 == 1;
          if (closed) {
            best = {start, depth + steps, {target}};
            for (std::uint64_t back = here; back != root; back = met[back].from) best.cycle.push_back(back / 2);
            std::reverse(best.cycle.begin(), best.cycle.end());
          } else if (met[pair].by != start) {
            met[pair] = {start, here};
            queue.push_back(pair);
          }
        }
      }
    }
  }
  return best;
}

void ShortestCycle::report(const Lasso& lasso) {
  std::vector<std::uint32_t> whole = ancestry_.way(lasso.start);
  const std::uint64_t before = whole.size();
  Retrace retrace(explorer_.model());
  retrace.start(explorer_.store().words(lasso.start));
  for (const std::uint64_t state : lasso.cycle) {
    const auto words = explorer_.store().words(state);
    retrace.go(words, whole);
  }
  if (!explorer_.findings().empty()) {
    explorer_.findings().front() = {explorer_.judged().cycle, whole, lasso.length, 0, before};
    return;
  }
  whole_ = std::move(whole);
  explorer_.found_cycle(before, lasso.length);
}

}  // namespace waymark::search
