#include "cli/liveness.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.hpp"
#include "base/diagnostics.hpp"
#include "cli/assemble.hpp"
#include "cli/estimate.hpp"
#include "cli/lasso.hpp"
#include "java/checker.hpp"
#include "ltl/product.hpp"
#include "model/fair.hpp"
#include "report/format.hpp"
#include "search/nested.hpp"
#include "search/shortest_cycle.hpp"
#include "store/bitstate.hpp"

namespace waymark::cli {

namespace {

model::Violation violation_of(const Aim& aim) {
  if (aim.kind == "acceptance") return {aim.kind, "a cycle through an accepting state", "", model::Step::moved};
  if (aim.kind == "progress") return {aim.kind, "a cycle without progress", "", model::Step::moved};
  const std::string name = aim.name.empty() ? "" : aim.name + ": ";
  return {aim.kind, fmt::format("{}{} does not hold", name, ltl::text(*aim.formula)), "", model::Step::moved};
}

// The left side of an always (p -> ...), if there is one without temporal operators, as labels of an automaton.
std::vector<ltl::Label> premise(const ltl::Formula& formula) {
  if (formula.op != ltl::Op::always || formula.left->op != ltl::Op::implication) return {};
  const ltl::Automaton automaton = ltl::translate(*formula.left->left, false);
  std::vector<ltl::Label> labels;
  const bool plain = automaton.states.size() <= 2 && ltl::temporal_free(*formula.left->left);
  if (!plain || automaton.states.empty()) return {};
  for (const auto& edge : automaton.states.front().edges) labels.push_back(edge.label);
  return labels;
}

struct Layers {
  std::unique_ptr<model::Model> top;
  ltl::Product* product = nullptr;
  std::string whole;  // why nothing is left out; empty: it is reduced
};

Layers make_layers(const Aim& aim, const ltl::Automaton& automaton, const Options& options, const Program& program) {
  Layers layers;
  layers.top = program.make();
  if (aim.formula) {
    auto product = std::make_unique<ltl::Product>(std::move(layers.top), automaton, violation_of(aim));
    layers.product = product.get();
    layers.top = std::move(product);
  }
  if (options.fair) layers.top = std::make_unique<model::Fair>(std::move(layers.top));
  if (!options.por) {
    layers.whole = "--por off";
  } else if (options.shortest) {
    layers.whole = "--shortest asks about every order of steps";
  } else if (is_java(options) && !aim.formula) {
    layers.whole = "cycles of Java programs are judged with all steps";
  } else if (options.fair) {
    layers.whole = "fairness looks at every step that could be taken";
  } else if (aim.formula && ltl::uses_next(*aim.formula)) {
    layers.whole = "a formula with 'next' counts steps";
  } else {
    layers.whole = layers.top->reduce({.accepting = aim.kind != "progress", .progress = aim.kind == "progress"});
  }
  return layers;
}

// Labels over one list of propositions, told in terms of another.
std::vector<ltl::Label> renamed(const std::vector<ltl::Label>& labels, const std::vector<std::string>& from,
                                const std::vector<std::string>& to) {
  const auto mapped = [&](std::uint64_t bits) {
    std::uint64_t out = 0;
    for (std::size_t i = 0; i < from.size(); ++i) {
      const auto at = std::find(to.begin(), to.end(), from[i]);
      if ((bits >> i & 1) != 0 && at != to.end()) out |= std::uint64_t{1} << (at - to.begin());
    }
    return out;
  };
  std::vector<ltl::Label> out;
  out.reserve(labels.size());
  for (const ltl::Label& label : labels) out.push_back({mapped(label.holds), mapped(label.fails)});
  return out;
}

std::unique_ptr<search::ColourMap> make_colour_map(const Options& options, base::Budget& budget, store::Store& store) {
  if (auto* bits = dynamic_cast<store::Bitstate*>(&store)) return std::make_unique<search::ByBits>(budget, *bits);
  // --store auto may come to take states for others.
  const bool exact = !is_approximate(options) && options.store != "auto";
  return std::make_unique<search::ByNumber>(budget, exact);
}

// The worse, the higher: a search that came to its end but may have missed something is better than one that did not.
int severity(std::string_view verdict, std::string_view reason) {
  if (verdict == "holds") return 0;
  if (verdict != "incomplete") return 3;
  return reason == search::name(search::Why::omissions) ? 1 : 2;
}

}  // namespace

std::vector<Aim> aims(const Options& options, const Program& program) {
  std::vector<Aim> out;
  const auto add = [&](const NamedFormula& named) { out.push_back({"ltl", named.name, named.formula}); };
  const bool none = options.formulas.size() == 1 && options.formulas.front() == "none";
  if (options.formulas.empty()) {
    for (const NamedFormula& named : program.formulas) add(named);
  }
  for (const std::string& text : options.formulas) {
    if (none) break;
    const auto named = std::find_if(program.formulas.begin(), program.formulas.end(),
                                    [&](const NamedFormula& candidate) { return candidate.name == text; });
    if (named != program.formulas.end()) {
      add(*named);
    } else {
      out.push_back({"ltl", "", program.formula(text)});
    }
  }
  if (selected(options, "acceptance")) out.push_back({"acceptance", "", nullptr});
  if (selected(options, "progress")) {
    out.push_back({"progress", "", ltl::parse(fmt::format("!(<> [] {})", ltl::no_progress), "progress")});
  }
  if (!out.empty() && options.store == "auto" && options.shortest) {
    throw base::InputError(
        "waymark: error: --shortest compares all cycles, and --store auto may not keep all states; use exact, collapse "
        "or tree");
  }
  if (!out.empty() && options.store == "cache") {
    throw base::InputError(
        "waymark: error: --store cache forgets states, so cycles cannot be looked for; use exact, collapse or tree, or "
        "--ltl none");
  }
  if (program.has_claim && std::any_of(out.begin(), out.end(), [](const Aim& aim) { return aim.formula != nullptr; })) {
    throw base::InputError(fmt::format(
        "{}: error: the program has a never claim, and a formula would be a second one; leave one of them out "
        "(--ltl none)",
        options.program));
  }
  return out;
}

void pursue(const Aim& aim, const Options& options, const Program& program,
            const std::vector<search::Observer*>& observers, base::Budget& budget, report::Result& result) {
  report::Liveness line{aim.kind, aim.name, aim.formula ? ltl::text(*aim.formula) : "", "holds"};
  ltl::Automaton automaton;
  if (aim.formula) automaton = ltl::translate(*aim.formula, true);
  if (aim.formula && automaton.states.empty()) {
    result.notes.push_back(fmt::format("{} holds of every program.", line.formula));
    result.liveness.push_back(line);
    return;
  }
  std::vector<ltl::Label> labels = aim.kind == "ltl" ? premise(*aim.formula) : std::vector<ltl::Label>{};
  if (!labels.empty()) {
    labels = renamed(labels, ltl::translate(*aim.formula->left->left, false).propositions, automaton.propositions);
  }
  search::Judged what;
  what.deadlock = false;
  what.waived.emplace_back("assertion");
  what.cycle = violation_of(aim);
  Layers layers;
  search::Outcome outcome;
  std::uint64_t store_bytes = 0;
  std::string told;  // about the search
  bool may_omit = options.swarm != 0;
  const auto search_once = [&] {
    layers = make_layers(aim, automaton, options, program);
    if (!labels.empty()) layers.product->look_for(labels);
    if (options.swarm != 0) {
      const auto subject = [&] {
        return search::Swarm::Subject{make_layers(aim, automaton, options, program).top, what};
      };
      const auto swarm = make_swarm(options, search::Swarm::Order::nested, subject, observers, budget);
      outcome = swarm->run();
      told = tell_runs(*swarm, outcome, options);
    } else {
      const std::unique_ptr<store::Store> store =
          make_store(options, budget, {.words = options.shortest, .numbers = true});
      search::Parts parts{*layers.top, store.get(), budget, limits(options), what, observers};
      outcome = options.shortest ? search::ShortestCycle(std::move(parts)).run()
                                 : search::Nested(std::move(parts), make_colour_map(options, budget, *store)).run();
      store_bytes = store->bytes();
      told = tell_changes(store.get());
      may_omit = store->promise() == store::Promise::may_omit;
    }
  };
  // Again where a reduction presumed what does not hold: the program knows better then.
  do {
    search_once();
  } while (outcome.why == search::Why::unsupported && outcome.unsupported.kind == java::refuted_presumption);
  line.verdict = search::name(outcome.verdict);
  line.states = outcome.tallies.states;
  line.transitions = outcome.tallies.transitions;
  line.seconds = outcome.tallies.seconds;
  result.liveness.push_back(line);
  if (!labels.empty() && outcome.verdict == search::Verdict::holds && !layers.product->met()) {
    result.notes.push_back(
        fmt::format("Vacuous: {} holds because {} never does.", line.formula, ltl::text(*aim.formula->left->left)));
  }
  const bool has_next = aim.formula && ltl::uses_next(*aim.formula);
  if (options.por && (options.por_given || has_next) && !layers.whole.empty()) {
    result.notes.push_back(fmt::format("Not reduced for {}: {}.", aim.formula ? line.formula : aim.kind, layers.whole));
  }
  // Of several searches the result tells about the first, unless a later one found out worse.
  const bool first = result.search.empty();
  if (!first && severity(line.verdict, search::name(outcome.why)) <= severity(result.verdict, result.reason)) {
    return;
  }
  result.search = options.shortest ? "bfs" : options.swarm != 0 ? "swarm" : "nested";
  if (!told.empty()) result.notes.push_back(told);
  result.omission.reset();
  result.coverage.reset();
  if (may_omit) result.omission = outcome.share_missed();
  const bool estimated = outcome.why == search::Why::memory || outcome.why == search::Why::omissions;
  if (outcome.estimate && estimated) result.coverage = describe(*outcome.estimate, options);
  if (outcome.shortest) {
    result.notes.emplace_back("No way to such a cycle and around it takes fewer steps, the automaton's own included.");
  }
  result.store = options.store;
  result.states = outcome.tallies.states;
  result.explored = outcome.tallies.explored;
  result.transitions = outcome.tallies.transitions;
  result.depth = outcome.tallies.depth;
  result.errors = outcome.tallies.errors;
  result.seconds = outcome.tallies.seconds;
  result.store_bytes = store_bytes;
  result.memory_bytes = budget.used() + store_bytes;
  result.verdict = line.verdict;
  result.complete = outcome.why == search::Why::finished;
  result.reason = result.complete ? "" : search::name(outcome.why);
  result.detail = explain(outcome, options);
  result.unreached.clear();
  if (options.swarm == 0) result.unreached = report::unreached(*layers.top);
  result.reduced = layers.whole.empty();
  result.shortest = false;
  for (const search::Finding& finding : outcome.findings) {
    const std::unique_ptr<model::Model> plain = program.make();
    const Lasso lasso = project(finding, *layers.top, *plain);
    if (finding.violation.kind == aim.kind) {
      CHECK(violates(lasso, *program.make(), aim.formula.get(), options.fair));
    }
    result.found.push_back({finding.violation, lasso.choices, lasso.steps, lasso.cycle, lasso.stutters});
  }
}

}  // namespace waymark::cli
