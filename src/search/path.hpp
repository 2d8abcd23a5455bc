// Path: the depth-first stack. Each frame is a state (or a place inside an indivisible sequence) with its transitions,
// which lie end to end in one BudgetedStack, and the choice to take next. The path puts the model back by marks;
// nothing is allocated per transition, and its depth is bounded by memory alone.
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.hpp"
#include "model/model.hpp"
#include "search/budgeted_stack.hpp"

namespace waymark::search {

class Path {
 public:
  Path(model::Model& model, base::Budget& budget) : model_(model), frames_(budget), transitions_(budget) {}

  // Adds the state the model stands in. False if there is no room; then the path is as it was.
  [[nodiscard]] bool push(std::uint64_t number) { return add(number, 0); }
  // Adds the place inside an indivisible sequence in which the model stands.
  [[nodiscard]] bool push_intermediate() { return add(frames_.top().number, frames_.top().chain + 1); }
  void pop();

  [[nodiscard]] bool empty() const { return frames_.empty(); }
  // Of the top frame:
  [[nodiscard]] std::uint64_t width() const { return transitions_.size() - frames_.top().first; }
  [[nodiscard]] bool exhausted() const { return frames_.top().next == width(); }
  [[nodiscard]] bool intermediate() const { return frames_.top().chain != 0; }
  [[nodiscard]] std::uint32_t chain() const { return frames_.top().chain; }
  // The state, or the one whose transition goes through here.
  [[nodiscard]] std::uint64_t number() const { return frames_.top().number; }
  // Of that state, counted from the bottom of the path; places inside indivisible sequences do not count.
  [[nodiscard]] std::uint64_t depth() const { return states_ - 1; }
  [[nodiscard]] std::uint64_t states() const { return states_; }

  // Goes on with this choice of the top frame, as if those before it had been taken.
  void skip(std::uint32_t choice) { frames_.top().next = choice; }

  // The next untaken transition; the model stands where it can be fired. REQUIRES: not exhausted.
  [[nodiscard]] model::Transition take_next();

  // Puts the model back to where the top frame was added.
  void restore() { model_.rewind(frames_.top().mark); }

  // How many choices lead to a state on the path. REQUIRES: it is there.
  [[nodiscard]] std::uint64_t choices_before(std::uint64_t number) const;
  // Appends the choices taken from the bottom of the path to where the model stands now.
  void choices(std::vector<std::uint32_t>& out) const;

 private:
  struct Frame {
    model::Mark mark;
    std::uint64_t number;
    std::uint64_t first;  // its transitions begin here; they end where the next frame's begin
    std::uint32_t next;
    std::uint32_t chain;  // frames since the last state; 0 for a state
  };

  bool add(std::uint64_t number, std::uint32_t chain);

  model::Model& model_;
  BudgetedStack<Frame> frames_;
  BudgetedStack<model::Transition> transitions_;
  std::vector<model::Transition> enabled_;
  std::uint64_t states_ = 0;
};

inline void Path::pop() {
  if (!intermediate()) --states_;
  transitions_.shrink(frames_.top().first);
  frames_.pop();
}

inline model::Transition Path::take_next() {
  Frame& frame = frames_.top();
  // At its first choice the model still stands here.
  if (frame.next != 0) model_.rewind(frame.mark);
  return transitions_[frame.first + frame.next++];
}

}  // namespace waymark::search
