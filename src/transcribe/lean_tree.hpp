// The tree of a lean script as its text tells it: state by state, depth-first.
#pragma once

#include <cstdint>
#include <vector>

#include "transcribe/named_walk.hpp"

namespace waymark::transcribe {

// A state on the path from the root.
struct LeanState {
  std::vector<std::uint8_t> row;
  std::vector<std::uint32_t> trees;  // which successors are reached by tree edges
  std::size_t taken = 0;             // of those
  std::uint64_t count = 0;
};

// Goes through the tree in the order of the script; `state` puts the one that the walk stands in on the path, or
// answers false.
template <typename State>
[[nodiscard]] bool walk_tree(NamedWalk& walk, std::vector<LeanState>& path, State state) {
  if (!state()) return false;
  while (!path.empty()) {
    LeanState& top = path.back();
    if (top.taken == top.trees.size()) {
      path.pop_back();
      if (!path.empty()) walk.leave();
      continue;
    }
    walk.enter(top.trees[top.taken++]);
    if (!state()) return false;
  }
  return true;
}

}  // namespace waymark::transcribe
