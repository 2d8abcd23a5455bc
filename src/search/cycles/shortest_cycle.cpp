#include "search/cycles/shortest_cycle.hpp"

#include <algorithm>
#include <utility>

#include "containers/strongly_connected.hpp"
#include "search/expand.hpp"
#include "search/retrace.hpp"

namespace waymark::search {

namespace {

Parts listened_to(Parts parts, StepListener& listener) {
  parts.listeners.push_back(&listener);
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
  explorer_.guard([this] {
    explorer_.start();
    explore();
  });
  std::vector<Finding>& findings = explorer_.findings();
  for (Finding& finding : findings) finding.begin_with(ancestry_.way(finding.from));
  // Of what was found on the way the first is the nearest, and a lasso shorter than that lies in what has been
  // explored.
  const bool stopped_short = explorer_.stopping() && findings.empty();
  const Lasso lasso = shortest(findings.empty() ? std::numeric_limits<std::uint64_t>::max() : findings.front().length);
  explorer_.conclude();
  if (!lasso.cycle.empty()) report(lasso);
  Outcome outcome = explorer_.finish();
  outcome.shortest = !outcome.findings.empty() && !stopped_short;
  return outcome;
}

void ShortestCycle::explore() {
  std::uint64_t level_end = 0;
  for (; expanding_ < explorer_.tallies().states && !explorer_.stopping(); ++expanding_) {
    if (expanding_ == level_end) {
      levels_.push_back(expanding_);
      level_end = explorer_.tallies().states;
    }
    explorer_.model().unpack(explorer_.store().words(expanding_));
    accepting_.push_back(explorer_.model().facts().accepting);
    if (edges_.full || !edges_.first.push(edges_.targets.size())) return explorer_.stop(Why::memory);
    expand_state(explorer_, path_, ancestry_, expanding_, levels_.size() - 1);
  }
}

void ShortestCycle::choices(std::vector<std::uint32_t>& out) {
  if (!whole_.empty()) {
    out = whole_;
    return;
  }
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

// Looks for the shortest way from a state through an accepting one back to itself: breadth-first, within its component,
// over pairs of a state and whether an accepting one has been met.
class ShortestCycle::WayBack {
 public:
  WayBack(const ShortestCycle& graph, const std::vector<std::uint32_t>& component)
      : graph_(graph), component_(component), met_(2 * component.size()) {}

  // The states of a cycle of less than so many steps, without the start in front; none if there is no such cycle.
  [[nodiscard]] std::vector<std::uint64_t> find(std::uint64_t start, std::uint64_t less_than) {
    queue_.assign(1, 2 * start + (graph_.accepting_[start] ? 1 : 0));
    std::size_t next = 0;
    for (std::uint64_t steps = 1; steps < less_than && next < queue_.size(); ++steps) {
      for (const std::size_t level_end = queue_.size(); next < level_end; ++next) {
        if (closes(queue_[next], start)) return way(queue_[next], start);
      }
    }
    return {};
  }

 private:
  struct Met {
    std::uint64_t by = ~std::uint64_t{0};  // the state that the search began with
    std::uint64_t from = 0;                // the pair before
  };

  // Whether a step leads from this pair back to the start; notes the others that are met for the first time.
  [[nodiscard]] bool closes(std::uint64_t here, std::uint64_t start) {
    for (std::uint64_t i = graph_.edges_.first[here / 2]; i < graph_.edges_end(here / 2); ++i) {
      const std::uint64_t target = graph_.edges_.targets[i];
      if (target >= component_.size() || component_[target] != component_[start]) continue;
      const bool accepting = here % 2 == 1 || graph_.accepting_[target];
      if (target == start && accepting) return true;
      const std::uint64_t pair = 2 * target + (accepting ? 1 : 0);
      if (met_[pair].by == start) continue;
      met_[pair] = {start, here};
      queue_.push_back(pair);
    }
    return false;
  }
  [[nodiscard]] std::vector<std::uint64_t> way(std::uint64_t last, std::uint64_t start) const {
    std::vector<std::uint64_t> cycle{start};
    for (std::uint64_t back = last; back != queue_.front(); back = met_[back].from) cycle.push_back(back / 2);
    std::reverse(cycle.begin(), cycle.end());
    return cycle;
  }

  const ShortestCycle& graph_;
  const std::vector<std::uint32_t>& component_;
  std::vector<Met> met_;
  std::vector<std::uint64_t> queue_;
};

ShortestCycle::Lasso ShortestCycle::shortest(std::uint64_t less_than) {
  const std::vector<std::uint32_t> component = components();
  const std::uint64_t count = component.size();
  WayBack way_back(*this, component);
  Lasso best;
  best.length = less_than;
  std::uint64_t depth = 0;
  for (std::uint64_t start = 0; start < count && depth + 1 < best.length; ++start) {
    while (depth + 1 < levels_.size() && start >= levels_[depth + 1]) ++depth;
    if (component[start] == 0) continue;
    explorer_.tick();
    if (explorer_.late()) break;
    std::vector<std::uint64_t> cycle = way_back.find(start, best.length - depth);
    if (!cycle.empty()) best = {start, depth + cycle.size(), std::move(cycle)};
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
