#include "check/run/task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/quantities.hpp"
#include "check/lift/concretize.hpp"
#include "check/lift/exchanges.hpp"
#include "check/lift/lasso.hpp"
#include "check/lift/lift.hpp"
#include "check/plan/property.hpp"
#include "check/plan/unproved.hpp"
#include "check/run/check.hpp"
#include "load/derive.hpp"
#include "load/exchanges.hpp"
#include "load/load.hpp"

namespace waymark::check {

namespace {

constexpr std::size_t most_at_once = 4;  // conditions: the nearest to where the program cannot go on

void tell_unknown(Result& result, const Found& found) {
  const Abstracted& judged = *result.abstraction;
  const bool spurious = judged.counterexample == Counterexample::spurious;
  result.verdict = Verdict::incomplete;
  result.detail = fmt::format("the violation ({}) that was found of the abstraction is {}", found.violation.kind,
                              spurious ? "spurious" : "undecided: it is neither found nor excluded in the program");
  if (spurious && !judged.at.empty()) {
    result.notes.push_back(fmt::format("The program can take {} of its {} steps, and not the next one, at {}.",
                                       judged.feasible, found.steps, judged.at));
  } else if (spurious) {
    result.notes.push_back(fmt::format("The program can take its {} steps, which do not show it there.", found.steps));
  }
  result.errors = 0;
  result.found.clear();
  result.shortest = false;
  result.unreached.clear();
  result.complete = false;
}

}  // namespace

Task::Task(TaskSettings settings, const base::Stop& stop, const Team& team)
    : settings_(std::move(settings)), stop_(stop) {
  team.together([this] { load(); });
  team.refuse_strangers(checked_);
}

void Task::load() {
  load::Source source = settings_.program;
  const bool abstract = !source.promela.abstract.empty();
  source.promela.sliced = settings_.slice;
  checked_ = load::load(source, &stop_);
  load::show(checked_, expressions_of(settings_.settings.properties, checked_));
  source.promela.abstract.clear();
  whole_ = abstract ? load::load(source, &stop_) : checked_;
  followed_ = whole_;
  if (settings_.slice) {
    load::Criteria criteria = check::criteria(settings_.settings.properties, whole_);
    criteria.output = settings_.keep_prints;
    away_ = load::slice(checked_, criteria).away;
    if (abstract) {
      (void)load::slice(followed_, criteria);
    } else {
      followed_ = checked_;
    }
  }
  if (settings_.settings.symmetry != SymmetryUse::off) symmetry_ = use_symmetry(checked_, settings_.settings);
  // Files that are written in the end name the program's digest: now is the time to learn that there is none.
  const bool names_digest =
      !settings_.trail.empty() || !settings_.settings.script.empty() || !settings_.settings.checkpoint.empty();
  if (names_digest) (void)checked_.text_digest();
}

Result Task::search(const Context& context) {
  Result result = check(checked_, settings_.settings, context);
  if (!goes_on_in_tree(result, context)) return result;
  const double seconds = result.seconds;
  const std::uint64_t states = result.states;
  settings_.settings.store = StoreKind::tree;
  result = check(checked_, settings_.settings, context);
  result.seconds += seconds;
  result.notes.insert(result.notes.begin(),
                      fmt::format("Memory was short with {}: searched again with --store tree, which is exact, too.",
                                  base::counted(states, "state")));
  return result;
}

Result Task::run(const Context& context, const AfterLimit& after) {
  for (std::uint64_t round = 0;; ++round) {
    Result result = after.asks() ? search_and_go_on([this](const Context& part) { return search(part); }, checked_,
                                                    settings_.settings, context, after)
                                 : search(context);
    // What is told of it is not cut short.
    if (result.verdict == Verdict::violation || result.verdict == Verdict::incomplete) context.stop->conclude();
    if (checked_.abstraction != nullptr) judge_abstraction(result);
    if (round != 0) result.abstraction->rounds = round;
    if (round < settings_.refine && refine(result)) {
      load();
      continue;
    }
    if (context.team.is_first()) {
      if (!symmetry_.empty()) result.notes.push_back(symmetry_);
      if (checked_.symmetry != nullptr) {
        result.symmetry = checked_.symmetry->groups;
        undo_exchanges(result, checked_, followed_, settings_.settings.properties, &stop_);
      }
      lift(result);
    }
    return result;
  }
}

// Whether the store was full, and a smaller one that is as exact may do. What listeners have seen of the first search
// cannot be taken back, nor what a checkpoint keeps of it.
bool Task::goes_on_in_tree(const Result& result, const Context& context) const {
  const Settings& settings = settings_.settings;
  if (settings.store.by_user || settings.store != StoreKind::exact || result.why != search::Why::memory) return false;
  const bool by_number = settings.limits.states && result.states >= *settings.limits.states;
  const bool plain = !settings.estimate.wanted && !settings.hunt && settings.checkpoint.empty() &&
                     settings.resume.empty() && context.listeners.empty() && context.team.alone();
  return plain && !by_number && !context.stop->reached() && result.verdict == Verdict::incomplete;
}

void Task::judge_abstraction(Result& result) {
  Abstracted& judged = result.abstraction.emplace();
  judged.exact = checked_.abstraction->exact;
  judged.bits = checked_.abstraction->bits;
  if (result.verdict != Verdict::violation) return;
  const Properties& asked = settings_.settings.properties;
  const std::vector<Found> all = result.found;
  for (const Found& found : all) {
    const ltl::FormulaPtr formula = followed_formula(found, result);
    const Concretized met = concretize({found, asked.invariants, formula, asked.fair}, checked_, followed_, &stop_);
    if (met.verdict == Counterexample::real) return take_real(met.found, formula, result);
    if (judged.counterexample) continue;  // of several the first is reported
    judged.counterexample = met.verdict;
    judged.feasible = met.feasible;
    judged.at = met.at;
    std::vector<std::string> expressions;
    if (met.at.empty()) {
      expressions = asked.invariants;
      if (formula != nullptr) {
        for (std::string& one : ltl::propositions(*formula)) expressions.push_back(std::move(one));
      }
    }
    judged.suggested = checked_.abstraction->suggest(met.places, expressions);
    const std::vector<std::string>& known = settings_.program.promela.abstract;
    std::erase_if(judged.suggested,
                  [&](const std::string& item) { return std::find(known.begin(), known.end(), item) != known.end(); });
    if (judged.suggested.size() > most_at_once) judged.suggested.resize(most_at_once);
  }
  tell_unknown(result, all.front());
}

// The result is one of the program from now on.
void Task::take_real(const Found& found, const ltl::FormulaPtr& formula, Result& result) {
  result.abstraction->counterexample = Counterexample::real;
  result.abstraction->feasible = found.steps;
  result.found = {found};
  if (formula != nullptr) result.found.front().formula = ltl::text(*formula);
  result.errors = 1;
  result.shortest = false;
  result.view = followed_.view;
  for (Liveness& line : result.liveness) {
    if (formula != nullptr && line.verdict == Verdict::violation) line.formula = ltl::text(*formula);
  }
  settings_.program.promela.abstract.clear();
}

// The formula that is violated, as the program itself has it: the same questions are asked of both, in one order.
ltl::FormulaPtr Task::followed_formula(const Found& found, const Result& result) const {
  const std::string formula = violated_formula(found, result);
  if (formula.empty()) return nullptr;
  const std::vector<CycleProperty> abstract_ones = cycle_properties(settings_.settings.properties, checked_);
  const std::vector<CycleProperty> own = cycle_properties(settings_.settings.properties, followed_);
  for (std::size_t i = 0; i < std::min(abstract_ones.size(), own.size()); ++i) {
    if (abstract_ones[i].formula() == nullptr || ltl::text(*abstract_ones[i].formula()) != formula) continue;
    return own[i].asked.formula;
  }
  return nullptr;
}

// Adds the conditions that are suggested. False: there are none.
bool Task::refine(const Result& result) {
  if (!result.abstraction || result.verdict != Verdict::incomplete) return false;
  const std::vector<std::string>& suggested = result.abstraction->suggested;
  std::vector<std::string>& items = settings_.program.promela.abstract;
  items.insert(items.end(), suggested.begin(), suggested.end());
  return !suggested.empty();
}

void Task::lift(Result& result) {
  result.cut_away = away_;
  if (away_ || result.abstraction) result.shallow.reset();  // the program does more than what was searched
  if (result.found.empty()) return;
  told_ = &followed_;
  if (!away_) return;
  Found& first = result.found.front();
  const JudgedRun violated = judged_run(first, result, settings_.settings.properties);
  if (const auto lifted = check::lift(violated, followed_, whole_, &stop_)) {
    first = *lifted;
    result.shortest = false;
    told_ = &whole_;
    return;
  }
  result.notes.emplace_back(
      "The counterexample is one of the slice, whose text 'waymark slice' prints; it could not be completed to one of "
      "the whole program.");
}

}  // namespace waymark::check
