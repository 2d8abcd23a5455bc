// A forger of lean scripts: takes a true one and tells one lie, or two that are meant to cover each other up. What
// comes out is well-formed and gets correct checksums, so that it reaches the walk.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "recording.hpp"

namespace waymark::certify {

class Forger {
 public:
  explicit Forger(std::uint64_t seed) : random_(seed) {}

  static constexpr unsigned kinds = 14;
  static const char* name(unsigned kind) {
    static constexpr const char* names[kinds] = {
        "flip a symbol",           "raise a count",         "lower a count",
        "cut the end off",         "append a state",        "swap two counts",
        "move arrivals elsewhere", "omit a subtree",        "omit a subtree and its counts",
        "repeat a subtree",        "drop a symbol",         "add a symbol",
        "swap two rows",           "add 2^63 to two counts"};
    return names[kind];
  }

  // True if it found a place for that kind of lie.
  bool forge(Plain& plain, unsigned kind) {
    auto& states = plain.states;
    const std::size_t i = below(states.size());
    const std::size_t j = below(states.size());
    switch (kind) {
      case 0: {
        auto& row = states[i].row;
        if (row.empty()) return false;
        row[below(row.size())].flip();
        return true;
      }
      case 1:
        states[i].count += 1 + below(3);
        return true;
      case 2:
        if (states[i].count == 0) return false;
        states[i].count -= 1 + below(states[i].count);
        return true;
      case 3:
        if (states.size() < 2) return false;
        states.resize(1 + below(states.size() - 1));
        return true;
      case 4:
        states.push_back(states[i]);
        return true;
      case 5:
        std::swap(states[i].count, states[j].count);
        return states[i].count != states[j].count;
      case 6:
        // The sum of all counts stays what it was.
        if (states[i].count == 0 || i == j) return false;
        --states[i].count;
        ++states[j].count;
        return true;
      case 7:
      case 8: {
        const std::size_t parent = parent_of(plain, i);
        if (i == 0) return false;
        const std::size_t end = end_of(plain, i);
        const std::uint64_t lost = states[i].count;
        const std::size_t symbol = symbol_of(plain, parent, i);
        if (symbol == states[parent].row.size()) return false;
        states[parent].row[symbol] = false;
        states.erase(states.begin() + static_cast<std::ptrdiff_t>(i),
                     states.begin() + static_cast<std::ptrdiff_t>(end));
        if (kind == 8) states[below(states.size())].count += lost + 1;
        return true;
      }
      case 9: {
        // An other transition becomes a tree edge to a copy of a subtree: true if it leads there.
        auto& row = states[i].row;
        std::vector<std::size_t> others;
        for (std::size_t s = 0; s < row.size(); ++s) {
          if (!row[s]) others.push_back(s);
        }
        if (others.empty()) return false;
        const std::size_t symbol = others[below(others.size())];
        const std::vector<Plain::State> copy(states.begin() + static_cast<std::ptrdiff_t>(j),
                                             states.begin() + static_cast<std::ptrdiff_t>(end_of(plain, j)));
        std::size_t at = i + 1;
        for (std::size_t s = 0; s < symbol; ++s) {
          if (row[s]) at = end_of(plain, at);
        }
        row[symbol] = true;
        if (below(2) == 0 && states[j].count > 0) --states[j].count;
        states.insert(states.begin() + static_cast<std::ptrdiff_t>(at), copy.begin(), copy.end());
        return true;
      }
      case 10:
        if (states[i].row.empty()) return false;
        states[i].row.erase(states[i].row.begin() + static_cast<std::ptrdiff_t>(below(states[i].row.size())));
        return true;
      case 11:
        states[i].row.insert(states[i].row.begin() + static_cast<std::ptrdiff_t>(below(states[i].row.size() + 1)),
                             below(2) == 0);
        return true;
      case 12:
        if (states[i].row == states[j].row) return false;
        std::swap(states[i].row, states[j].row);
        return true;
      default:
        if (i == j) return false;
        states[i].count += std::uint64_t{1} << 63;
        states[j].count += std::uint64_t{1} << 63;
        return true;
    }
  }

  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_() % bound); }

 private:
  // One past the last state of the subtree that begins at `begin`.
  static std::size_t end_of(const Plain& plain, std::size_t begin) {
    std::size_t wanted = 1;
    std::size_t at = begin;
    for (; wanted > 0 && at < plain.states.size(); ++at) {
      --wanted;
      for (const bool tree : plain.states[at].row) wanted += tree ? 1 : 0;
    }
    return at;
  }
  static std::size_t parent_of(const Plain& plain, std::size_t state) {
    for (std::size_t candidate = state; candidate-- > 0;) {
      if (end_of(plain, candidate) > state) return candidate;
    }
    return 0;
  }
  static std::size_t symbol_of(const Plain& plain, std::size_t parent, std::size_t state) {
    std::size_t at = parent + 1;
    const auto& row = plain.states[parent].row;
    for (std::size_t symbol = 0; symbol < row.size(); ++symbol) {
      if (!row[symbol]) continue;
      if (at == state) return symbol;
      at = end_of(plain, at);
    }
    return row.size();  // the tree is no longer one
  }

  std::mt19937_64 random_;
};

}  // namespace waymark::certify
