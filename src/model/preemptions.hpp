// Preemptions as two layers. A step preempts the actor that moved last if it is another's and the last one could have
// moved. Steps inside an indivisible sequence belong to its first one, and preempt nobody.
//
// LastMover remembers who moved last, and marks the transitions that preempt. FewPreemptions, around it, counts them
// and has the runs alone with at most so many.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "model/layer.hpp"

namespace waymark::model {

// Whether a transition of a LastMover preempts another actor.
constexpr std::uint32_t preempting = 1u << 16;  // in the upper half of its actor
[[nodiscard]] constexpr bool preempts(const Transition& transition) { return (transition.actor & preempting) != 0; }

class LastMover final : public Layer {
 public:
  explicit LastMover(std::unique_ptr<Model> inner) : Layer(std::move(inner), 0x1A57'3073'0000'0000) {}

  // All that the program has, in its order.
  void enabled(std::vector<Transition>& out) override;
  [[nodiscard]] Step fire(const Transition& transition) override { return step(transition, nullptr); }
  [[nodiscard]] Step explain(const Transition& transition, Explanation& out) override { return step(transition, &out); }
  [[nodiscard]] std::string reduce(const Facts& labels) override { return "preemptions are of every order of steps"; }

 protected:
  [[nodiscard]] bool fits(Word word) const override { return (word & ~completing) <= nobody && word != completing; }

 private:
  // The word: the last mover plus one if it can move again; 0: the next step preempts nobody.
  static constexpr Word inside = 1u << 31;      // in the middle of an indivisible sequence
  static constexpr Word completing = 1u << 30;  // what can move next belongs to its step

  [[nodiscard]] Step step(const Transition& transition, Explanation* out);
  // The word of the state in which the model stands after a step of this mover, given as its number plus one.
  [[nodiscard]] Word word_after(Word mover);

  std::vector<Transition> enabled_;
};

class FewPreemptions final : public Layer {
 public:
  static constexpr Word most = 1000;

  // At most `bound` of them in a run.
  FewPreemptions(std::unique_ptr<LastMover> inner, Word bound)
      : Layer(std::move(inner), 0xFE39'BEE3'0000'0000), bound_(bound) {}

  void enabled(std::vector<Transition>& out) override;
  [[nodiscard]] Step fire(const Transition& transition) override { return step(transition, nullptr); }
  [[nodiscard]] Step explain(const Transition& transition, Explanation& out) override { return step(transition, &out); }

 protected:
  [[nodiscard]] bool fits(Word word) const override { return word <= bound_; }

 private:
  [[nodiscard]] Step step(const Transition& transition, Explanation* out) {
    own(own() + (preempts(transition) ? 1 : 0));
    return fire_inside(transition, out);
  }

  Word bound_;
};

}  // namespace waymark::model
