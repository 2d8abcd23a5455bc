// Stepper: a walk through a program, forth and back. Choices that were taken back, or that a trail names, lie ahead
// until another choice is taken.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "load/program.hpp"
#include "model/model.hpp"

namespace waymark::debug {

class Stepper {
 public:
  // In the initial state. Throws base::InputError if an invariant is no expression of the program.
  Stepper(const load::Program& program, const std::vector<std::string>& invariants,
          const std::vector<std::uint32_t>& ahead);

  // What a choice did, or would do.
  struct Told {
    std::uint64_t step = 0;  // counted from 1; several choices inside one indivisible sequence belong to one step
    model::Explanation events;
    model::Step became = model::Step::moved;
    model::Violation violation;  // if it failed, or is not supported
  };

  // Where the walk stands: so many steps, by so many choices, from the initial state.
  [[nodiscard]] std::uint64_t steps() const { return nodes_.empty() ? 0 : nodes_.back().told.step; }
  [[nodiscard]] std::uint64_t choices() const { return nodes_.size(); }
  // At a state, or inside an indivisible sequence, or where nothing goes on.
  [[nodiscard]] bool at_state() const { return stands_ == model::Step::moved; }
  [[nodiscard]] std::size_t width() const { return enabled_.size(); }
  // Who moves by it. REQUIRES: choice < width().
  [[nodiscard]] std::uint32_t actor_of(std::uint32_t choice) const { return model::actor_of(enabled_[choice]); }
  // REQUIRES: choice < width().
  [[nodiscard]] Told preview(std::uint32_t choice);
  // What led here. REQUIRES: choices() != 0.
  [[nodiscard]] const Told& last() const { return nodes_.back().told; }
  // The same of an earlier choice.
  [[nodiscard]] const Told& told(std::uint64_t choice) const { return nodes_[choice].told; }
  // Whether the invariant of that number holds. REQUIRES: at_state().
  [[nodiscard]] bool holds(std::size_t invariant) { return model_->holds(watches_[invariant]); }
  // Nobody can move though somebody should. REQUIRES: at_state().
  [[nodiscard]] bool deadlocked() { return enabled_.empty() && !model_->facts().proper_end; }
  // What a person wants to know of this place.
  [[nodiscard]] model::Describing& describing() { return *model_; }
  [[nodiscard]] std::vector<std::uint32_t> path() const;
  // What the way here violates: a failed step, a deadlock, or an invariant. Nothing is known inside a step.
  [[nodiscard]] std::optional<model::Violation> violation();

  // What lies ahead: the choice that comes next, if there is one, and how many are left.
  [[nodiscard]] std::size_t ahead() const { return ahead_.size(); }
  // A trail that is none of this program says a choice that there is not.
  [[nodiscard]] bool leads_on() const { return !ahead_.empty() && ahead_.back() < width(); }
  [[nodiscard]] std::uint32_t next() const { return ahead_.back(); }

  // That choice comes next, unless another one is taken. REQUIRES: choice < width().
  void plan(std::uint32_t choice);
  // REQUIRES: choice < width(). Throws base::Stopped, and all is as it was.
  void take(std::uint32_t choice);
  // REQUIRES: choices() != 0.
  void back();

  // What is polled within a step; nullptr: nothing.
  void set_stop(const base::Stop* stop) {
    stop_ = stop;
    model_->set_stop(stop);
  }

 private:
  struct Node {
    model::Mark mark;  // of the place where it was chosen
    std::uint32_t choice;
    Told told;
    model::Step stood;  // at that place
  };

  void arrive(model::Step stands);
  void return_to(const Node& node);
  [[nodiscard]] Told fire(std::uint32_t choice);

  std::unique_ptr<model::Model> model_;
  const base::Stop* stop_ = nullptr;
  std::vector<model::Watch> watches_;
  std::vector<std::string> invariants_;  // their texts
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> ahead_;  // the last comes next
  model::Step stands_ = model::Step::moved;
  std::vector<model::Transition> enabled_;  // where it stands
};

}  // namespace waymark::debug
