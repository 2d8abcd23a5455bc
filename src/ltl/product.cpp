#include "ltl/product.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.hpp"
#include "base/diagnostics.hpp"

namespace waymark::ltl {

using model::Step;
using model::Transition;

namespace {

constexpr unsigned edge_shift = 16;  // in a transition's actor: 1 + the automaton's edge
constexpr std::size_t most_edges = 0xFFFE;
constexpr std::uint32_t no_edge = 0xFFFFu << edge_shift;  // of the step that fails where a proposition has no value
// The choice of a stuttering step. Its actor alone does not mark it: the steps of a never claim have no actor either.
constexpr std::uint32_t stuttering = ~std::uint32_t{0};

// The program's part of a step.
Transition inside_of(const Transition& transition) {
  return {model::actor_of(transition), transition.action, transition.choice};
}

}  // namespace

bool is_objection(const Transition& transition) { return transition.actor == (model::nobody | no_edge); }

bool stutters(const Transition& transition) { return transition.choice == stuttering; }

Product::Product(std::unique_ptr<model::Model> inside, std::shared_ptr<const Prepared> prepared,
                 model::Violation violation)
    : Layer(std::move(inside), 0x17E0'0000'0000'0000),
      prepared_(std::move(prepared)),
      automaton_(prepared_->automaton),
      whatever_follows_(std::move(violation)) {
  CHECK(!automaton_.states.empty());
  whatever_follows_.after = Step::moved;
  const std::vector<std::string>& propositions = automaton_.propositions;
  for (std::size_t i = 0; i < propositions.size(); ++i) {
    if (propositions[i] == no_progress) {
      no_progress_ = std::uint64_t{1} << i;
      watches_.push_back(0);
    } else {
      watches_.push_back(inner().watch(propositions[i]));
    }
  }
  model::Facts facts;
  facts.proper_end = true;  // an automaton that cannot go on has nothing to object to
  for (std::uint32_t i = 0; i < automaton_.states.size(); ++i) {
    const Automaton::State& state = automaton_.states[i];
    if (state.edges.size() > most_edges) throw base::InputError("waymark: error: the formula's automaton is too large");
    facts.accepting = state.accepting;
    facts.unmet = state.unmet;
    facts.weak = prepared_->weak[i];
    facts.component = prepared_->component[i];
    facts_.push_back(facts);
    const Automaton::Edge loop{{}, i};
    accepts_all_.push_back(state.accepting && state.unmet == 0 &&
                           std::find(state.edges.begin(), state.edges.end(), loop) != state.edges.end());
  }
  facts.accepting = true;
  facts.unmet = 0;
  facts.weak = true;
  facts.component = waiting();  // there are fewer components than that
  facts_.push_back(facts);
  accepts_all_.push_back(0);
}

// What holds in the program's state, as the labels of edges have it. A program at its end makes no progress, nor fails
// to.
bool Product::read_letter(bool stutters, std::uint64_t& letter) {
  letter = 0;
  for (std::size_t i = 0; i < watches_.size(); ++i) {
    const std::uint64_t bit = std::uint64_t{1} << i;
    const bool is_told = bit == no_progress_;
    const bool holds = is_told ? !stutters && !inner().facts().progress : inner().holds(watches_[i]);
    if (holds) letter |= bit;
    if (holds || is_told || inner().undefined().empty()) continue;
    undefined_ = {std::string(model::undefined_kind),
                  fmt::format("{} has no value: {}", automaton_.propositions[i], inner().undefined()), "",
                  Step::failed};
    return false;
  }
  return true;
}

void Product::reset() {
  Layer::reset();
  own(waiting());
  settle();
}

// In a state: the automaton begins to read if the program has begun.
void Product::settle() {
  if (own() == waiting() && inner().facts().watches_defined) own(0);
}

// Every pair of an edge that admits the state's letter and a step of the program; a program that has come to its end
// stutters, so that formulas are about infinite runs.
void Product::enabled(std::vector<Transition>& out) {
  const bool reads = (own() & middle) == 0 && own() != waiting();
  inner().enabled(reads ? system_ : out);
  const std::span<const model::StepId> inside = inner().step_ids();
  step_ids_.assign(inside.begin(), inside.end());
  if (own() == waiting() && out.empty()) return out.push_back({model::nobody, 0, stuttering});
  if (!reads) return;
  out.clear();
  std::uint64_t now = 0;
  if (!read_letter(system_.empty(), now)) {
    step_ids_.clear();
    return out.push_back({model::nobody | no_edge, 0, 0});
  }
  held_ |= now;
  failed_ |= ~now;
  if (!met_ && !looked_for_.empty()) {
    met_ = std::any_of(looked_for_.begin(), looked_for_.end(), [&](const Label& label) { return label.admits(now); });
  }
  const auto& edges = automaton_.states[own()].edges;
  for (std::uint32_t i = 0; i < edges.size(); ++i) {
    if (!edges[i].label.admits(now)) continue;
    const std::uint32_t edge = (i + 1) << edge_shift;
    if (system_.empty()) out.push_back({model::nobody | edge, 0, stuttering});
    for (const Transition& transition : system_) {
      out.push_back({transition.actor | edge, transition.action, transition.choice});
    }
  }
  if (step_ids_.empty()) return;
  const std::size_t of_an_edge = step_ids_.size();
  step_ids_.resize(out.size());
  for (std::size_t i = of_an_edge; i < step_ids_.size(); ++i) step_ids_[i] = step_ids_[i - of_an_edge];
}

model::Word Product::after(const Transition& transition) const {
  const std::uint32_t edge = transition.actor >> edge_shift;
  const model::Word state = own() & ~middle;
  return edge != 0 ? automaton_.states[state].edges[edge - 1].target : state;
}

// Nothing where the step fails, or where only the state that is reached says whether the automaton begins to read.
std::size_t Product::successor_fingerprints(std::span<const Transition> transitions,
                                            std::span<const model::StepId> step_ids,
                                            std::span<model::Fingerprint> out) {
  for (std::size_t i = 0; i < transitions.size(); ++i) {
    if (is_objection(transitions[i])) return i;
    const model::Word state = after(transitions[i]);
    if (state == waiting() || accepts_all_[state] != 0) return i;
    if (stutters(transitions[i])) {
      out[i] = inner().fingerprint();
    } else {
      const Transition inside = inside_of(transitions[i]);
      if (inner().successor_fingerprints({&inside, 1}, step_ids.subspan(i, 1), out.subspan(i, 1)) == 0) return i;
    }
    out[i] += part_of(state);
  }
  return transitions.size();
}

// The automaton reads the letter of the state that is left, then the program moves. A state of the automaton that
// accepts whatever follows ends the search at once: no cycle has to be closed.
Step Product::step(const Transition& transition, model::StepId step_id, model::Explanation* out) {
  failed_here_ = nullptr;
  if (is_objection(transition)) return object(out);
  const model::Word state = after(transition);
  own(state);
  Step result = Step::moved;
  if (!stutters(transition)) {
    const Transition inside = inside_of(transition);
    result = out != nullptr ? inner().explain(inside, *out) : inner().fire_cached(step_id, inside);
  } else if (out != nullptr) {
    out->push_back({model::nobody, "", "no process can take a step: this state for ever", "", {}, {}, ""});
  }
  const Step way_on = outcome(result, inner());
  if (way_on == Step::intermediate) own(state | middle);
  if (state == waiting() && way_on == Step::moved) settle();
  if (result != Step::moved || accepts_all_[state] == 0) return result;
  failed_here_ = &whatever_follows_;
  return Step::failed;
}

// In a state in which a proposition has no value: says so once more.
Step Product::object(model::Explanation* out) {
  std::uint64_t letter = 0;
  inner().enabled(system_);
  CHECK(!read_letter(system_.empty(), letter));
  if (out != nullptr) out->push_back({model::nobody, "", undefined_.detail, "", {}, {}, ""});
  failed_here_ = &undefined_;
  return Step::failed;
}

const model::Violation& Product::violation() const {
  return failed_here_ != nullptr ? *failed_here_ : Layer::violation();
}

}  // namespace waymark::ltl
