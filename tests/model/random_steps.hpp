// Programs as tables of steps, for Tiny: what becomes of each is known by construction.
#pragma once

#include <cstdint>
#include <iterator>
#include <random>
#include <vector>

#include "model/tiny.hpp"

namespace waymark::model {

using Steps = std::vector<std::vector<TinyStep>>;

// Every kind of step from everywhere to anywhere; of those that fail, some move all the same and some are in the
// middle.
inline Steps random_steps(std::uint64_t seed) {
  constexpr std::uint32_t numbers = 30;
  constexpr Step kinds[] = {Step::moved,        Step::moved,  Step::moved,  Step::intermediate,
                            Step::intermediate, Step::pruned, Step::failed, Step::failed};
  constexpr Step afters[] = {Step::moved, Step::intermediate, Step::failed};
  std::mt19937_64 random(seed);
  Steps table(numbers);
  for (auto& steps : table) {
    steps.resize(1 + random() % 4);
    for (TinyStep& step : steps) {
      step = {kinds[random() % std::size(kinds)], static_cast<std::uint32_t>(random() % numbers),
              afters[random() % std::size(afters)]};
    }
  }
  return table;
}

}  // namespace waymark::model
