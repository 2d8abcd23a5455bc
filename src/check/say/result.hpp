// Result: what became of a check, or of a certification. Reports are views of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "check/plan/property.hpp"
#include "check/plan/settings.hpp"
#include "cluster/search/rank_statistics.hpp"
#include "model/contacts.hpp"
#include "model/model.hpp"
#include "search/outcome.hpp"
#include "search/statistics.hpp"

namespace waymark::check {

enum class Verdict : std::uint8_t {
  holds,
  explored,  // everything, and nothing was to be judged
  violation,
  incomplete,
  error,      // the program uses what its front end cannot do
  certified,  // by a script
  in_part,    // a script shows what was explored of a program, and that this is so
  rejected,
  task,  // a part of a certification came out well, which alone proves nothing
};
[[nodiscard]] Verdict verdict_of(const search::Outcome& outcome);

// How the states were gone through.
enum class Strategy : std::uint8_t { bfs, dfs, hunt, nested, components, swarm, owcty, preemptions };

struct Found {
  model::Violation violation;
  std::vector<std::uint32_t> choices;
  std::uint64_t steps = 0;
  // So many of the choices lead to a cycle, around which the rest goes.
  std::optional<std::uint64_t> cycle = std::nullopt;
  bool stutters = false;     // around the cycle the program itself does not move
  std::string formula = "";  // that it violates, as a text; empty if it is none of a formula
};

// A violation, with what was judged; propositions are those of the program in which it is to be shown.
struct JudgedRun {
  Found found;
  std::vector<std::string> invariants;
  ltl::FormulaPtr formula;  // of a cycle; none: it is one through accepting states
  bool fair = false;
};

// What came of a search for cycles.
struct Liveness {
  Property kind = Property::ltl;
  std::string name;     // of a formula
  std::string formula;  // its text
  bool fair = false;    // only weakly fair runs count
  Verdict verdict = Verdict::holds;
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  double seconds = 0;
  std::string script = "";  // that shows it, if one was written
};

// What an estimate of coverage is made from.
enum class Estimator : std::uint8_t {
  sample,     // of the states beyond those that were kept
  omissions,  // what an approximate store missed
  digest,     // the sample that a script shows, drawn from the digest of program and options
};

// What part of the states an incomplete search has covered, as a share of 1, by an estimate that its seed repeats.
struct Coverage : search::Estimate {
  // How the search was made; with this, anyone can make it again.
  Estimator estimator = Estimator::sample;
  std::uint64_t first = 0;  // percent of the memory for the first part
  std::optional<std::uint64_t> most_states = std::nullopt;
  std::uint64_t memory = 0;  // most bytes
  std::uint64_t seed = 0;
};

// What a script of a search that did not end shows.
struct Partial {
  std::uint64_t frontier = 0;            // states that were met and not explored
  std::optional<std::uint64_t> covered;  // all states fewer transitions away were explored; nothing: all there are
};

// How many different states a script has at least, where a certifier has counted them.
struct Distinct {
  std::uint64_t states = 0;
  std::uint64_t explored = 0;
  bool exact = false;
};

// Only runs with few preemptions were explored.
struct PreemptionBound {
  std::uint64_t most = 0;             // in the first that violates something, or in any that was explored
  bool cut_off = true;                // there are runs with more, as far as is known
  std::vector<std::uint64_t> states;  // that need none, one and so on; empty of a script
};

// What the runs of a hunt tell.
struct Hunted {
  search::HuntRuns runs;
  // Of each number of change points that runs by priorities had: a fault which takes one ordering of steps more than
  // that would have been found with at least this probability.
  std::vector<double> found_at_least;
  std::optional<std::uint64_t> preemptions;           // of the violation that is shown
  std::optional<std::uint64_t> preemptions_at_first;  // of the same as the hunt met it
  std::uint64_t steps_at_first = 0;
};

// What one task of a certification walked through.
struct TaskWork {
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
};

// The result of checking an abstraction, which does all that the program does and, unless it is exact, more.
enum class Counterexample : std::uint8_t { real, spurious, undecided };
struct Abstracted {
  bool exact = false;
  std::vector<std::pair<std::string, std::string>> bits;  // all that is known of the variables
  std::uint64_t rounds = 0;                               // in which conditions were added
  std::optional<Counterexample> counterexample = std::nullopt;
  std::uint64_t feasible = 0;          // so many of its steps the program can take
  std::string at;                      // where it cannot go on, if it is spurious
  std::vector<std::string> suggested;  // what would rule it out
};

// A command that goes on from here, as one would type it.
struct Suggestion {
  std::string what;
  std::string command;
};

// An option that would bring more than was explored, and how.
struct Advice {
  std::string option;
  std::string why;
  std::string command;  // with it, as one would type it
};

// How many states a store would hold, by an estimate.
struct Capacity {
  StoreKind store = StoreKind::exact;
  std::uint64_t states = 0;
  bool may_omit = false;
};

// Which share of all states a search has met, by an estimate of a further search, with an interval of 95%.
struct Share {
  static constexpr double least_shown = 0.005;  // less would be shown as 0
  double estimate = 0;
  double low = 0;  // below least_shown: nothing is known
  double high = 0;
};

// What a search has shown that a limit ended.
struct Known {
  std::optional<std::uint64_t> levels;  // every state fewer transitions than this from the initial one was explored
  std::vector<Advice> advice;           // the first brings most
  std::vector<Capacity> capacities;     // of all stores, in the memory that was there
  std::optional<model::Unmet> unmet;    // of a program's threads; nothing: it is not known
  // file:line, of methods and functions that were called: these were not executed. Nothing: they are not known.
  std::optional<std::vector<std::string>> lines;
  std::optional<std::uint64_t> preemptions;  // every behaviour with at most so many was explored, by a further search
  std::optional<Share> share;
};

// In which ways a check that holds shows less than it seems to (docs/use/shallow.md).
struct Shallow {
  struct Assertion {
    std::string text;
    std::string location;
    bool evaluated = false;  // with one thread alive; or never
  };
  struct Condition {
    std::string text;
    std::string location;
  };
  struct Subformula {
    std::string formula;  // in which it does not matter
    std::string text;
    std::string because;
  };
  bool together = false;                             // two threads were enabled in one state
  std::optional<std::vector<Assertion>> assertions;  // never evaluated beside another thread; none: not known
  std::vector<Condition> conditions;                 // always true
  std::vector<Subformula> subformulas;               // that do not matter
};

struct Result {
  std::string program;
  load::Actors actors = {};                     // empty: the program was not read
  std::string digest;                           // of its text, as in scripts; empty: no file names it
  std::string view;                             // in which way what was judged is not the whole program; empty if it is
  std::vector<load::Restriction> restrictions;  // in which ways what was explored is one of several possibilities
  Verdict verdict = Verdict::holds;
  search::Why why = search::Why::finished;  // it ended where it did
  std::string detail;                       // one line for a person
  std::vector<Property> properties;         // what was judged
  std::vector<Property> on_word;            // of these, what only the signer of the script says of its steps
  std::vector<std::string> faults;          // what was asked for and could not be written
  std::string unanswered;                   // why this is no answer to what was asked, in a sentence; empty: it is
  std::vector<std::string> not_judged;      // what the program's text or the user asks beyond that, as people know it
  std::vector<std::string> rests_on;        // what has to be believed besides the certifier, or the search
  std::vector<Found> found;                 // the first ones
  std::vector<Liveness> liveness;           // one for each search for cycles
  bool reduced = false;                     // orders of steps that make no difference were left out
  std::string symmetry;                     // processes that were exchanged; empty: none were
  std::string library;                      // how calls into the language's library were run; empty: it has none
  std::optional<load::CutAway> cut_away;    // what was left out since it bears on nothing that is asked
  std::optional<Abstracted> abstraction;    // of which this is the result
  bool shortest = false;                    // nothing violates a property in fewer steps than found[0]

  std::optional<Strategy> search;  // none when a script was certified
  std::optional<StoreKind> store;  // none when nothing was stored
  unsigned workers = 0;            // that searched, in this process; 0: nothing was searched
  std::uint64_t states = 0;
  std::uint64_t explored = 0;
  std::uint64_t transitions = 0;
  std::uint64_t depth = 0;
  std::uint64_t errors = 0;
  double seconds = 0;
  std::uint64_t memory_bytes = 0;
  std::uint64_t store_bytes = 0;
  std::vector<cluster::RankStatistics> ranks;  // of a cluster, what each has done; the figures above are those of all

  std::optional<double> omission;  // the probability that a state met was taken for known, where that can be
  std::optional<Coverage> coverage;
  std::optional<Partial> partial;
  std::optional<Distinct> distinct;
  std::optional<PreemptionBound> preemptions;
  std::optional<Hunted> hunted;
  std::optional<Known> known;
  std::optional<model::Observed> observed;   // by all searches; nothing: not all that they met is known
  std::vector<Shallow::Subformula> vacuous;  // of formulas that hold
  std::optional<Shallow> shallow;            // of what holds
  std::vector<TaskWork> tasks;               // of a certification: how it was shared out
  bool counts_statements = false;            // whether it is known which ones were executed
  bool counts_functions = false;             // of them only, as wholes
  std::vector<model::Action> unreached;      // statements never executed; meaningful where the search was complete
  bool complete = false;                     // every reachable state was explored
  std::string trail_file;                    // where the first violation's path was written
  std::vector<std::string> trails;           // where those of all that were found were
  std::string script_file;                   // that was written, the first if there are several, or certified
  std::vector<std::string> scripts;          // all that were written
  bool script_in_part = false;               // it was written of a search that did not end
  std::vector<Suggestion> suggestions;       // what to do with what was written
  std::vector<std::string> next;             // commands that lead further, the best first
  std::vector<model::Race> races;            // warnings: met on the way, and no property that was judged
  std::vector<std::string> notes;            // what else the user should know, one line each
};

// Whether a violation of this kind, where a formula is judged or none is, is one of the formula that needs no cycle:
// whatever follows, the formula is violated, or one of its propositions has no value.
[[nodiscard]] bool is_of_formula(const model::Violation& violation, bool formula);
// The formula that the violation violates, as a text; empty if it is none of a formula.
[[nodiscard]] std::string violated_formula(const Found& found, const Result& result);

}  // namespace waymark::check

template <>
struct waymark::base::Names<waymark::check::Verdict> {
  using enum check::Verdict;
  static constexpr auto table = std::to_array<Named<check::Verdict>>({{holds, "holds"},
                                                                      {explored, "explored"},
                                                                      {violation, "violation"},
                                                                      {incomplete, "incomplete"},
                                                                      {error, "error"},
                                                                      {certified, "certified"},
                                                                      {in_part, "certified in part"},
                                                                      {rejected, "rejected"},
                                                                      {task, "task"}});
};

template <>
struct waymark::base::Names<waymark::check::Estimator> {
  using enum check::Estimator;
  static constexpr auto table =
      std::to_array<Named<check::Estimator>>({{sample, "sample"}, {omissions, "omissions"}, {digest, "digest"}});
};

template <>
struct waymark::base::Names<waymark::check::Counterexample> {
  using enum check::Counterexample;
  static constexpr auto table =
      std::to_array<Named<check::Counterexample>>({{real, "real"}, {spurious, "spurious"}, {undecided, "undecided"}});
};

template <>
struct waymark::base::Names<waymark::check::Strategy> {
  using enum check::Strategy;
  static constexpr auto table = std::to_array<Named<check::Strategy>>({{bfs, "bfs"},
                                                                       {dfs, "dfs"},
                                                                       {hunt, "hunt"},
                                                                       {nested, "nested"},
                                                                       {components, "components"},
                                                                       {swarm, "swarm"},
                                                                       {owcty, "owcty"},
                                                                       {preemptions, "preemptions"}});
};
