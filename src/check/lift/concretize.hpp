// A violation that was found in an abstraction, followed in the program itself, step by step at the same places, by all
// runs that take them. If one of these shows the violation, it is real; if there is none, it is spurious, and the first
// step that the program cannot take is named. Nothing is believed of the abstraction: what is called real is a run of
// the program, judged by the definition of what it violates.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "check/say/result.hpp"
#include "load/program.hpp"

namespace waymark::check {

struct Concretized {
  Counterexample verdict = Counterexample::undecided;
  Found found;                      // in the choices of the program, if it is real
  std::uint64_t feasible = 0;       // steps that the program can take
  std::string at;                   // where it cannot go on; empty: it can, and shows no violation
  std::vector<std::string> places;  // of all steps up to there
};

// Throws base::Stopped if `stop`, if any, says so.
[[nodiscard]] Concretized concretize(const JudgedRun& finding, const load::Program& abstraction,
                                     const load::Program& whole, const base::Stop* stop);

}  // namespace waymark::check
