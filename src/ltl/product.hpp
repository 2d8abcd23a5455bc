// Product: a program together with a Büchi automaton that watches it; a layer whose word is the automaton's state. In
// each step the automaton reads the state that the program is about to leave. A program that cannot move any more
// stutters: the automaton goes on reading its last state. Accepting are the automaton's accepting states; what the
// program itself calls accepting, or progress, is not looked at.
//
// Until the program has begun (Facts::watches_defined), the automaton waits. A run that never begins is one of which
// the formula says nothing: as long as it waits the automaton accepts, so that such a run is found, and a script shows
// that there is none.
//
// A state of the automaton that accepts whatever follows needs no cycle: the step that enters it fails, as kind "ltl".
// Where a proposition has no value, nothing can be said of the formula: the only step of that state is one that fails,
// as kind "undefined".
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "ltl/prepared.hpp"
#include "model/layer.hpp"

namespace waymark::ltl {

// A proposition that every program has: no process is at a progress label. Not true of a run that has come to its end.
constexpr std::string_view no_progress = "np_";

// Whether this is no step of the program, but the failing one of a state in which a proposition has no value.
[[nodiscard]] bool is_objection(const model::Transition& transition);
// Whether the automaton goes on alone, because the program has come to its end.
[[nodiscard]] bool stutters(const model::Transition& transition);

class Product final : public model::Layer {
 public:
  // Compiles the automaton's propositions. Throws base::InputError. `violation` is what the entering of a state that
  // accepts whatever follows is reported as. All products of one formula share what is prepared.
  Product(std::unique_ptr<model::Model> inner, std::shared_ptr<const Prepared> prepared, model::Violation violation);

  void reset() override;
  void enabled(std::vector<model::Transition>& out) override;
  [[nodiscard]] model::Step fire(const model::Transition& transition) override {
    return step(transition, model::no_step_id, nullptr);
  }
  // The automaton's part of a step is in the transition; what is remembered is the program's.
  [[nodiscard]] std::span<const model::StepId> step_ids() const override { return step_ids_; }
  [[nodiscard]] model::Step fire_cached(model::StepId step_id, const model::Transition& transition) override {
    return step(transition, step_id, nullptr);
  }
  [[nodiscard]] model::Step explain(const model::Transition& transition, model::Explanation& out) override {
    return step(transition, model::no_step_id, &out);
  }
  [[nodiscard]] const model::Violation& violation() const override;
  [[nodiscard]] std::size_t successor_fingerprints(std::span<const model::Transition> transitions,
                                                   std::span<const model::StepId> step_ids,
                                                   std::span<model::Fingerprint> out) override;
  [[nodiscard]] model::Facts facts() override { return facts_[own() & ~middle]; }

  // From now on, runs that never begin are left out.
  void pass_over_unbegun() { facts_[waiting()].accepting = false; }
  // Asks whether any state was met whose letter one of the labels admits.
  void look_for(std::vector<Label> labels) { looked_for_ = std::move(labels); }
  [[nodiscard]] bool met() const { return met_; }
  // The propositions, as bits, that held in some state that was met, and those that did not in some.
  [[nodiscard]] std::uint64_t held() const { return held_; }
  [[nodiscard]] std::uint64_t failed() const { return failed_; }

 protected:
  [[nodiscard]] bool fits(model::Word word) const override { return word <= waiting(); }

 private:
  static constexpr model::Word middle = 1u << 31;  // of a step of the program, which the automaton has read already

  // The word beside those of the automaton's states.
  [[nodiscard]] model::Word waiting() const { return static_cast<model::Word>(automaton_.states.size()); }
  void settle();
  // Where the automaton is when it has read the state that the transition leaves.
  [[nodiscard]] model::Word after(const model::Transition& transition) const;
  // False if some proposition has no value; undefined_ says which.
  [[nodiscard]] bool read_letter(bool stutters, std::uint64_t& letter);
  [[nodiscard]] model::Step step(const model::Transition& transition, model::StepId step_id, model::Explanation* out);
  [[nodiscard]] model::Step object(model::Explanation* out);

  std::shared_ptr<const Prepared> prepared_;
  const Automaton& automaton_;             // of that
  std::vector<model::Watch> watches_;      // of each proposition
  std::uint64_t no_progress_ = 0;          // the bit of that proposition, if there is one
  std::vector<model::Facts> facts_;        // of each state of the automaton, and of waiting
  std::vector<std::uint8_t> accepts_all_;  // whatever follows, from each of them on
  std::vector<model::Transition> system_;
  std::vector<model::StepId> step_ids_;  // of what enabled() has listed
  model::Violation whatever_follows_;
  model::Violation undefined_;
  const model::Violation* failed_here_ = nullptr;  // what this layer itself objects to, one of the two above
  std::vector<Label> looked_for_;
  bool met_ = false;
  std::uint64_t held_ = 0;
  std::uint64_t failed_ = 0;
};

}  // namespace waymark::ltl
