// Fair: weak fairness as a layer. Only runs count in which every actor that could always move from some point on does
// move again and again. The layer goes through the actors in a ring (Choueka's flags): from an accepting state on it
// waits for actor 0 to move or be unable to, then for actor 1, and so on; after the last it waits for an accepting
// state again. A cycle through (accepting state, nobody waited for) has therefore been fair to all.
#pragma once

#include <memory>
#include <vector>

#include "model/layer.hpp"

namespace waymark::model {

class Fair final : public Layer {
 public:
  explicit Fair(std::unique_ptr<Model> inner) : Layer(std::move(inner), 0x7FA1'7000'0000'0000) {}

  void enabled(std::vector<Transition>& out) override { inner().enabled(out); }
  [[nodiscard]] Step fire(const Transition& transition) override { return step(transition, nullptr); }
  [[nodiscard]] Step explain(const Transition& transition, Explanation& out) override { return step(transition, &out); }
  [[nodiscard]] Facts facts() override;

 protected:
  [[nodiscard]] bool fits(Word word) const override { return word <= most_actors; }

 private:
  static constexpr Word most_actors = 0xFFFF;
  // In the middle of a step:
  static constexpr Word begun = 1u << 30;    // the word says already whom this step waits for
  static constexpr Word decided = 1u << 31;  // the actor has moved

  [[nodiscard]] Step step(const Transition& transition, Explanation* out);
  [[nodiscard]] Word after(Word waiting, std::uint32_t mover);

  std::vector<Transition> enabled_;
  std::vector<bool> able_;
};

}  // namespace waymark::model
