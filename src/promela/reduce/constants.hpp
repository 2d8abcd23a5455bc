// Constants: which variables of a process have one value whenever it stands in a control state. `byte me; me = _pid` is
// no variable that never changes, but from there on it says which element `want[me]` is.
//
// Values follow from the type, the pid and the variables that are assigned nowhere after the start, so they hold of
// the process in every state (contract 1). What is known where several ways meet is what all of them agree on.
#pragma once

#include <cstdint>
#include <vector>

#include "promela/reduce/abstract_interpreter.hpp"

namespace waymark::promela {

class Constants {
 public:
  Constants() = default;
  // REQUIRES: background.stable and background.changing are complete.
  // Of a process that has yet to start: what is known of its parameters.
  Constants(const Background& background, const Instance& instance, const KnownBytes* parameters = nullptr);

  // Of a control state; null if nothing is known in any.
  [[nodiscard]] const KnownBytes* at(std::uint32_t state) const { return states_.empty() ? nullptr : &states_[state]; }
  [[nodiscard]] std::uint64_t bytes() const {
    return states_.empty() ? 0 : states_.size() * (sizeof(KnownBytes) + states_[0].size() * sizeof(std::int16_t));
  }

 private:
  [[nodiscard]] static KnownBytes at_start(const Background& background, const Instance& instance,
                                           const std::vector<bool>& followed, const KnownBytes* parameters);
  // What is known in a control state after one more way to it; true if that is less than before.
  bool meet(std::uint32_t state, const KnownBytes& known);

  std::vector<KnownBytes> states_;  // empty ones are those to which no way has been found
};

}  // namespace waymark::promela
