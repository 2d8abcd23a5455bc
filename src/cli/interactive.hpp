// Steps by hand (--interactive): somebody chooses what happens next, goes back, and lets the program run. One command a
// line, from a terminal or from a file; it does what it says on a pipe as well.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "load/program.hpp"

namespace waymark::cli {

struct HandStart {
  std::vector<std::string> invariants;  // told when one does not hold
  std::vector<std::uint32_t> ahead;     // choices that lie ahead
  std::uint64_t at = 0;                 // the step of these to begin at
  std::optional<std::uint64_t> cycle;   // so many of them lead to a cycle
  std::string slice;                    // by what the program was sliced
  bool races = false;                   // it stops before every access that could race
  std::uint64_t seed = 1;               // of what is left to chance
  std::uint64_t most_steps = 100;       // that it runs without being asked
};

// Until there are no more commands, or one of them ends it. The exit code.
[[nodiscard]] int walk_by_hand(const load::Program& program, const HandStart& start, const base::Stop& stop);

}  // namespace waymark::cli
