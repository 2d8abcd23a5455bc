#include "cli/abstraction.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "check/concretize.hpp"
#include "check/property.hpp"
#include "cli/artifacts.hpp"
#include "cli/commands.hpp"
#include "cli/quote_command.hpp"
#include "cli/terminal.hpp"
#include "load/c.hpp"
#include "load/load.hpp"
#include "report/format.hpp"

namespace waymark::cli {

namespace {

using check::Counterexample;

constexpr std::size_t most_at_once = 4;  // conditions: the nearest to where the program cannot go on

// The formula that is violated, as the program itself has it: the same questions are asked of both, in one order.
ltl::FormulaPtr formula_of_whole(const check::Found& found, const check::Properties& asked,
                                 const load::Program& abstraction, const load::Program& whole, check::Result& result) {
  const std::string formula = violated_formula(found, result);
  if (formula.empty()) return nullptr;
  const std::vector<check::CycleProperty> abstract_ones = check::cycle_properties(asked, abstraction);
  const std::vector<check::CycleProperty> own = check::cycle_properties(asked, whole);
  for (std::size_t i = 0; i < std::min(abstract_ones.size(), own.size()); ++i) {
    if (abstract_ones[i].formula() == nullptr || ltl::text(*abstract_ones[i].formula()) != formula) continue;
    return own[i].asked.formula;
  }
  return nullptr;
}

std::vector<std::string> asked_expressions(const check::Properties& properties, const ltl::FormulaPtr& formula) {
  std::vector<std::string> asked = properties.invariants;
  if (formula != nullptr) {
    for (std::string& one : ltl::propositions(*formula)) asked.push_back(std::move(one));
  }
  return asked;
}

void tell_unknown(check::Result& result, const check::Found& found) {
  const check::Abstracted& judged = *result.abstraction;
  const bool spurious = judged.counterexample == Counterexample::spurious;
  result.verdict = check::Verdict::incomplete;
  result.detail = fmt::format("the violation ({}) that was found of the abstraction is {}", found.violation.kind,
                              spurious ? "spurious" : "undecided: it is neither found nor excluded in the program");
  if (spurious && !judged.at.empty()) {
    result.notes.push_back(fmt::format("The program can take {} of its {} steps, and not the next one, at {}.",
                                       judged.feasible, found.steps, judged.at));
  } else if (spurious) {
    result.notes.push_back(fmt::format("The program can take its {} steps, which do not show it there.", found.steps));
  }
  if (!judged.suggested.empty()) {
    std::vector<std::string> words;
    for (const std::string& item : judged.suggested) words.push_back("--abstract " + shell_word(item));
    result.notes.push_back(fmt::format("What would rule it out, and --refine N adds: {}", fmt::join(words, " ")));
  }
  result.errors = 0;
  result.found.clear();
  result.shortest = false;
  result.unreached.clear();
  result.complete = false;
}

}  // namespace

bool judge_abstraction(const CheckOptions& options, const load::Program& abstraction, const load::Program& whole,
                       check::Result& result, const base::Stop& stop) {
  check::Abstracted& judged = result.abstraction.emplace();
  judged.exact = abstraction.abstraction->exact;
  judged.bits = abstraction.abstraction->bits;
  if (result.verdict != check::Verdict::violation) return false;
  const check::Properties& asked = options.settings.properties;
  const std::vector<check::Found> all = result.found;
  for (const check::Found& found : all) {
    const ltl::FormulaPtr formula = formula_of_whole(found, asked, abstraction, whole, result);
    const check::AbstractFinding finding{found, asked.invariants, formula, asked.fair};
    const check::Concretized met = check::concretize(finding, abstraction, whole, &stop);
    if (met.verdict == Counterexample::real) {
      judged.counterexample = Counterexample::real;
      judged.feasible = met.found.steps;
      result.found = {met.found};
      result.errors = 1;
      result.shortest = false;
      result.view = whole.view;
      for (check::Liveness& line : result.liveness) {
        if (formula != nullptr && line.verdict == check::Verdict::violation) line.formula = ltl::text(*formula);
      }
      return true;
    }
    if (judged.counterexample) continue;  // of several the first is told
    // Of inputs that may be any value a few were tried.
    const bool excluded = met.verdict == Counterexample::spurious && !abstraction.abstraction->open;
    judged.counterexample = excluded ? Counterexample::spurious : Counterexample::undecided;
    judged.feasible = met.feasible;
    judged.at = met.at;
    judged.suggested = abstraction.abstraction->suggest(
        met.places, met.at.empty() ? asked_expressions(asked, formula) : std::vector<std::string>());
    const std::vector<std::string>& known = options.program.abstract;
    std::erase_if(judged.suggested,
                  [&](const std::string& item) { return std::find(known.begin(), known.end(), item) != known.end(); });
    if (judged.suggested.size() > most_at_once) judged.suggested.resize(most_at_once);
  }
  tell_unknown(result, all.front());
  return false;
}

bool refine(CheckOptions& options, const check::Result& result) {
  if (!result.abstraction || result.verdict != check::Verdict::incomplete) return false;
  const std::vector<std::string>& suggested = result.abstraction->suggested;
  options.program.abstract.insert(options.program.abstract.end(), suggested.begin(), suggested.end());
  return !suggested.empty();
}

// The abstract program as text, or what became of each statement.
int show_abstraction(const AbstractOptions& given, base::Stop& stop) {
  AbstractOptions options = given;
  options.program = load::with_table(options.program);
  if (options.program.abstract.empty()) {
    throw base::InputError("waymark: error: --abstract is required\n'waymark abstract --help' tells more.");
  }
  const load::Program program = load::load(options.program, &stop);
  const load::AbstractView& view = *program.abstraction;
  if (!options.output.empty()) {
    base::write_file(options.output, view.text);
    if (options.output == "-") return exit_holds;
  }
  std::string text =
      view.exact ? "exact: the program's own steps\n" : "over-approximation: the program's steps, and more\n";
  for (const auto& [name, meaning] : view.bits) text += fmt::format("  {}  {}\n", name, meaning);
  for (const load::AbstractView::Statement& statement : view.statements) {
    text += fmt::format("{}  {}\n", statement.location, statement.text);
    for (const auto& [known, effect] : statement.cases) text += fmt::format("    {}: {}\n", known, effect);
  }
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    print(report::printable(text.substr(at, end - at)) + "\n");
    at = end + 1;
  }
  return exit_holds;
}

}  // namespace waymark::cli
