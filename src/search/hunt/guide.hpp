// Guide: decides which way a run of the program goes. Guides are how searches differ that sample runs.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "base/interface.hpp"
#include "model/model.hpp"

namespace waymark::search {

// The same seed gives the same numbers on every machine.
class Coin {
 public:
  explicit Coin(std::uint64_t seed) : numbers_(seed) {}
  void seed(std::uint64_t seed) { numbers_.seed(seed); }
  [[nodiscard]] std::uint64_t any() { return numbers_(); }
  // All numbers below the bound are equally likely. REQUIRES: it is not 0.
  [[nodiscard]] std::uint64_t below(std::uint64_t bound) {
    // Numbers at the top that would favour some remainders are thrown away.
    const std::uint64_t unfair = (0 - bound) % bound;
    std::uint64_t value = numbers_();
    while (value < unfair) value = numbers_();
    return value % bound;
  }

 private:
  std::mt19937_64 numbers_;  // its sequence is fixed by the C++ standard
};

// What can be taken where the model stands: `untried` are indexes of `enabled`.
struct Offer {
  const std::vector<model::Transition>& enabled;
  const std::vector<std::uint32_t>& untried;

  [[nodiscard]] const model::Transition& at(std::size_t place) const { return enabled[untried[place]]; }
  [[nodiscard]] std::uint32_t actor(std::size_t place) const { return model::actor_of(at(place)); }
};

class Guide : public base::Interface {
 public:
  // A run begins in the initial state; false: there is to be none any more.
  [[nodiscard]] virtual bool begin() = 0;
  // Chooses a transition by its place among the untried. The model may be moved, and is put back.
  [[nodiscard]] virtual std::size_t choose(const Offer& offer, model::Model& model) = 0;
  // That transition led to a state. `again`: the run has been there before.
  virtual void arrived(const model::Transition& taken, bool again) {}
};

// Takes every transition with the same probability, in a single run.
class AnyStep final : public Guide {
 public:
  explicit AnyStep(std::uint64_t seed, std::uint64_t runs = 1) : coin_(seed), runs_(runs) {}
  [[nodiscard]] bool begin() override { return runs_ != 0 && runs_-- != 0; }
  [[nodiscard]] std::size_t choose(const Offer& offer, model::Model&) override {
    return coin_.below(offer.untried.size());
  }

 private:
  Coin coin_;
  std::uint64_t runs_;
};

}  // namespace waymark::search
