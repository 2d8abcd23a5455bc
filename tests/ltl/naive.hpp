// A second way from a formula to an automaton, as naive as can be, to hold the first one against: a state is a whole
// truth table over all subformulas (Notes, section 2.9), nothing is simplified, and every `until` has its own set of
// accepting states. It answers whether a lasso-shaped word is accepted.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "ltl/formula.hpp"

namespace waymark::ltl {

class Naive {
 public:
  explicit Naive(FormulaPtr formula) : names_(propositions(*formula)) { root_ = add(formula); }

  [[nodiscard]] bool accepts(const std::vector<std::uint64_t>& letters, std::size_t loop) const {
    // Nodes are (truth table, position); tables that are locally consistent with the letter.
    const std::size_t length = letters.size();
    const std::uint64_t tables = std::uint64_t{1} << parts_.size();
    std::vector<std::vector<std::uint64_t>> fitting(length);
    for (std::size_t i = 0; i < length; ++i) {
      for (std::uint64_t table = 0; table < tables; ++table) {
        if (consistent(table, letters[i])) fitting[i].push_back(table);
      }
    }
    std::map<std::pair<std::uint64_t, std::size_t>, std::size_t> number;
    std::vector<std::pair<std::uint64_t, std::size_t>> nodes;
    for (std::size_t i = 0; i < length; ++i) {
      for (const std::uint64_t table : fitting[i]) {
        number[{table, i}] = nodes.size();
        nodes.emplace_back(table, i);
      }
    }
    std::vector<std::vector<std::size_t>> next(nodes.size());
    for (std::size_t from = 0; from < nodes.size(); ++from) {
      const std::size_t after = nodes[from].second + 1 < length ? nodes[from].second + 1 : loop;
      for (const std::uint64_t table : fitting[after]) {
        if (follows(nodes[from].first, table)) next[from].push_back(number[{table, after}]);
      }
    }
    // Transitive closure by repeated search; a node on a cycle whose component meets every accepting set.
    const auto reach = [&](std::size_t from) {
      std::vector<bool> met(nodes.size());
      std::vector<std::size_t> waiting{from};
      while (!waiting.empty()) {
        const std::size_t node = waiting.back();
        waiting.pop_back();
        for (const std::size_t target : next[node]) {
          if (met[target]) continue;
          met[target] = true;
          waiting.push_back(target);
        }
      }
      return met;
    };
    std::vector<std::vector<bool>> reached;
    for (std::size_t node = 0; node < nodes.size(); ++node) reached.push_back(reach(node));
    for (std::size_t start = 0; start < nodes.size(); ++start) {
      if (nodes[start].second != 0 || !bit(nodes[start].first, root_)) continue;
      for (std::size_t node = 0; node < nodes.size(); ++node) {
        if ((node == start || reached[start][node]) && reached[node][node] && fair(node, nodes, reached)) return true;
      }
    }
    return false;
  }

  [[nodiscard]] std::size_t parts() const { return parts_.size(); }

 private:
  struct Part {
    Op op;
    std::size_t left = 0, right = 0;
    unsigned proposition = 0;
  };

  static bool bit(std::uint64_t table, std::size_t part) { return (table >> part & 1) != 0; }

  std::size_t add(const FormulaPtr& formula) {
    Part part{formula->op};
    if (formula->left) part.left = add(formula->left);
    if (formula->right) part.right = add(formula->right);
    if (formula->op == Op::proposition) {
      while (names_[part.proposition] != formula->text) ++part.proposition;
    }
    parts_.push_back(part);
    return parts_.size() - 1;
  }

  [[nodiscard]] bool consistent(std::uint64_t table, std::uint64_t letter) const {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const Part& part = parts_[i];
      const bool value = bit(table, i);
      const bool left = bit(table, part.left);
      const bool right = bit(table, part.right);
      switch (part.op) {
        case Op::truth:
          if (!value) return false;
          break;
        case Op::falsity:
          if (value) return false;
          break;
        case Op::proposition:
          if (value != bit(letter, part.proposition)) return false;
          break;
        case Op::negation:
          if (value == left) return false;
          break;
        case Op::conjunction:
          if (value != (left && right)) return false;
          break;
        case Op::disjunction:
          if (value != (left || right)) return false;
          break;
        case Op::implication:
          if (value != (!left || right)) return false;
          break;
        case Op::equivalence:
          if (value != (left == right)) return false;
          break;
        default:
          break;
      }
    }
    return true;
  }

  [[nodiscard]] bool follows(std::uint64_t now, std::uint64_t then) const {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const Part& part = parts_[i];
      const bool left = bit(now, part.left);
      const bool right = bit(now, part.right);
      const bool later = bit(then, i);
      bool expected = bit(now, i);
      switch (part.op) {
        case Op::next:
          expected = bit(then, part.left);
          break;
        case Op::always:
          expected = left && later;
          break;
        case Op::eventually:
          expected = left || later;
          break;
        case Op::until:
        case Op::weak_until:
          expected = right || (left && later);
          break;
        case Op::release:
          expected = right && (left || later);
          break;
        default:
          break;
      }
      if (expected != bit(now, i)) return false;
    }
    return true;
  }

  // In the component of `node`: each promise is kept somewhere or not made; each threat is, dually, carried out.
  [[nodiscard]] bool fair(std::size_t node, const std::vector<std::pair<std::uint64_t, std::size_t>>& nodes,
                          const std::vector<std::vector<bool>>& reached) const {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const Part& part = parts_[i];
      const auto settled = [&](std::uint64_t table) {
        const bool value = bit(table, i);
        switch (part.op) {
          case Op::eventually:
            return !value || bit(table, part.left);
          case Op::until:
            return !value || bit(table, part.right);
          case Op::always:
            return value || !bit(table, part.left);
          case Op::weak_until:
            return value || (!bit(table, part.left) && !bit(table, part.right));
          case Op::release:
            return value || !bit(table, part.right);
          default:
            return true;
        }
      };
      bool found = false;
      for (std::size_t other = 0; other < nodes.size() && !found; ++other) {
        found = reached[node][other] && reached[other][node] && settled(nodes[other].first);
      }
      if (!found) return false;
    }
    return true;
  }

  std::vector<std::string> names_;
  std::vector<Part> parts_;
  std::size_t root_ = 0;
};

}  // namespace waymark::ltl
