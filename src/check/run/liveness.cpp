#include "check/run/liveness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "base/bytes.hpp"
#include "base/check.hpp"
#include "check/lift/lasso.hpp"
#include "check/run/cycle_script.hpp"
#include "check/run/run.hpp"
#include "check/say/telling.hpp"
#include "ltl/prepared.hpp"
#include "ltl/product.hpp"
#include "ltl/vacuous.hpp"
#include "model/fair.hpp"

namespace waymark::check {

namespace {

// Labels over one list of propositions, in terms of another.
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

// The left side of an always (p -> ...), if there is one without temporal operators, as labels over these propositions.
std::vector<ltl::Label> premise(const ltl::Formula& formula, const std::vector<std::string>& propositions,
                                const base::Stop* stop) {
  if (formula.op != ltl::Op::always || formula.left->op != ltl::Op::implication) return {};
  const ltl::Formula& left = *formula.left->left;
  const ltl::Automaton automaton = ltl::translate(left, false, stop);
  if (automaton.states.empty() || automaton.states.size() > 2 || !ltl::temporal_free(left)) return {};
  std::vector<ltl::Label> labels;
  for (const auto& edge : automaton.states.front().edges) labels.push_back(edge.label);
  return renamed(labels, automaton.propositions, propositions);
}

// Which cycles are sought, and how.
struct Question {
  const CycleProperty& property;
  std::shared_ptr<const ltl::Prepared> automaton;  // none: there is no formula
  std::vector<ltl::Label> premise;
  CycleWay way;
  bool begun_only = false;  // it is known that some run never begins: is there another that violates the formula?
};

// The worse, the higher: a search that came to its end but may have missed something is better than one that did not.
int severity(Verdict verdict, search::Why why) {
  if (verdict == Verdict::holds) return 0;
  if (verdict != Verdict::incomplete) return 3;
  return why == search::Why::omissions ? 1 : 2;
}

// What the products of a search have met.
struct Met {
  bool premise = false;
  std::uint64_t held = 0;  // propositions, as bits, in some state
  std::uint64_t failed = 0;
};

// By all workers, and by those of other members as well.
Met met_by_all(const std::vector<ltl::Product*>& products, const Team& team) {
  Met met;
  for (const ltl::Product* const product : products) {
    met = {met.premise || product->met(), met.held | product->held(), met.failed | product->failed()};
  }
  base::ByteSink mine;
  mine.varint(met.premise ? 1 : 0);
  mine.varint(met.held);
  mine.varint(met.failed);
  team.gather(mine, [&met](cluster::MessageReader& reader) {
    met.premise = reader.below(2) == 1 || met.premise;
    met.held |= reader.number();
    met.failed |= reader.number();
  });
  return met;
}

// Whether the automaton can wait in its first state whatever happens: then it has read every state of the program.
bool reads_every_state(const ltl::Automaton& automaton) {
  const ltl::Automaton::Edge loop{{}, 0};
  const auto& edges = automaton.states.front().edges;
  return std::find(edges.begin(), edges.end(), loop) != edges.end();
}

// The subformulas that do not matter to a formula that holds, as far as what was met tells.
std::vector<ltl::Vacuous> vacuous_parts(const ltl::FormulaPtr& formula, const ltl::Automaton& automaton, const Met& met,
                                        bool has_premise) {
  ltl::Constants constants;
  for (std::size_t i = 0; i < automaton.propositions.size() && reads_every_state(automaton); ++i) {
    const bool held = (met.held >> i & 1) != 0;
    if (held != ((met.failed >> i & 1) != 0)) constants.emplace(automaton.propositions[i], held);
  }
  std::vector<ltl::Vacuous> parts = ltl::vacuous(formula, constants);
  if (parts.empty() && has_premise && !met.premise) {
    const ltl::Formula& implication = *formula->left;
    parts.push_back({implication.right, fmt::format("{} never holds", ltl::text(*implication.left))});
  }
  return parts;
}

// Fair cycles are sought by components, and so are those of automata that are not weak: nested searches go through
// their states twice, and degeneralised automata have more.
Question make_question(const CycleProperty& property, ltl::Automaton automaton, const load::Program& program,
                       const Settings& settings, const Context& context) {
  const ltl::Formula* const formula = property.formula();
  const auto prepared = [&](ltl::Automaton made) {
    return std::make_shared<const ltl::Prepared>(ltl::prepare(std::move(made), context.stop));
  };
  Question question{property, formula != nullptr ? prepared(std::move(automaton)) : nullptr, {}, {}, false};
  const bool weak = formula == nullptr || ltl::is_weak(*question.automaton);
  question.way.strategy = strategy_for_cycles(settings, property.asked.fair || !weak, context.team);
  if (!question.way.by_components()) question.way.jobs = workers_for_cycles(settings, program, context);
  if (question.way.by_components() && !weak) {
    question.automaton = prepared(ltl::translate_with_sets(*formula, true, context.stop));
  }
  if (property.kind() == Property::ltl) {
    question.premise = premise(*formula, question.automaton->automaton.propositions, context.stop);
  }
  return question;
}

std::string no_script(const CycleProperty& property, std::string_view why) {
  return fmt::format("No script was written of {}: {}.", property.asked.text(), why);
}

class CycleRun final : public Run {
 public:
  CycleRun(const load::Program& program, const Settings& settings, const Context& context, const Question& question)
      : Run(program, settings, context), question_(question), begins_(!question.begun_only) {}

  // Whether all that was found is that some run never begins.
  [[nodiscard]] bool only_unbegun() {
    sort_findings();
    return !begins_ && found_.empty() && verdict_of(outcome_) == Verdict::violation;
  }

  // The line of this search, notes, and a script if one is wanted; all else if the result so far is of no search, or of
  // one that found out less bad.
  void enter_into(Result& result, Liveness line, const std::string& script) {
    sort_findings();
    line.verdict = verdict();
    line.states = outcome_.tallies.states;
    line.transitions = outcome_.tallies.transitions;
    line.seconds = outcome_.tallies.seconds;
    result.liveness.push_back(line);
    const ltl::Formula* const formula = question_.property.formula();
    if (formula != nullptr && line.verdict == Verdict::holds) tell_vacuous(result, line.formula);
    const bool has_next = formula != nullptr && ltl::uses_next(*formula);
    const bool to_tell = settings_.reduction == Reduction::on && (settings_.reduction.by_user || has_next);
    if (to_tell && !whole_.empty()) {
      result.notes.push_back(fmt::format("Not reduced for {}: {}.", question_.property.asked.text(), whole_));
    }
    tell_checkpoints(result);
    add_observed(result);
    if (!script.empty()) record(script, result);
    // Of several searches the result tells about the first, unless a later one found out worse.
    if (result.search && severity(line.verdict, outcome_.why) <= severity(result.verdict, result.why)) {
      result.found.insert(result.found.end(), found_.begin(), found_.end());
      if (line.verdict == Verdict::violation) result.errors += outcome_.tallies.errors;
      return;
    }
    enter_cycles(result);
  }

 private:
  void tell_vacuous(Result& result, const std::string& formula) const {
    if (earlier_ != nullptr) return;  // what that search has met is not known
    const ltl::FormulaPtr& asked = question_.property.asked.formula;
    for (const ltl::Vacuous& one :
         vacuous_parts(asked, question_.automaton->automaton, met_, !question_.premise.empty())) {
      result.vacuous.push_back({formula, ltl::text(*one.part), one.because});
    }
  }

  void prepare() override {
    model_ = make_model(true);
    const auto another = [this] {
      return make_model(!settings_.swarm);
    };  // a swarm has many threads, and shows nothing
    search::Judged judged = judged_beside_cycles();
    judged.cycle = question_.property.violation();
    assembled_ = assemble_for_cycles(settings_, *model_, another, judged, question_.way, context_);
  }

  // The program with all that a search for cycles puts around it.
  std::unique_ptr<model::Model> make_model(bool watches_premise) {
    const load::Cycles& asked = question_.property.asked;
    load::Watched watched = load::watched(plain_, asked, question_.automaton, question_.property.violation());
    if (question_.begun_only) watched.product->pass_over_unbegun();
    if (watches_premise && question_.automaton != nullptr) {
      products_.push_back(watched.product);
      watched.product->look_for(question_.premise);
    }
    std::unique_ptr<model::Model> top = std::move(watched.model);
    if (asked.fair && !question_.way.by_components()) top = std::make_unique<model::Fair>(std::move(top));
    std::string whole = why_whole();
    if (whole.empty()) {
      whole = load::reduce(*top, plain_, asked);
      if (!whole.empty()) load::refuse_whole(plain_, whole);
    }
    if (watches_premise) whole_ = whole;
    return top;
  }

  [[nodiscard]] Subject subject() const override {
    const CycleProperty& property = question_.property;
    load::Derivation derivation = plain_.derivation;
    derivation.cycles = property.asked;
    if (whole_.empty()) derivation.reduction = load::reduction_of(plain_);
    return {.tool = tool(),
            .program = plain_.text_digest(),
            .options = derivation.text(),
            .asked = std::string(base::name(property.kind())),
            .depth = depth_of(settings_.limits),
            .records = false};  // the search is the same
  }

  void ended() override {
    if (question_.automaton != nullptr) met_ = met_by_all(products_, context_.team);
  }

  // A script of what the search has shown, if it has shown anything.
  void record(const std::string& path, Result& result) {
    const CycleProperty& property = question_.property;
    if (!found_nothing() || !begins_) {
      result.notes.push_back(no_script(property, "only a complete search without a violation has one"));
      return;
    }
    release();  // its memory is needed
    const CycleScript script = write_cycle_script(property, whole_.empty(), plain_, settings_, context_, path);
    // Two complete searches cannot disagree.
    CHECK(outcome_.verdict != search::Verdict::holds || !script.violated);
    if (!script.why.empty()) {
      result.notes.push_back(no_script(property, script.why));
    } else {
      result.scripts.push_back(path);
      result.liveness.back().script = path;
    }
  }

  // What was found, but for runs of which the formula says nothing.
  void sort_findings() {
    found_.clear();
    const CycleProperty& property = question_.property;
    const ltl::Formula* const formula = property.formula();
    for (const search::Finding& finding : outcome_.findings) {
      const Lasso lasso = project(finding, *model_, *plain_.make());
      const bool of_property = finding.violation.kind == base::name(property.kind());
      if (of_property && formula != nullptr && never_begins(lasso, *plain_.make(), *formula)) {
        begins_ = false;
        continue;
      }
      if (of_property) CHECK(violates(lasso, *plain_.make(), formula, settings_.properties.fair));
      found_.push_back({finding.violation, lasso.choices, lasso.steps, lasso.cycle, lasso.stutters,
                        of_property && formula != nullptr ? ltl::text(*formula) : ""});
    }
  }

  [[nodiscard]] Verdict verdict() const {
    const Verdict verdict = verdict_of(outcome_);
    const bool done = verdict == Verdict::violation || verdict == Verdict::holds;
    return done && found_.empty() && !begins_ ? Verdict::incomplete : verdict;
  }

  // The result is now about this search.
  void enter_cycles(Result& result) {
    enter_search(result, false);
    result.search = question_.way.strategy;
    if (settings_.swarm) result.unreached.clear();
    if (!remark_.empty()) result.notes.push_back(remark_);
    if (outcome_.shortest) {
      result.notes.emplace_back(
          "No way to such a cycle and around it takes fewer steps, the automaton's own included.");
    }
    enter_ranks(statistics_.ranks, context_.team, result);
    result.shortest = false;
    result.found.insert(result.found.end(), found_.begin(), found_.end());
    if (begins_) return;
    result.verdict = verdict();
    const std::string why =
        fmt::format("{} is not judged, since in some run the classes of its conditions are never all initialised",
                    ltl::text(*question_.property.formula()));
    if (found_.empty()) {
      if (result.verdict == Verdict::incomplete && result.detail.empty()) result.detail = why;
    } else {
      result.notes.push_back("Besides, " + why + ".");
    }
  }

  const Question& question_;
  std::vector<ltl::Product*> products_;  // of all workers
  Met met_;
  std::vector<Found> found_;
  bool begins_;  // as far as is known, every run comes to where the formula is about it
};

}  // namespace

void check_cycles(const CycleProperty& property, const load::Program& program, const Settings& settings,
                  const Context& context, const std::string& script, Result& result) {
  const ltl::Formula* const formula = property.formula();
  Liveness line{property.kind(), property.name, formula != nullptr ? ltl::text(*formula) : "", property.asked.fair};
  ltl::Automaton automaton;
  if (formula != nullptr) automaton = ltl::translate(*formula, true, context.stop);
  if (formula != nullptr && automaton.states.empty()) {
    result.notes.push_back(fmt::format("{} holds of every program.", line.formula));
    result.liveness.push_back(line);
    if (!script.empty()) result.notes.push_back(no_script(property, "there is nothing to show"));
    return;
  }
  Question question = make_question(property, std::move(automaton), program, settings, context);
  const std::unique_ptr<Earlier> earlier = open_earlier(program, settings.resume, context);
  std::uint64_t restarts = 0;
  auto run = run_valid<CycleRun>(earlier.get(), restarts, program, settings, context, question);
  const bool kept = !settings.checkpoint.empty() || !settings.resume.empty() || !context.team.alone();
  if (!kept && run->only_unbegun()) {
    question.begun_only = true;
    run = run_valid<CycleRun>(nullptr, restarts, program, settings, context, question);
  }
  if (workers_for_cycles(settings, program, context) > question.way.jobs) {
    result.notes.push_back(fmt::format("By one worker: {}, whose automaton is not weak.", property.asked.text()));
  }
  run->enter_into(result, line, script);
}

}  // namespace waymark::check
