#include "promela/reduce/cycles.hpp"

#include <algorithm>
#include <bit>
#include <optional>

#include "promela/reduce/ensemble.hpp"

namespace waymark::promela {

namespace {

constexpr std::size_t most_tried = 60;       // ways to cut one component
constexpr std::uint32_t most_compared = 24;  // processes of which the best one to cut is looked for

// The strongly connected components of one process's automaton.
class Components {
 public:
  Components(const Ensemble& ensemble, const std::vector<std::size_t>& edges) {
    std::uint32_t top = 0;
    for (const std::size_t edge : edges) {
      const Statement& statement = ensemble.statement(edge);
      top = std::max(top, statement.source + 1);
      for (const std::uint32_t to : statement.lands) top = std::max(top, to + 1);
    }
    next_.resize(top);
    for (const std::size_t edge : edges) {
      const Statement& statement = ensemble.statement(edge);
      for (const std::uint32_t to : statement.lands) next_[statement.source].push_back(to);
    }
    number_.assign(top, 0);
    low_.assign(top, 0);
    component_.assign(top, none);
    for (std::uint32_t state = 0; state < top; ++state) {
      if (number_[state] == 0) visit(state);
    }
  }

  // Whether the statement can be part of a cycle.
  [[nodiscard]] bool inside(const Statement& statement) const {
    return std::any_of(statement.lands.begin(), statement.lands.end(),
                       [&](std::uint32_t to) { return component_[to] == component_[statement.source]; });
  }
  [[nodiscard]] std::uint32_t of(const Statement& statement) const { return component_[statement.source]; }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  // Tarjan's algorithm, its stack kept by hand.
  void visit(std::uint32_t root) {
    std::vector<std::pair<std::uint32_t, std::size_t>> path{{root, 0}};
    enter(root);
    while (!path.empty()) {
      const std::uint32_t at = path.back().first;
      if (path.back().second < next_[at].size()) {
        const std::uint32_t to = next_[at][path.back().second++];
        if (number_[to] == 0) {
          enter(to);
          path.emplace_back(to, 0);
        } else if (component_[to] == none) {
          low_[at] = std::min(low_[at], number_[to]);
        }
        continue;
      }
      if (low_[at] == number_[at]) {
        while (component_[at] == none) {
          component_[open_.back()] = components_;
          open_.pop_back();
        }
        ++components_;
      }
      path.pop_back();
      if (!path.empty()) low_[path.back().first] = std::min(low_[path.back().first], low_[at]);
    }
  }
  void enter(std::uint32_t state) {
    number_[state] = low_[state] = ++count_;
    open_.push_back(state);
  }

  std::vector<std::vector<std::uint32_t>> next_;
  std::vector<std::uint32_t> number_, low_, component_, open_;
  std::uint32_t count_ = 0, components_ = 0;
};

class Cutter {
 public:
  Cutter(const Ensemble& ensemble, const Objects& objects) : ensemble_(ensemble), objects_(objects) {
    live_ = ensemble.none();
    for (std::size_t i = 0; i < ensemble.size(); ++i) {
      const Statement& statement = ensemble.statement(i);
      // Where only a timeout is possible, nothing is left out.
      if (!statement.absent && !statement.asleep && !statement.starts) put(live_, i);
      const Bits others = ensemble.conflicts(statement.effects, ensemble.owner(i));
      std::size_t conflicts = 0;
      for (const std::uint64_t word : others) conflicts += static_cast<std::size_t>(std::popcount(word));
      // A statement that cannot be taken alone anyway costs little.
      costs_.push_back(statement.visible ? 1 : 1 + 8.0 / (1.0 + static_cast<double>(conflicts)));
    }
  }

  Cuts run() {
    Cuts cuts{ensemble_.none(), ensemble_.none()};
    for (std::size_t i = 0; i < ensemble_.size(); ++i) {
      if (ensemble_.statement(i).starts) put(cuts.sticky, i);
    }
    settle(live_);
    while (!is_empty(live_)) {
      std::optional<Plan> best;
      for (std::uint32_t pid = 0; pid < ensemble_.members(); ++pid) {
        std::optional<Plan> plan = plan_for(pid);
        if (!plan) continue;
        plan->left = live_;
        for (const std::size_t edge : plan->sticky) drop(plan->left, edge);
        for (const std::size_t edge : plan->wrapping) drop(plan->left, edge);
        settle(plan->left);
        plan->worth = static_cast<double>(count(live_) - count(plan->left)) / (plan->cost + 0.01);
        if (!best || plan->worth > best->worth) best = std::move(plan);
        if (ensemble_.members() > most_compared) break;
      }
      for (const std::size_t edge : best->sticky) put(cuts.sticky, edge);
      for (const std::size_t edge : best->wrapping) put(cuts.wrapping, edge);
      live_ = best->left;
    }
    return cuts;
  }

 private:
  // How to cut all cycles of one process.
  struct Plan {
    std::vector<std::size_t> sticky, wrapping;
    double cost = 0;
    double worth = 0;
    Bits left;
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
      if (ensemble_.owner(edge) == pid) edges.push_back(edge);
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
      for (std::uint32_t pid = 0; pid < ensemble_.members(); ++pid) {
        const std::vector<std::size_t> edges = edges_of(live, pid);
        const Components components(ensemble_, edges);
        for (const std::size_t edge : edges) {
          if (!components.inside(ensemble_.statement(edge))) remove(edge);
        }
      }
      Bits filled = objects_.none();
      Bits drained = objects_.none();
      each(live, [&](std::size_t edge) {
        unite(filled, ensemble_.statement(edge).effects.fills);
        unite(drained, ensemble_.statement(edge).effects.drains);
      });
      for (std::size_t edge = 0; edge < ensemble_.size(); ++edge) {
        const Statement& statement = ensemble_.statement(edge);
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

  // The edges of one component that are still to be cut.
  [[nodiscard]] std::vector<std::size_t> knot(const std::vector<std::size_t>& edges) const {
    const Components components(ensemble_, edges);
    std::vector<std::size_t> out;
    std::optional<std::uint32_t> first;
    for (const std::size_t edge : edges) {
      const Statement& statement = ensemble_.statement(edge);
      if (!components.inside(statement)) continue;
      if (!first) first = components.of(statement);
      if (components.of(statement) == *first) out.push_back(edge);
    }
    return out;
  }
  [[nodiscard]] std::size_t left_in(const std::vector<std::size_t>& edges) const {
    const Components components(ensemble_, edges);
    return static_cast<std::size_t>(std::count_if(
        edges.begin(), edges.end(), [&](std::size_t edge) { return components.inside(ensemble_.statement(edge)); }));
  }

  [[nodiscard]] std::optional<Plan> plan_for(std::uint32_t pid) const {
    std::vector<std::size_t> edges = edges_of(live_, pid);
    if (edges.empty()) return std::nullopt;
    Plan plan;
    for (std::vector<std::size_t> tied = knot(edges); !tied.empty(); tied = knot(edges)) {
      std::optional<Plan> best;
      const auto consider = [&](Plan candidate) {
        std::vector<std::size_t> rest = tied;
        std::erase_if(rest, [&](std::size_t edge) {
          return std::find(candidate.sticky.begin(), candidate.sticky.end(), edge) != candidate.sticky.end() ||
                 std::find(candidate.wrapping.begin(), candidate.wrapping.end(), edge) != candidate.wrapping.end();
        });
        candidate.worth = static_cast<double>(tied.size() - left_in(rest)) / (candidate.cost + 0.01);
        if (!best || candidate.worth > best->worth) best = std::move(candidate);
      };
      // In a large automaton not every edge can be tried.
      for (std::size_t i = 0; i < tied.size(); i += 1 + tied.size() / most_tried) {
        const std::size_t edge = tied[i];
        consider({{edge}, {}, costs_[edge], 0, {}});
        if (ensemble_.statement(edge).bump) consider(counter(tied, *ensemble_.statement(edge).bump));
      }
      for (const std::size_t edge : best->sticky) plan.sticky.push_back(edge);
      for (const std::size_t edge : best->wrapping) plan.wrapping.push_back(edge);
      plan.cost += best->cost;
      std::erase_if(edges, [&](std::size_t edge) {
        return std::find(plan.sticky.begin(), plan.sticky.end(), edge) != plan.sticky.end() ||
               std::find(plan.wrapping.begin(), plan.wrapping.end(), edge) != plan.wrapping.end();
      });
    }
    return plan;
  }

  // A variable that grows (or shrinks) in every round has to be set back in the same component, or to wrap round.
  [[nodiscard]] Plan counter(const std::vector<std::size_t>& tied, const Bump& by) const {
    Plan plan;
    for (const std::size_t edge : tied) {
      const Statement& statement = ensemble_.statement(edge);
      const std::vector<bool>& written = statement.effects.written_locals;
      bool writes = false;
      for (std::uint32_t byte = by.offset; byte < by.offset + by.cell.size(); ++byte) {
        writes = writes || (byte < written.size() && written[byte]);
      }
      if (!writes) continue;
      const bool adds =
          statement.bump && statement.bump->offset == by.offset && (statement.bump->by > 0) == (by.by > 0);
      (adds ? plan.wrapping : plan.sticky).push_back(edge);
      if (!adds) plan.cost += costs_[edge];
    }
    return plan;
  }

  const Ensemble& ensemble_;
  const Objects& objects_;
  Bits live_;
  std::vector<double> costs_;
};

}  // namespace

Cuts cut_cycles(const Ensemble& ensemble, const Objects& objects) { return Cutter(ensemble, objects).run(); }

}  // namespace waymark::promela
