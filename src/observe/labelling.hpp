// Labelling: what a script claims of its states beyond that they are there, as its writer wants it. States have
// the numbers of the search.
#pragma once

#include <cstdint>

#include "base/interface.hpp"
#include "script/format.hpp"
#include "script/sync.hpp"
#include "script/writer.hpp"

namespace waymark::observe {

class Labelling : public base::Interface {
 public:
  [[nodiscard]] virtual script::Form form() const = 0;
  // Writes what is claimed of the initial state; then, for each transition in the order of the walk, of where it leads:
  // the i-th of a state's transitions, which come in their order. `place` is the labelling's own, one for each state
  // on the path, and 0 before the first of its transitions.
  virtual void write_first(script::Writer& writer) const = 0;
  virtual void write(std::uint64_t state, std::uint64_t i, std::uint64_t& place, script::Writer& writer) const = 0;
  // Puts a state's label into a sync point's path.
  virtual void label(std::uint64_t state, script::PathNode& node) const = 0;
};

}  // namespace waymark::observe
