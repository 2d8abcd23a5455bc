// Reordered: a program whose transitions are offered in another order, one for each seed; 0 is its own. What it reaches
// is the same; what a search that does not see everything happens to see first is not. A transition's place depends on
// itself alone: who comes before whom is the same in all states.
#pragma once

#include <memory>
#include <vector>

#include "model/layer.hpp"

namespace waymark::model {

class Reordered final : public Layer {
 public:
  Reordered(std::unique_ptr<Model> inner, std::uint64_t seed)
      : Layer(std::move(inner), 0x0D'E000'0000'0000), seed_(seed) {}

  void enabled(std::vector<Transition>& out) override;
  [[nodiscard]] Step fire(const Transition& transition) override { return fire_inside(transition, nullptr); }
  [[nodiscard]] Step explain(const Transition& transition, Explanation& out) override {
    return fire_inside(transition, &out);
  }

  // The choices of a path as the program itself has them.
  [[nodiscard]] std::vector<std::uint32_t> plain(const std::vector<std::uint32_t>& choices);

 protected:
  [[nodiscard]] bool fits(Word word) const override { return word == 0; }

 private:
  [[nodiscard]] std::uint64_t place(const Transition& transition) const;

  std::uint64_t seed_;
};

}  // namespace waymark::model
