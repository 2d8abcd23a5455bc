#include "check/lift/lasso.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "base/diagnostics.hpp"
#include "check/plan/property.hpp"
#include "ltl/automaton.hpp"
#include "ltl/lasso_word.hpp"
#include "ltl/product.hpp"
#include "model/walker.hpp"

namespace waymark::check {

namespace {

// A run as the definitions see it: one letter, and what fairness asks about, for each state.
class LassoRun {
 public:
  LassoRun(const Lasso& lasso, model::Model& model, const ltl::Formula* formula) : lasso_(lasso), model_(model) {
    if (formula != nullptr) names_ = ltl::propositions(*formula);
    for (const std::string& name : names_) {
      watches_.push_back(name == ltl::no_progress ? 0 : model_.watch(name));
    }
    walk();
  }

  [[nodiscard]] bool closes() const { return closes_; }
  // Of the states in the cycle, whether one is accepting.
  [[nodiscard]] bool accepting() const { return accepting_; }
  [[nodiscard]] bool fair() const {
    if (stutters()) return true;
    for (std::uint32_t actor = 0; actor < able_.size(); ++actor) {
      if (able_[actor] == cycle_states_ && !moved_[actor]) return false;
    }
    return true;
  }
  [[nodiscard]] bool stutters() const { return lasso_.cycle == lasso_.choices.size(); }
  [[nodiscard]] const std::vector<std::uint64_t>& letters() const { return letters_; }
  [[nodiscard]] std::size_t loop() const { return loop_; }
  // In the last state, whether some proposition has no value.
  [[nodiscard]] bool undefined() const { return undefined_; }
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  // How many steps lead to the state of a letter.
  [[nodiscard]] std::uint64_t steps_to(std::size_t letter) const { return steps_[letter]; }

 private:
  void walk() {
    model::Walker walker(model_);
    std::vector<model::Word> begin;
    for (std::size_t i = 0; i < lasso_.choices.size(); ++i) {
      if (lasso_.cycle == i && !enter_cycle(walker, begin)) return;
      const std::uint32_t choice = lasso_.choices[i];
      if (choice >= walker.enabled().size())
        throw base::InputError("waymark: error: the trail is no path of this program");
      const bool in_cycle = lasso_.cycle && i >= *lasso_.cycle;
      if (walker.at_state()) look(walker, in_cycle);
      if (in_cycle) note_move(walker.enabled()[choice]);
      (void)walker.take(choice);
      if (walker.stuck()) return;
    }
    if (stutters() && !enter_cycle(walker, begin)) return;
    if (walker.at_state()) finish(walker, begin);
  }

  // False if the cycle begins where no state is.
  bool enter_cycle(const model::Walker& walker, std::vector<model::Word>& begin) {
    if (!walker.at_state()) return false;
    const auto words = model_.pack().words;
    begin.assign(words.begin(), words.end());
    loop_ = letters_.size();
    return true;
  }

  void finish(model::Walker& walker, const std::vector<model::Word>& begin) {
    if (stutters() || !lasso_.cycle) look(walker, lasso_.cycle.has_value());
    const auto words = model_.pack().words;
    closes_ = !lasso_.cycle || std::equal(words.begin(), words.end(), begin.begin(), begin.end());
    if (stutters()) closes_ = walker.enabled().empty();
  }

  void look(model::Walker& walker, bool in_cycle) {
    const std::vector<model::Transition>& enabled = walker.enabled();
    const model::Facts facts = model_.facts();
    if (!facts.watches_defined) return;  // formulas are about what comes later
    std::uint64_t letter = 0;
    undefined_ = false;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const bool is_told = names_[i] == ltl::no_progress;
      const bool holds = is_told ? !facts.progress && !enabled.empty() : model_.holds(watches_[i]);
      if (holds) letter |= std::uint64_t{1} << i;
      undefined_ = undefined_ || (!holds && !is_told && !model_.undefined().empty());
    }
    letters_.push_back(letter);
    steps_.push_back(walker.steps());
    if (!in_cycle) return;
    accepting_ = accepting_ || facts.accepting;
    ++cycle_states_;
    note_able(enabled);
  }

  void note_able(const std::vector<model::Transition>& enabled) {
    std::vector<bool> met;
    for (const model::Transition& transition : enabled) {
      const std::uint32_t actor = model::actor_of(transition);
      if (actor == model::nobody) continue;
      if (actor >= able_.size()) able_.resize(actor + 1, 0);
      if (actor >= met.size()) met.resize(actor + 1, false);
      if (!met[actor]) ++able_[actor];
      met[actor] = true;
    }
    moved_.resize(std::max(moved_.size(), able_.size()), false);
  }

  // With a never claim the program's own step comes after the claim's, in the middle of the transition.
  void note_move(const model::Transition& transition) {
    const std::uint32_t actor = model::actor_of(transition);
    if (actor == model::nobody) return;
    if (actor >= moved_.size()) moved_.resize(actor + 1, false);
    moved_[actor] = true;
  }

  const Lasso& lasso_;
  model::Model& model_;
  std::vector<std::string> names_;
  std::vector<model::Watch> watches_;
  std::vector<std::uint64_t> letters_;
  std::vector<std::uint64_t> steps_;
  std::size_t loop_ = 0;
  bool closes_ = false;
  bool undefined_ = false;
  bool accepting_ = false;
  std::uint64_t cycle_states_ = 0;
  std::vector<std::uint64_t> able_;  // in how many states of the cycle each actor could move
  std::vector<bool> moved_;
};

// Whether the automaton of what violates the formula can be, after the letters, in a state that accepts everything.
bool beyond_remedy(const LassoRun& run, const ltl::Formula& formula, const base::Stop* stop) {
  const ltl::Automaton automaton = ltl::translate(formula, true, stop);
  if (automaton.states.empty()) return false;
  std::vector<bool> here(automaton.states.size(), false);
  here[0] = true;
  const auto settled = [&](std::uint32_t state) {
    const auto& edges = automaton.states[state].edges;
    return automaton.states[state].accepting &&
           std::find(edges.begin(), edges.end(), ltl::Automaton::Edge{{}, state}) != edges.end();
  };
  for (const std::uint64_t met : run.letters()) {
    std::uint64_t letter = 0;  // in the order of the automaton's propositions
    for (std::size_t i = 0; i < automaton.propositions.size(); ++i) {
      const auto at = std::find(run.names().begin(), run.names().end(), automaton.propositions[i]);
      if ((met >> (at - run.names().begin()) & 1) != 0) letter |= std::uint64_t{1} << i;
    }
    std::vector<bool> next(here.size(), false);
    for (std::uint32_t state = 0; state < here.size(); ++state) {
      if (!here[state]) continue;
      for (const auto& edge : automaton.states[state].edges) {
        if (edge.label.admits(letter)) next[edge.target] = true;
      }
    }
    here = next;
  }
  for (std::uint32_t state = 0; state < here.size(); ++state) {
    if (here[state] && settled(state)) return true;
  }
  return false;
}

// Which of the program's own transitions a choice of the layered model is. For each of its own steps a layer offers the
// program's transitions in their order; all of them, unless it is reduced. Then they are identified by what they are,
// or, where models number their statements as they meet them, by actor and choice.
std::size_t choice_in_plain(const std::vector<model::Transition>& layered, std::size_t choice,
                            const std::vector<model::Transition>& bare) {
  const model::Transition& chosen = layered.at(choice);
  const auto same_step = [&](const model::Transition& other) {
    return other.actor - model::actor_of(other) == chosen.actor - model::actor_of(chosen);
  };
  const auto count = [&](std::size_t end) {
    return std::count_if(layered.begin(), layered.begin() + static_cast<std::ptrdiff_t>(end), same_step);
  };
  if (static_cast<std::size_t>(count(layered.size())) == bare.size()) return static_cast<std::size_t>(count(choice));
  auto found =
      std::find(bare.begin(), bare.end(), model::Transition{model::actor_of(chosen), chosen.action, chosen.choice});
  if (found == bare.end()) {
    found = std::find_if(bare.begin(), bare.end(), [&](const model::Transition& it) {
      return it.actor == model::actor_of(chosen) && it.choice == chosen.choice;
    });
  }
  CHECK(found != bare.end());
  return static_cast<std::size_t>(found - bare.begin());
}

}  // namespace

Lasso project(const search::Finding& finding, model::Model& layered, model::Model& plain) {
  Lasso lasso;
  model::Walker searched(layered);
  model::Walker walker(plain);
  bool at_end = false;
  const auto take_plain = [&](std::size_t choice) {
    lasso.choices.push_back(static_cast<std::uint32_t>(choice));
    lasso.last = walker.take(lasso.choices.back());
  };
  const auto follow = [&](std::uint32_t choice) {
    const model::Transition transition = searched.enabled().at(choice);
    at_end = ltl::stutters(transition);
    const bool alone = at_end || ltl::is_objection(transition);
    if (model::actor_of(transition) != model::nobody) lasso.stutters = false;
    // The automaton goes on alone where the program is at its end, and objects alone where it cannot read a state.
    if (!alone) take_plain(choice_in_plain(searched.enabled(), choice, walker.enabled()));
    (void)searched.take(choice);
    for (std::uint64_t rest = layered.collapsed_steps(); rest > 0 && !alone; --rest) {
      const auto& enabled = walker.enabled();
      const auto next = std::find_if(enabled.begin(), enabled.end(),
                                     [&](const auto& it) { return it.actor == model::actor_of(transition); });
      CHECK(next != enabled.end());
      take_plain(static_cast<std::size_t>(next - enabled.begin()));
    }
  };
  const auto words = [&] {
    const auto packed = plain.pack().words;
    return std::vector<model::Word>(packed.begin(), packed.end());
  };
  std::vector<model::Word> begin;
  const auto enter_cycle = [&] {
    lasso.cycle = lasso.choices.size();
    lasso.stutters = true;
    begin = words();
  };
  for (std::size_t i = 0; i < finding.choices.size(); ++i) {
    if (finding.cycle == i) enter_cycle();
    follow(finding.choices[i]);
  }
  // A reduced program forgets variables that nothing reads any more. In the program itself they have other values
  // before the first round than after it; from then on each round leaves the same.
  if (finding.cycle && *finding.cycle < finding.choices.size() && !lasso.stutters && begin != words()) {
    enter_cycle();
    for (std::size_t i = *finding.cycle; i < finding.choices.size(); ++i) follow(finding.choices[i]);
  }
  // The formula was violated for good while the program, at its end, stuttered: it does so for ever.
  if (!finding.cycle && at_end) {
    lasso.cycle = lasso.choices.size();
    lasso.stutters = true;
  }
  lasso.steps = walker.steps();
  return lasso;
}

bool shows(const model::Violation& violation, model::Model& model, model::Step last,
           const std::vector<model::Watch>& invariants) {
  const auto kind = base::named<Property>(violation.kind);
  if (kind == Property::deadlock) {
    std::vector<model::Transition> enabled;
    model.enabled(enabled);
    return enabled.empty() && !model.facts().proper_end;
  }
  const bool undefined = violation.kind == model::undefined_kind;
  if (kind == Property::invariant || undefined) {
    return std::any_of(invariants.begin(), invariants.end(), [&](model::Watch watch) {
      return !model.holds(watch) && (!undefined || !model.undefined().empty());
    });
  }
  return last == model::Step::failed && model.violation().kind == violation.kind;
}

bool never_begins(const Lasso& lasso, model::Model& plain, const ltl::Formula& formula) {
  const LassoRun run(lasso, plain, &formula);
  return lasso.cycle && run.closes() && run.letters().empty();
}

bool violates(const Lasso& lasso, model::Model& plain, const ltl::Formula* formula, bool fair, const base::Stop* stop) {
  const LassoRun run(lasso, plain, formula);
  if (!run.closes() || run.letters().empty()) return false;
  if (!lasso.cycle) return formula != nullptr && (run.undefined() || beyond_remedy(run, *formula, stop));
  if (fair && !run.fair()) return false;
  if (formula == nullptr) return run.accepting();
  return !ltl::satisfies(run.letters(), run.loop(), *formula, run.names());
}

JudgedRun judged_run(const Found& found, const Result& result, const Properties& properties) {
  const std::string formula = violated_formula(found, result);
  return {found, properties.invariants, formula.empty() ? nullptr : ltl::parse(formula, "ltl"), properties.fair};
}

bool is_shown(const JudgedRun& run, const load::Program& program, const base::Stop* stop) {
  const Found& found = run.found;
  const std::unique_ptr<model::Model> model = program.make();
  if (found.cycle || is_of_formula(found.violation, run.formula != nullptr)) {
    return violates({found.choices, found.cycle, false, found.steps}, *model, run.formula.get(), run.fair, stop);
  }
  std::vector<model::Watch> invariants;
  for (const std::string& text : run.invariants) invariants.push_back(model->watch_invariant(text));
  model::Walker walker(*model);
  model::Step last = model::Step::moved;
  for (const std::uint32_t choice : found.choices) last = walker.take(choice);
  return (walker.at_state() || last == model::Step::failed) && shows(found.violation, *model, last, invariants);
}

namespace {

BrokenPromise::Proposition course_of(const LassoRun& run, std::size_t proposition) {
  const auto holds = [&](std::size_t letter) { return (run.letters()[letter] >> proposition & 1) != 0; };
  BrokenPromise::Proposition course{run.names()[proposition], holds(0)};
  for (std::size_t i = 1; i < run.letters().size(); ++i) {
    if (holds(i) != holds(i - 1)) course.turns.push_back(run.steps_to(i));
  }
  return course;
}

}  // namespace

std::optional<BrokenPromise> broken_promise(const Lasso& lasso, model::Model& plain, const ltl::Formula& formula) {
  const LassoRun run(lasso, plain, &formula);
  if (run.letters().empty() || run.undefined()) return std::nullopt;
  // What no future mends is violated if nothing changes any more, too.
  const std::size_t loop = lasso.cycle ? run.loop() : run.letters().size() - 1;
  if (loop >= run.letters().size()) return std::nullopt;
  const ltl::LassoWord word(run.letters(), loop, run.names());
  if (word.values(formula).front()) return std::nullopt;
  BrokenPromise broken{ltl::object_to(word, formula)};
  for (std::size_t i = 0; i < run.names().size(); ++i) broken.propositions.push_back(course_of(run, i));
  broken.steps = run.steps_to(broken.objection.from);
  broken.because_steps = run.steps_to(broken.objection.because_at);
  return broken;
}

}  // namespace waymark::check
