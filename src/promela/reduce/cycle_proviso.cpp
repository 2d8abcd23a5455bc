#include "promela/reduce/cycle_proviso.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>

#include "containers/strongly_connected.hpp"

namespace waymark::promela {

namespace {

constexpr std::size_t most_tried = 60;       // ways to cut one component
constexpr std::uint32_t most_compared = 24;  // processes among which the best one to cut is searched

// The strongly connected components of one process's automaton, as far as the given statements make it up.
class ProcessCycles {
 public:
  ProcessCycles(const DependenceRelation& relation, const std::vector<std::size_t>& edges) {
    std::uint32_t states = 0;
    const auto each_step = [&](auto visit) {
      for (const std::size_t edge : edges) {
        const Statement& statement = relation.statement(edge);
        for (const std::uint32_t to : statement.targets) visit(statement.source, to);
      }
    };
    each_step([&](std::uint32_t from, std::uint32_t to) { states = std::max({states, from + 1, to + 1}); });
    // The successors of all states one after the other; those of one end where those of the next begin.
    std::vector<std::uint32_t> ends(states, 0);
    each_step([&](std::uint32_t from, std::uint32_t) { ++ends[from]; });
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
    std::vector<std::uint32_t> next(ends.empty() ? 0 : ends.back());
    std::vector<std::uint32_t> begins = ends;
    each_step([&](std::uint32_t from, std::uint32_t to) { next[--begins[from]] = to; });
    component_ = containers::strongly_connected(
                     states, [&](std::uint32_t state) { return std::size_t{ends[state] - begins[state]}; },
                     [&](std::uint32_t state, std::size_t i) { return next[begins[state] + i]; })
                     .component;
  }

  // Whether the statement can be part of a cycle.
  [[nodiscard]] bool contain(const Statement& statement) const {
    return std::any_of(statement.targets.begin(), statement.targets.end(),
                       [&](std::uint32_t to) { return component_[to] == component_[statement.source]; });
  }
  // REQUIRES: the statement leads somewhere.
  [[nodiscard]] std::uint32_t component(const Statement& statement) const { return component_[statement.source]; }

 private:
  std::vector<std::uint32_t> component_;  // by control state
};

// Cuts greedily: among the processes that can still go round, the one whose cuts free most statements for what they
// cost. Freeing is more than cutting: a process that can no longer go round leaves others without messages, and so on.
class Cutter {
 public:
  Cutter(const DependenceRelation& relation, const Objects& objects) : relation_(relation), objects_(objects) {
    live_ = relation.none();
    for (std::size_t i = 0; i < relation.size(); ++i) {
      const Statement& statement = relation.statement(i);
      // Where only a timeout is possible, nothing is left out.
      if (!statement.absent && !statement.timeout_only && !statement.starts) put(live_, i);
      const Bits others = relation.conflicts(statement.effects, relation.owner(i));
      std::size_t conflicts = 0;
      for (const std::uint64_t word : others) conflicts += static_cast<std::size_t>(std::popcount(word));
      // A statement that cannot be taken alone anyway costs little.
      costs_.push_back(statement.visible ? 1 : 1 + 8.0 / (1.0 + static_cast<double>(conflicts)));
    }
  }

  CycleCuts run() {
    CycleCuts cuts{relation_.none(), relation_.none()};
    for (std::size_t i = 0; i < relation_.size(); ++i) {
      if (relation_.statement(i).starts) put(cuts.always, i);
    }
    settle(live_);
    while (!is_empty(live_)) {
      std::optional<Plan> best;
      for (std::uint32_t pid = 0; pid < relation_.members(); ++pid) {
        std::optional<Plan> plan = plan_for(pid);
        if (!plan) continue;
        plan->left = live_;
        for (const std::size_t edge : plan->always) drop(plan->left, edge);
        for (const std::size_t edge : plan->wrapping) drop(plan->left, edge);
        settle(plan->left);
        plan->worth = static_cast<double>(count(live_) - count(plan->left)) / (plan->cost + 0.01);
        if (!best || plan->worth > best->worth) best = std::move(plan);
        if (relation_.members() > most_compared) break;
      }
      for (const std::size_t edge : best->always) put(cuts.always, edge);
      for (const std::size_t edge : best->wrapping) put(cuts.wrapping, edge);
      live_ = best->left;
    }
    return cuts;
  }

 private:
  // How to cut all cycles of one process.
  struct Plan {
    std::vector<std::size_t> always, wrapping;
    double cost = 0;
    double worth = 0;
    Bits left;

    [[nodiscard]] bool cuts(std::size_t edge) const {
      return std::find(always.begin(), always.end(), edge) != always.end() ||
             std::find(wrapping.begin(), wrapping.end(), edge) != wrapping.end();
    }
  };

  static void drop(Bits& set, std::size_t number) { set[number / 64] &= ~(std::uint64_t{1} << number % 64); }
  static std::size_t count(const Bits& set) {
    std::size_t out = 0;
    for (const std::uint64_t word : set) out += static_cast<std::size_t>(std::popcount(word));
    return out;
  }
  [[nodiscard]] std::vector<std::size_t> edges_of(const Bits& live, std::uint32_t pid) const {
    std::vector<std::size_t> edges;
    each(live, [&](std::size_t edge) {
      if (relation_.owner(edge) == pid) edges.push_back(edge);
    });
    return edges;
  }

  // Leaves what can still be part of a cycle: what goes round in its process, sends what is received and receives what
  // is sent.
  void settle(Bits& live) const {
    for (bool changed = true; changed;) {
      changed = false;
      const auto remove = [&](std::size_t edge) {
        drop(live, edge);
        changed = true;
      };
      for (std::uint32_t pid = 0; pid < relation_.members(); ++pid) {
        const std::vector<std::size_t> edges = edges_of(live, pid);
        const ProcessCycles cycles(relation_, edges);
        for (const std::size_t edge : edges) {
          if (!cycles.contain(relation_.statement(edge))) remove(edge);
        }
      }
      Bits filled = objects_.none();
      Bits drained = objects_.none();
      each(live, [&](std::size_t edge) {
        unite(filled, relation_.statement(edge).effects.fills);
        unite(drained, relation_.statement(edge).effects.drains);
      });
      for (std::size_t edge = 0; edge < relation_.size(); ++edge) {
        const Statement& statement = relation_.statement(edge);
        if (!has(live, edge) || statement.channel == 0) continue;
        if (statement.kind == TransitionKind::send && !has(drained, objects_.receive_end(statement.channel))) {
          remove(edge);
        }
        if (statement.kind == TransitionKind::receive && !statement.copies &&
            !has(filled, objects_.send_end(statement.channel))) {
          remove(edge);
        }
      }
    }
  }

  // The edges of one component that are still to be cut. Each cut may leave smaller components, so they are computed
  // anew after every one.
  [[nodiscard]] std::vector<std::size_t> knot(const std::vector<std::size_t>& edges) const {
    const ProcessCycles cycles(relation_, edges);
    std::vector<std::size_t> out;
    std::optional<std::uint32_t> first;
    for (const std::size_t edge : edges) {
      const Statement& statement = relation_.statement(edge);
      if (!cycles.contain(statement)) continue;
      if (!first) first = cycles.component(statement);
      if (cycles.component(statement) == *first) out.push_back(edge);
    }
    return out;
  }
  [[nodiscard]] std::size_t left_in(const std::vector<std::size_t>& edges) const {
    const ProcessCycles cycles(relation_, edges);
    return static_cast<std::size_t>(std::count_if(
        edges.begin(), edges.end(), [&](std::size_t edge) { return cycles.contain(relation_.statement(edge)); }));
  }

  [[nodiscard]] std::optional<Plan> plan_for(std::uint32_t pid) const {
    std::vector<std::size_t> edges = edges_of(live_, pid);
    if (edges.empty()) return std::nullopt;
    Plan plan;
    for (std::vector<std::size_t> tied = knot(edges); !tied.empty(); tied = knot(edges)) {
      std::optional<Plan> best;
      const auto consider = [&](Plan candidate) {
        std::vector<std::size_t> rest = tied;
        std::erase_if(rest, [&](std::size_t edge) { return candidate.cuts(edge); });
        candidate.worth = static_cast<double>(tied.size() - left_in(rest)) / (candidate.cost + 0.01);
        if (!best || candidate.worth > best->worth) best = std::move(candidate);
      };
      // In a large automaton not every edge can be tried.
      for (std::size_t i = 0; i < tied.size(); i += 1 + tied.size() / most_tried) {
        const std::size_t edge = tied[i];
        consider({{edge}, {}, costs_[edge], 0, {}});
        if (relation_.statement(edge).addition) consider(counter(tied, *relation_.statement(edge).addition));
      }
      for (const std::size_t edge : best->always) plan.always.push_back(edge);
      for (const std::size_t edge : best->wrapping) plan.wrapping.push_back(edge);
      plan.cost += best->cost;
      std::erase_if(edges, [&](std::size_t edge) { return plan.cuts(edge); });
    }
    return plan;
  }

  // Instead of an edge of its own, a counter may cut a cycle: a variable that grows (or shrinks) in every round has to
  // be set back in the same component, or to wrap round.
  [[nodiscard]] Plan counter(const std::vector<std::size_t>& tied, const Addition& by) const {
    Plan plan;
    for (const std::size_t edge : tied) {
      const Statement& statement = relation_.statement(edge);
      if (!by.overlaps(statement.effects.written_locals)) continue;
      const bool adds =
          statement.addition && statement.addition->offset == by.offset && (statement.addition->by > 0) == (by.by > 0);
      (adds ? plan.wrapping : plan.always).push_back(edge);
      if (!adds) plan.cost += costs_[edge];
    }
    return plan;
  }

  const DependenceRelation& relation_;
  const Objects& objects_;
  Bits live_;
  std::vector<double> costs_;
};

}  // namespace

CycleCuts cut_cycles(const DependenceRelation& relation, const Objects& objects) {
  return Cutter(relation, objects).run();
}

}  // namespace waymark::promela
