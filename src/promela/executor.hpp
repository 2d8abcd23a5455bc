// Executor: a compiled Promela program as a Model.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/model.hpp"
#include "promela/cached_steps.hpp"
#include "promela/inspector.hpp"
#include "promela/reduced_steps.hpp"
#include "promela/symmetric_states.hpp"

namespace waymark::promela {

// Whether two processes do more in this state than to end; these are its transitions.
[[nodiscard]] bool two_move(const State& state, const std::vector<model::Transition>& all);

class Executor final : public model::Model {
 public:
  // Whether steps seen before are taken from the cache, and decisions made before from memory, or all is executed and
  // decided each time: for certifiers who presume less, and for tests that compare the two.
  enum class Steps : std::uint8_t { cached, executed };
  explicit Executor(std::shared_ptr<const Program> program, Steps steps = Steps::cached);

  // From now on processes that have come to their end stay there, and each step leads to the one of all states that
  // exchanges of processes make of the state. What is watched has to be the same in all of them. Before reset().
  void exchange(std::shared_ptr<const Symmetry> symmetry);
  [[nodiscard]] Interpreter& interpreter() { return interpreter_; }
  // By which the state that the last step led to became what it is; nullptr: by none.
  [[nodiscard]] const Permutation* last_exchange() const { return symmetric_ ? symmetric_->last() : nullptr; }

  void key(const model::Key& key) override;
  void set_stop(const base::Stop* stop) override { interpreter_.set_stop(stop); }
  model::Watch watch(std::string_view expression) override;
  [[nodiscard]] std::string reduce(const model::Facts& labels) override;
  void reset() override;
  void enabled(std::vector<model::Transition>& out) override;
  [[nodiscard]] model::Step fire(const model::Transition& transition) override;
  [[nodiscard]] std::span<const model::StepId> step_ids() const override { return cached_.step_ids(); }
  [[nodiscard]] model::Step fire_cached(model::StepId step_id, const model::Transition& transition) override;
  [[nodiscard]] bool steps_are_cheap() const override { return !symmetric_; }
  [[nodiscard]] bool successor_words(model::StepId step_id, std::vector<model::Word>& out) override;
  [[nodiscard]] std::size_t successor_fingerprints(std::span<const model::Transition> transitions,
                                                   std::span<const model::StepId> step_ids,
                                                   std::span<model::Fingerprint> out) override;
  [[nodiscard]] const model::Violation& violation() const override { return interpreter_.errors().violation(); }
  [[nodiscard]] model::Mark mark() override { return flat_.mark(); }
  void rewind(model::Mark mark) override;
  [[nodiscard]] model::Packed pack() override { return flat_.pack(); }
  void unpack(std::span<const model::Word> words) override;
  void write(base::ByteSink& sink) override;
  [[nodiscard]] bool read(base::ByteSource& source) override;
  [[nodiscard]] bool words_are_portable() const override { return true; }
  [[nodiscard]] bool read_words(std::span<const model::Word> words) override;
  [[nodiscard]] model::Fingerprint fingerprint() override { return flat_.fingerprint(); }
  [[nodiscard]] model::Partitionable* partitionable() override { return &state_; }
  [[nodiscard]] model::Facts facts() override { return state_.facts(); }
  [[nodiscard]] bool holds(model::Watch watch) override {
    return interpreter_.holds(interpreter_.watches()[watch], in_watch_);
  }
  [[nodiscard]] std::string_view undefined() const override { return detail_of(in_watch_); }
  [[nodiscard]] std::uint64_t bytes() const override { return flat_.held_bytes() + cached_.bytes() + reduced_.bytes(); }
  [[nodiscard]] model::ActionId actions() const override;
  [[nodiscard]] model::Action action(model::ActionId id) const override;
  [[nodiscard]] bool reached(model::ActionId id) const override {
    return interpreter_.reached()[id] != 0 || transitions_.has_stayed(id);
  }
  [[nodiscard]] std::optional<model::Observed> observed() const override;
  [[nodiscard]] model::Step explain(const model::Transition& transition, model::Explanation& out) override;
  [[nodiscard]] std::vector<model::Standing> standings() override { return interpreter_.standings(); }
  [[nodiscard]] std::vector<model::Value> values() override { return interpreter_.explainer().values(); }
  [[nodiscard]] model::Inspectable* inspectable() override { return &inspector_; }

 private:
  // A step has ended so: where it led, processes are exchanged.
  [[nodiscard]] model::Step settled(model::Step step);

  Steps steps_;
  Interpreter interpreter_;
  State& state_ = interpreter_.state();
  model::FlatState& flat_ = state_.flat();
  CachedSteps cached_{interpreter_};
  const Transitions& transitions_ = interpreter_.transitions();
  ReducedSteps reduced_{interpreter_, steps_ == Steps::cached};
  std::optional<SymmetricStates> symmetric_;
  bool together_ = false;  // two processes could move in one state
  Inspector inspector_{interpreter_};
  Fault in_watch_ = Fault::none;       // of the last holds()
  std::vector<model::Word> incoming_;  // of a state that is being read
};

}  // namespace waymark::promela
