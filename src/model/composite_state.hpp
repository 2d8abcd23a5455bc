// CompositeState: what a model has besides whose packed states are rows of numbers for parts. What stands at a
// position, and what a number there means, stays the same as long as the model lives, but is its own affair; so a
// caller that has learnt how another model of the same program calls the same parts can tell each of them by its
// number.
#pragma once

#include <cstdint>
#include <span>

#include "model/model.hpp"

namespace waymark::model {

class CompositeState {
 public:
  CompositeState() = default;
  CompositeState(const CompositeState&) = delete;
  CompositeState& operator=(const CompositeState&) = delete;
  virtual ~CompositeState() = default;

  // Of two positions with a part, which stands first in an order that is the same for all models of the program. Where
  // there is none the word is 0.
  [[nodiscard]] virtual bool stands_before(std::uint32_t one, std::uint32_t other) const = 0;
  // Of what stands at this position in the state in which the model stands: a hash on which all models of the program
  // agree. REQUIRES: there is a part.
  [[nodiscard]] virtual std::uint64_t hash_at(std::uint32_t position) = 0;
  // The state with these words at its positions, as pack() has it; wherever the model stands. A view until the next
  // call.
  [[nodiscard]] virtual Packed row(std::span<const Word> words) = 0;
};

}  // namespace waymark::model
