// ltl: a formula and its automaton.
#include <fmt/format.h>

#include "base/quantities.hpp"
#include "base/utf8.hpp"
#include "cli/commands/commands.hpp"
#include "cli/terminal/terminal.hpp"
#include "ltl/automaton.hpp"
#include "report/format.hpp"

namespace waymark::cli {

int show_ltl(const LtlOptions& options, base::Stop& stop) {
  const ltl::FormulaPtr formula = ltl::parse(options.formula, "waymark ltl");
  const ltl::Automaton automaton = ltl::translate(*formula, options.negate, &stop);
  if (options.dot) {
    print(base::printable_lines(ltl::dot(automaton)));
  } else if (options.never) {
    print(fmt::format("/* {}{} */\n{}", options.negate ? "violates " : "", report::printable(ltl::text(*formula)),
                      base::printable_lines(ltl::never_claim(automaton))));
  } else {
    print(fmt::format("{}: {}, of words that {} {}\n{}", "Büchi automaton",
                      base::counted(automaton.states.size(), "state"), options.negate ? "violate" : "satisfy",
                      report::printable(ltl::text(*formula)), base::printable_lines(ltl::text(automaton))));
  }
  return exit_holds;
}

}  // namespace waymark::cli
