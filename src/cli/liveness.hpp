// Liveness: what a run may not go on doing for ever. Formulas of temporal logic, acceptance cycles, cycles without
// progress; each is searched for by a nested depth-first search of its own.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/budget.hpp"
#include "cli/options.hpp"
#include "cli/program.hpp"
#include "report/result.hpp"
#include "search/observer.hpp"

namespace waymark::cli {

struct Aim {
  std::string kind;         // ltl, acceptance or progress
  std::string name;         // of a formula
  ltl::FormulaPtr formula;  // none for acceptance
};

// What the options ask for, the formulas in the program's text included. Throws base::InputError.
[[nodiscard]] std::vector<Aim> aims(const Options& options, const Program& program);

// Searches for what violates the aim, and enters what came of it into the result: its line, or the violation.
void pursue(const Aim& aim, const Options& options, const Program& program,
            const std::vector<search::Observer*>& observers, base::Budget& budget, report::Result& result);

}  // namespace waymark::cli
