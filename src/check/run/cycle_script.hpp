// The script of a search for cycles. A nested search knows no ranks; so when it has found nothing, the program with its
// automaton is gone through once more, breadth-first and exactly, and its components give them; or, by the ranks of a
// cluster, the order in which states are taken away that are on no accepting cycle.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "check/plan/property.hpp"
#include "check/plan/settings.hpp"
#include "check/run/context.hpp"
#include "load/program.hpp"

namespace waymark::check {

struct CycleScript {
  std::string why;        // no script was written; empty: it was
  bool violated = false;  // since there is a cycle after all, which the search before must have missed
};

// For all ranks of a cluster at once, of which the first writes.
// REQUIRES: a search for what violates the property, reduced or not, has come to its end without finding any.
[[nodiscard]] CycleScript write_cycle_script(const CycleProperty& property, bool reduced, const load::Program& program,
                                             const Settings& settings, const Context& context, const std::string& path);

// Between a file's name and its ending: "x.trail" and "2" make "x.2.trail".
[[nodiscard]] std::string with_infix(const std::string& path, std::string_view infix);
// Where the scripts of several searches go: FILE with a name of its own for each before its extension. That is the name
// of the formula, or what the property is called, or else the number of the formula.
[[nodiscard]] std::vector<std::string> script_names(const std::vector<CycleProperty>& properties,
                                                    const std::string& file);

}  // namespace waymark::check
