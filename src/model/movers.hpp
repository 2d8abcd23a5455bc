// Movers: a layer that notes, for each step, who moves in it and who could have: all that weak fairness asks of a step.
// A step that goes through choices inside an indivisible sequence is that of the process which moves first in it; an
// observer's own steps do not count. The layer's word is 0 in every state, so the states are those of the model inside.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/budget.hpp"
#include "containers/sequences.hpp"
#include "model/layer.hpp"

namespace waymark::model {

class Movers final : public Layer {
 public:
  // What steps were found to be is kept, each once, and taken from the budget.
  Movers(std::unique_ptr<Model> inner, base::Budget& budget)
      : Layer(std::move(inner), 0x7FA1'8000'0000'0000), kinds_(budget) {}

  // The kind of the step that arrived in a state last: steps of one kind have the same mover and the same actors that
  // could move. 0: nobody moved, the run has come to its end.
  [[nodiscard]] std::uint32_t last() const { return last_; }
  [[nodiscard]] std::uint32_t kinds() const { return static_cast<std::uint32_t>(kinds_.size()) + 1; }
  // One more than the highest number of an actor that ever could move.
  [[nodiscard]] std::uint32_t actors() const { return actors_; }
  // Whether steps of this kind are fair to an actor: it moves, or cannot.
  [[nodiscard]] bool fair(std::uint32_t kind, std::uint32_t actor);
  // Kinds are no longer distinguished, for want of memory.
  [[nodiscard]] bool full() const { return full_; }

  void enabled(std::vector<Transition>& out) override { inner().enabled(out); }
  [[nodiscard]] Step fire(const Transition& transition) override { return step(transition, nullptr); }
  [[nodiscard]] Step explain(const Transition& transition, Explanation& out) override { return step(transition, &out); }

 protected:
  [[nodiscard]] bool fits(Word word) const override { return word == 0; }

 private:
  [[nodiscard]] Step step(const Transition& transition, Explanation* out);
  // Of a step from where the model stands by this actor.
  [[nodiscard]] Word kind_of(std::uint32_t mover);

  // Each is the mover, then a bit for each actor that could move.
  containers::Sequences kinds_;
  std::vector<Transition> enabled_;
  std::vector<Word> words_;
  std::uint32_t actors_ = 0;
  std::uint32_t last_ = 0;
  bool full_ = false;
};

}  // namespace waymark::model
