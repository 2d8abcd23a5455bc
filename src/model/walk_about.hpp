// Walks at random through a program, by which a model learns how its threads use memory. They follow from the program
// and its options alone.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/model.hpp"

namespace waymark::model {

// Walks one after the other, each second of them staying with an actor for a while, until so many in a row have shown
// nothing new or `exhausted()`. `start()` stands where a walk begins, `known()` grows with all that is learnt, and
// `take(transition)` takes a step and answers whether the walk goes on.
template <typename Start, typename Known, typename Take, typename Exhausted>
void walk_about(TransitionSystem& model, const Start& start, const Known& known, const Take& take,
                const Exhausted& exhausted) {
  constexpr int most_walks = 64;
  constexpr int quiet_walks = 12;
  constexpr int most_steps = 1500;
  std::vector<Transition> ways;
  std::uint64_t random = 0x9E3779B97F4A7C15u;
  int quiet = 0;
  for (int walk = 0; walk < most_walks && quiet < quiet_walks && !exhausted(); ++walk, ++quiet) {
    const std::uint64_t before = known();
    start();
    std::uint32_t last = 0;
    for (int step = 0; step < most_steps && !exhausted(); ++step) {
      model.enabled(ways);
      if (ways.empty()) break;
      random ^= random << 13;
      random ^= random >> 7;
      random ^= random << 17;
      std::size_t choice = random % ways.size();
      if (walk % 2 == 1 && (random >> 40) % 8 != 0) {
        const auto same = std::find_if(ways.begin(), ways.end(), [&](const auto& it) { return it.actor == last; });
        if (same != ways.end()) choice = static_cast<std::size_t>(same - ways.begin());
      }
      last = ways[choice].actor;
      if (!take(ways[choice])) break;
    }
    if (known() != before) quiet = 0;
  }
}

}  // namespace waymark::model
