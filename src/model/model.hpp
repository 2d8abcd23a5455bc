// Model: a program under check, standing in one state. The one thing everything hangs on: front ends implement it,
// searches and certifiers drive it, layers (fairness, products with automata) wrap it. It is made of six interfaces, by
// who needs what; a user that needs one of them alone takes that one.
//
// The promise behind all of it (contract 1): what a caller sees here - the enabled transitions and their order, packed
// words, fingerprint, facts - is a function of the state and the options alone, never of the path that led to it.
//
// One Model per thread. A model is made, given its key and watches, then reset() once or more.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"
#include "base/stop.hpp"
#include "containers/words.hpp"
#include "model/explanation.hpp"
#include "model/facts.hpp"
#include "model/fingerprint.hpp"
#include "model/observed.hpp"
#include "model/transition.hpp"

namespace waymark::model {

using containers::Packed;
using containers::Word;
using Mark = std::uint64_t;
// By which a model finds again what it remembers of a transition.
using StepId = std::uint32_t;
constexpr StepId no_step_id = ~StepId{0};

// The walk: all that a walk through a program needs.
class TransitionSystem {
 public:
  TransitionSystem() = default;
  TransitionSystem(const TransitionSystem&) = delete;
  TransitionSystem& operator=(const TransitionSystem&) = delete;
  virtual ~TransitionSystem() = default;

  // Stands in the initial state, forgetting all marks.
  virtual void reset() = 0;
  // Replaces out by the transitions of this state, in their fixed order.
  virtual void enabled(std::vector<Transition>& out) = 0;
  // REQUIRES: the transition is one of enabled() in this state.
  [[nodiscard]] virtual Step fire(const Transition& transition) = 0;
  // Whether those that enabled() has just listed belong to the step before, of the actor that took it: no other can
  // move in between, and the next actor preempts none but the one that took that step.
  [[nodiscard]] virtual bool completes_step() const { return false; }
  // What the model remembers of the transitions that enabled() has just listed, in their order, no_step_id where it is
  // nothing; or an empty list. Memos hold wherever the model stands in this state again. They are no part of what a
  // search sees: a model may remember or forget as it likes.
  [[nodiscard]] virtual std::span<const StepId> step_ids() const { return {}; }
  // The same as fire(), perhaps quicker. REQUIRES: the step_id is the transition's, or no_step_id.
  [[nodiscard]] virtual Step fire_cached(StepId step_id, const Transition& transition) { return fire(transition); }
  // Whether a step is taken and taken back in less time than it takes to fetch a state from memory: then a search that
  // will need to know where several lead may take them early.
  [[nodiscard]] virtual bool steps_are_cheap() const { return false; }
  // Why the last fire() failed or was unsupported.
  [[nodiscard]] virtual const Violation& violation() const = 0;

  // A place to come back to, by an undo log; last in, first out. Never touches Pools.
  [[nodiscard]] virtual Mark mark() = 0;
  // Goes back and forgets the later marks; the mark itself can be used again.
  virtual void rewind(Mark mark) = 0;

  // From now on enabled(), and whatever takes long in here, polls it and throws base::Stopped; nullptr: nothing does.
  // After that the model stands nowhere, until reset(), unpack() or rewind(). A model whose steps are short need not.
  virtual void set_stop(const base::Stop* stop) {}
};

// What became, in the end, of the step that the model has just answered: one that fails may have moved all the same.
[[nodiscard]] inline Step outcome(Step step, const TransitionSystem& model) {
  return step == Step::failed ? model.violation().after : step;
}

// Judging: what holds of a state, and which transitions may be left out because nobody who judges can tell.
class Judging {
 public:
  virtual ~Judging() = default;

  // Compiles a proposition, before reset(); what it reads becomes visible to reduction, unless the model was made to
  // show it (load/derive.hpp). Throws base::InputError.
  virtual Watch watch(std::string_view expression) = 0;
  // The same of an invariant, which holds where a variable of it is not there: that of a function that does not run,
  // say. A proposition of a formula does not.
  virtual Watch watch_invariant(std::string_view expression) { return watch(expression); }
  [[nodiscard]] virtual bool holds(Watch watch) = 0;
  // Why the proposition that the last holds() denied has no value at all, as one that divides by zero; or empty.
  [[nodiscard]] virtual std::string_view undefined() const { return {}; }
  [[nodiscard]] virtual Facts facts() = 0;

  // From now on enabled() may leave out transitions whose order among others makes no difference to deadlocks, failing
  // steps and what watches say; if a label is set, to that label, to cycles and to LTL without `next` over the watches.
  // What is left out follows from the state. Before reset(); answers why nothing will be left out, or an empty text.
  [[nodiscard]] virtual std::string reduce(const Facts& labels) { return "this kind of program is not reduced"; }
  // How many more transitions of its actor, each the first of them, the last fire() would have been if nothing were
  // left out.
  [[nodiscard]] virtual std::uint64_t collapsed_steps() const { return 0; }
};

// Fingerprinting: a state as 128 bits that every process with the same key agrees on.
class Fingerprinting {
 public:
  virtual ~Fingerprinting() = default;

  // Once, before reset().
  virtual void key(const Key& key) = 0;
  [[nodiscard]] virtual Fingerprint fingerprint() = 0;
  // Those of the states to which these transitions of this state move, as many of the first as the model can tell
  // without going there: answers how many. REQUIRES: each step_id is the transition's, or no_step_id; `out` has room.
  [[nodiscard]] virtual std::size_t successor_fingerprints(std::span<const Transition> transitions,
                                                           std::span<const StepId> step_ids,
                                                           std::span<Fingerprint> out) {
    return 0;
  }
};

class CompositeState;
class Partitionable;

// Storing: a state as words, to be kept and come back to.
class Storing {
 public:
  virtual ~Storing() = default;

  // REQUIRES: the last step was not intermediate. The view lasts until the model is called again.
  [[nodiscard]] virtual Packed pack() = 0;
  // Appends the words that pack() would say where a transition of this state moves to; false, and appends nothing,
  // where the model cannot tell that without going there. REQUIRES: the step_id is of a transition of this state.
  [[nodiscard]] virtual bool successor_words(StepId step_id, std::vector<Word>& out) { return false; }
  // Stands in a state packed over the same Pools, forgetting all marks.
  virtual void unpack(std::span<const Word> words) = 0;
  // What the model itself holds on to, the undo log above all; searches count it against --memory.
  [[nodiscard]] virtual std::uint64_t bytes() const = 0;
  // The parts of packed states (model/composite_state.hpp); nullptr: they have none.
  [[nodiscard]] virtual CompositeState* composite_state() { return nullptr; }
};

// Serializable: a state as names and bytes, for other processes.
class Serializable {
 public:
  virtual ~Serializable() = default;

  virtual void write(base::ByteSink& sink) = 0;
  // Stands in that state, forgetting all marks. Hostile input: false, and the model needs a reset().
  [[nodiscard]] virtual bool read(base::ByteSource& source) = 0;
  // Whether the words of pack() mean the same in every process that has the program: then they may travel as they are.
  [[nodiscard]] virtual bool words_are_portable() const { return false; }
  // The same as read(), of words that another process has packed. REQUIRES: words_are_portable().
  [[nodiscard]] virtual bool read_words(std::span<const Word> words) { return false; }
  // What states are partitioned by if not by all of them (model/partition_key.hpp); nullptr: nothing.
  [[nodiscard]] virtual Partitionable* partitionable() { return nullptr; }
};

class Inspectable;

// Describing: what a person wants to know.
class Describing {
 public:
  virtual ~Describing() = default;

  // The statements known so far are 0 .. actions()-1.
  [[nodiscard]] virtual ActionId actions() const = 0;
  [[nodiscard]] virtual Action action(ActionId id) const = 0;
  // Whether this model ever fired it, alone or inside an indivisible sequence.
  [[nodiscard]] virtual bool reached(ActionId id) const = 0;
  // What this model has seen so far; nothing: it does not look.
  [[nodiscard]] virtual std::optional<Observed> observed() const { return std::nullopt; }
  // Fires, and tells what happened.
  [[nodiscard]] virtual Step explain(const Transition& transition, Explanation& out) = 0;
  // Where everybody stands in this state; nothing for a model without processes.
  [[nodiscard]] virtual std::vector<Standing> standings() { return {}; }
  // The variables that have a name in the program, as far as a person would want to see them.
  [[nodiscard]] virtual std::vector<Value> values() { return {}; }
  // Beside them: "lock NAME", with its owner and those who wait for it, and "WHO:NAME", the variables of single
  // threads, as far as explain() does not tell how they change.
  [[nodiscard]] virtual std::vector<Value> details() { return {}; }
  // What a debugger shows besides (model/inspectable.hpp); nullptr: nothing.
  [[nodiscard]] virtual Inspectable* inspectable() { return nullptr; }
};

class Model : public TransitionSystem,
              public Judging,
              public Fingerprinting,
              public Storing,
              public Serializable,
              public Describing {};

}  // namespace waymark::model
