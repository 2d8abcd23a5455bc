// Walker: goes along one path of a program, choice by choice, and knows where that leads. Two things make this more
// than firing transitions: between two states there may be choices inside an indivisible sequence, which are no states;
// and a step that fails may have moved all the same. Code that follows a given path (replay, lassos, stories)
// walks with this one; code that has to backtrack takes a Path.
#pragma once

#include <cstdint>
#include <vector>

#include "model/model.hpp"

namespace waymark::model {

class Walker {
 public:
  // Stands the model in its initial state. Nobody else moves the model while a walker does.
  explicit Walker(TransitionSystem& model) : model_(model) { model_.reset(); }

  // Where the path has led: to a state, or into the middle of an indivisible sequence, or to where nothing goes on.
  [[nodiscard]] bool at_state() const { return stands_ == Step::moved; }
  [[nodiscard]] bool intermediate() const { return stands_ == Step::intermediate; }
  [[nodiscard]] bool stuck() const { return !at_state() && !intermediate(); }

  // What there is to choose from, until the next take(). REQUIRES: not stuck.
  [[nodiscard]] const std::vector<Transition>& enabled();
  // Goes on, and answers what became of it; of a step that failed, the model's violation() says why.
  // REQUIRES: not stuck, and choice < enabled().size().
  Step take(std::uint32_t choice) { return note(model_.fire(chosen(choice))); }
  // The same, explained. REQUIRES: the model that is walked explains it.
  Step take(std::uint32_t choice, Describing& telling, Explanation& out) {
    return note(telling.explain(chosen(choice), out));
  }

  // Transitions from state to state that were begun; whatever was chosen inside of one, it counts once.
  [[nodiscard]] std::uint64_t steps() const { return steps_; }

 private:
  [[nodiscard]] const Transition& chosen(std::uint32_t choice);
  Step note(Step step);

  TransitionSystem& model_;
  Step stands_ = Step::moved;
  bool looked_ = false;  // enabled_ are those of where it stands
  std::vector<Transition> enabled_;
  std::uint64_t steps_ = 0;
};

}  // namespace waymark::model
