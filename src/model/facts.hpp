// What can be said of one state.
#pragma once

#include <cstdint>

namespace waymark::model {

// A proposition that a model has compiled: see Judging::watch().
using Watch = std::uint32_t;

// What the search needs to judge a state.
struct Facts {
  bool proper_end = false;  // if nothing is enabled here, that is no deadlock
  bool accepting = false;
  bool progress = false;
  bool watches_defined = true;  // from here on all that watches speak of is there: formulas are about what follows
  // Of further sets of accepting states, those that this one is not in: a cycle has to meet them all. Only who knows
  // that there are any looks (search::ComponentSearch).
  std::uint16_t unmet = 0;
  // What spares a search for accepting cycles work, where the model knows it:
  bool weak = false;            // a cycle through here meets accepting states alone, or none
  std::uint32_t component = 0;  // all states of a cycle have the same
};

}  // namespace waymark::model
