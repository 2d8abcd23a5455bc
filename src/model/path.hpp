// Path: the stack of a depth-first search, and the one place that enumerates successors (each_successor). Each node is
// a state (or a place inside an indivisible sequence) with its transitions, which lie end to end in one BudgetedStack,
// and the choice to take next. The path puts the model back by marks; nothing is allocated per transition, and its
// depth is bounded by memory alone. A Walker follows a path that is given.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "base/budget.hpp"
#include "base/check.hpp"
#include "containers/budgeted_stack.hpp"
#include "model/model.hpp"

namespace waymark::model {

// How an enumeration of successors ended.
enum class Expansion : std::uint8_t {
  complete,
  stopped,  // by its caller
  endless,  // an indivisible sequence has more choices in a row than the limit
  no_room,
};
constexpr std::uint32_t no_chain_limit = std::numeric_limits<std::uint32_t>::max();

class Path {
 public:
  // `rotation`: transitions are taken in another order, one for each value, which differs from state to state; 0 is
  // their own. Choices are told as the model has them.
  Path(TransitionSystem& model, base::Budget& budget, std::uint64_t rotation = 0)
      : model_(model), nodes_(budget), transitions_(budget), rotation_(rotation) {}
  // Bounded by no budget: there is always room.
  explicit Path(TransitionSystem& model);

  // Adds the state the model stands in. False if there is no room; then the path is as it was.
  [[nodiscard]] bool push(std::uint64_t number) { return add(number, 0); }
  // Adds the place inside an indivisible sequence in which the model stands.
  [[nodiscard]] bool push_intermediate() { return add(nodes_.top().number, nodes_.top().chain + 1); }
  void pop();
  void clear() {
    while (!empty()) pop();
  }

  [[nodiscard]] bool empty() const { return nodes_.empty(); }
  // Of the top node:
  [[nodiscard]] std::uint64_t width() const { return transitions_.size() - nodes_.top().first; }
  [[nodiscard]] bool exhausted() const { return nodes_.top().next == width(); }
  [[nodiscard]] bool intermediate() const { return nodes_.top().chain != 0; }
  // Nodes since the last state; 0 for a state.
  [[nodiscard]] std::uint32_t chain() const { return nodes_.top().chain; }
  // By which the state was added, or the one whose transition goes through here.
  [[nodiscard]] std::uint64_t number() const { return nodes_.top().number; }
  // Of that state, counted from the bottom of the path; places inside indivisible sequences do not count.
  [[nodiscard]] std::uint64_t depth() const { return states_ - 1; }
  [[nodiscard]] std::uint64_t states() const { return states_; }

  // Goes on with this choice of the top node, as if those before it had been taken. REQUIRES: they have their own
  // order.
  void skip(std::uint32_t choice) { nodes_.top().next = choice; }

  // Fires the next untaken transition of the top node. REQUIRES: not exhausted.
  [[nodiscard]] Step fire_next();
  // The same, and answers what became of it in the end: whether to push a state, an intermediate place or nothing.
  [[nodiscard]] Step step() { return outcome(fire_next(), model_); }
  // Takes all transitions of the top node that were not taken, with all choices inside indivisible sequences, and calls
  // use(fired, became) after each: what fire() answered, and what became of the step in the end. Ends early where use()
  // answers false. The state itself stays on the path; unless the answer is `complete`, the choices taken from it do,
  // too.
  template <typename Use>
  [[nodiscard]] Expansion each_step(std::uint32_t chain_limit, const Use& use);
  // The same, where only arrivals count: calls use() wherever the model stands in a successor.
  template <typename Use>
  [[nodiscard]] Expansion each_successor(std::uint32_t chain_limit, const Use& use) {
    return each_step(chain_limit, [&use](Step, Step became) { return became != Step::moved || use(); });
  }
  // As if that had been done: the model stands where it stood, and is put back before the one after it is fired.
  void pass_over() { ++nodes_.top().next; }
  // Fires one of the top node's transitions, by the path's order, before its turn, which comes all the same. The model
  // stands where the node was added, and has to be put back there.
  [[nodiscard]] Step probe(std::uint32_t index) {
    const Choice& choice = transitions_[nodes_.top().first + index];
    return model_.fire_cached(choice.step_id, choice.what);
  }
  // Of the top node: the one that is fired next. REQUIRES: not exhausted.
  [[nodiscard]] const Transition& next_transition() const {
    return transitions_[nodes_.top().first + nodes_.top().next].what;
  }
  // Of the top node: which of those in the path's order is fired next.
  [[nodiscard]] std::uint32_t next() const { return nodes_.top().next; }
  // What the model remembers of one of its transitions, by the path's order.
  [[nodiscard]] StepId step_id(std::uint32_t index) const { return transitions_[nodes_.top().first + index].step_id; }

  // Puts the model back to where the top node was added.
  void restore() { model_.rewind(nodes_.top().mark); }
  // The same where the model has been elsewhere meanwhile, so that no mark holds. REQUIRES: the bottom of the path is
  // the initial state.
  void replay();

  // How many choices lead to a state on the path. REQUIRES: it is there.
  [[nodiscard]] std::uint64_t choices_before(std::uint64_t number) const;
  // Appends the choices taken from the bottom of the path to where the model stands now.
  void choices(std::vector<std::uint32_t>& out) const;

  // Nodes, and what was taken last from one of them, counted from the bottom. REQUIRES: something was taken from it.
  [[nodiscard]] std::uint64_t size() const { return nodes_.size(); }
  [[nodiscard]] std::uint32_t choice_at(std::uint64_t node) const {
    return rotation_ == 0 ? nodes_[node].next - 1 : rotated_choice_at(node);
  }
  [[nodiscard]] const Transition& transition_at(std::uint64_t node) const {
    return transitions_[nodes_[node].first + nodes_[node].next - 1].what;
  }
  // Calls use(transition) for each transition of a node, taken or not.
  template <typename Use>
  void each_transition(std::uint64_t node, const Use& use) const {
    const std::uint64_t end = node + 1 < nodes_.size() ? nodes_[node + 1].first : transitions_.size();
    for (std::uint64_t i = nodes_[node].first; i < end; ++i) use(transitions_[i].what);
  }

 private:
  struct Node {
    Mark mark;
    std::uint64_t number;
    std::uint64_t first;  // its transitions begin here; they end where the next node's begin
    std::uint32_t next;
    std::uint32_t chain;
  };

  struct Choice {
    Transition what;
    StepId step_id;
  };

  bool add(std::uint64_t number, std::uint32_t chain);
  [[nodiscard]] bool push_enabled(std::uint64_t first);
  // Which of so many transitions is taken first.
  [[nodiscard]] std::uint64_t rotated_by(std::uint64_t number, std::uint32_t chain, std::uint64_t width) const;
  [[nodiscard]] std::uint32_t rotated_choice_at(std::uint64_t node) const;

  TransitionSystem& model_;
  containers::BudgetedStack<Node> nodes_;
  containers::BudgetedStack<Choice> transitions_;
  std::vector<Transition> enabled_;
  std::uint64_t states_ = 0;
  std::uint64_t rotation_ = 0;
};

inline void Path::pop() {
  if (!intermediate()) --states_;
  transitions_.shrink(nodes_.top().first);
  nodes_.pop();
}

inline Step Path::fire_next() {
  Node& node = nodes_.top();
  // At its first choice the model still stands here.
  if (node.next != 0) model_.rewind(node.mark);
  const Choice& choice = transitions_[node.first + node.next++];
  return model_.fire_cached(choice.step_id, choice.what);
}

template <typename Use>
Expansion Path::each_step(std::uint32_t chain_limit, const Use& use) {
  const std::uint64_t base = nodes_.size();
  for (;;) {
    if (exhausted()) {
      if (nodes_.size() == base) return Expansion::complete;
      pop();
      continue;
    }
    const Step fired = fire_next();
    const Step became = outcome(fired, model_);
    if (!use(fired, became)) return Expansion::stopped;
    if (became != Step::intermediate) continue;
    if (chain() == chain_limit) return Expansion::endless;
    if (!push_intermediate()) return Expansion::no_room;
    CHECK(width() != 0);
  }
}

}  // namespace waymark::model
