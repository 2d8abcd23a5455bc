// NestedPaths: what nested depth-first searches share, whether of one worker or of several: the paths of the first and
// the second search, what is known of the states on the first, and the lasso that both make.
#pragma once

#include <cstdint>
#include <vector>

#include "containers/budgeted_stack.hpp"
#include "model/path.hpp"
#include "search/explorer.hpp"

namespace waymark::search {

class NestedPaths {
 public:
  // Of a state on the first search's path.
  struct Note {
    bool accepting = false;
    bool weak = false;
    bool all_red = true;  // its successors so far, of those in its component
    std::uint32_t component = 0;
    std::uint64_t steps = 0;  // that have arrived; for who counts them
  };

  NestedPaths(model::Model& model, base::Budget& budget, std::uint64_t rotation = 0)
      : first_(model, budget, rotation), second_(model, budget, rotation), notes_(budget) {}

  [[nodiscard]] model::Path& first() { return first_; }
  // How many states long the way is from the top of the first path to where the second search has come.
  [[nodiscard]] std::uint64_t second_states() const { return second_.states(); }
  [[nodiscard]] bool empty() const { return notes_.empty(); }
  // Of the state on top of the first path.
  [[nodiscard]] Note& note() { return notes_.top(); }

  // The first search enters the state in which the model stands. False if there is no room.
  [[nodiscard]] bool enter(model::Model& model, std::uint64_t number) {
    const model::Facts facts = model.facts();
    const Note note{.accepting = facts.accepting, .weak = facts.weak, .component = facts.component};
    return first_.push(number) && notes_.push(note);
  }
  // The first search meets a known state, in which the model stands. cyan() answers the number by which it is on the
  // path, if it is there: then it closes a cycle. red() answers whether it is red.
  template <typename Cyan, typename Red>
  void meet(Explorer& explorer, const Cyan& cyan, const Red& red) {
    Note& note = notes_.top();
    if (note.weak && !note.accepting) return;  // no cycle through here is accepting
    if (const auto at = cyan()) {
      note.all_red = false;
      if (note.accepting || explorer.model().facts().accepting) found_cycle(explorer, *at);
      return;
    }
    if (note.weak || !note.all_red || explorer.model().facts().component != note.component) return;
    note.all_red = red();
  }
  // The first search leaves the state on top of its path, which is red from now on or not.
  void leave(bool red) {
    const std::uint32_t component = notes_.top().component;
    first_.pop();
    notes_.pop();
    if (!red && !notes_.empty() && notes_.top().component == component) notes_.top().all_red = false;
  }

  // The second search, from the top of the first path: looks for a way back to that path, within the component.
  // arrive() is called where it arrives in that component, and is to push() what leads on; false: there is no room. It
  // goes on while goes_on().
  template <typename GoesOn, typename Arrive>
  void search_again(Explorer& explorer, const GoesOn& goes_on, const Arrive& arrive) {
    const std::uint32_t component = notes_.top().component;
    bool room = true;
    while (room && !second_.empty() && goes_on()) {
      if (second_.exhausted()) {
        second_.pop();
        continue;
      }
      explorer.tick();
      const model::Step step = second_.step();
      if (step == model::Step::intermediate) {
        if (second_.chain() == explorer.limits().chain) return explorer.stop(Why::endless);
        room = second_.push_intermediate();
      }
      if (step != model::Step::moved) continue;  // the first search tells what is wrong with it
      const model::Facts facts = explorer.model().facts();
      if (facts.component == component) room = arrive(facts);
    }
    if (!room) explorer.stop(Why::memory);
  }
  [[nodiscard]] bool push(std::uint64_t number) { return second_.push(number); }

  // The step taken last leads back to this state of the first path.
  void found_cycle(Explorer& explorer, std::uint64_t number) const {
    const std::uint64_t further = second_.empty() ? 1 : second_.states();
    explorer.found_cycle(first_.choices_before(number), first_.depth() + further);
  }
  void choices(std::vector<std::uint32_t>& out) const {
    first_.choices(out);
    if (second_.empty()) return;
    out.pop_back();  // the second search starts at the top of the path, all of whose choices have been taken
    second_.choices(out);
  }
  // Transitions of the states that are still on the path.
  [[nodiscard]] std::uint64_t open_steps() const {
    std::uint64_t steps = 0;
    for (std::uint64_t i = 0; i < notes_.size(); ++i) steps += notes_[i].steps;
    return steps;
  }

 private:
  model::Path first_;
  model::Path second_;
  containers::BudgetedStack<Note> notes_;
};

}  // namespace waymark::search
