// Cutting ids scripts into tasks, without the program. Nothing rests on it: workers report where they began and ended,
// and joining their results demands that they fit together.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "script/ids.hpp"

namespace waymark::script {

// What a worker gets: a slice, from one place of the script to another, or a region, which is the subtree of a state
// without the subtrees that are regions of their own.
struct IdsTask {
  static constexpr std::uint64_t to_the_end = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t begin = 0;  // slice: goes on when so many transitions have been taken
  std::uint64_t end = to_the_end;
  std::uint64_t root = 0;            // region: its state; 0: a slice
  std::vector<std::uint64_t> holes;  // region: the states at which others begin, in order
};

enum class IdsCut : std::uint8_t { slice, subtree };

// At most k tasks that make up the whole script. Slices are of equal length. Regions are whole subtrees, each nearest
// in size to its share of what is left (thesis, algorithm 3.2); a script that does not read
// to its end is refused.
[[nodiscard]] bool cut_ids(const std::shared_ptr<const File>& file, IdsCut how, std::uint64_t k, std::uint64_t memory,
                           std::vector<IdsTask>& tasks, Fault& fault);

// How much work tasks are, in transitions: their own, and the way to where they begin.
struct IdsWork {
  std::uint64_t transitions = 0;
  std::uint64_t path = 0;
};
[[nodiscard]] bool measure(const std::shared_ptr<const File>& file, const std::vector<IdsTask>& tasks,
                           std::uint64_t memory, std::vector<IdsWork>& works, Fault& fault);

}  // namespace waymark::script
