// cut_cycles: statements of which every cycle of states of an ensemble contains one. Where one of them would be all
// that is taken, everything is: so nothing is put off for ever (the cycle proviso), and no search stack is asked.
//
// In a cycle every process that moves goes round in its automaton, every channel gets as many messages as are taken out
// of it, and a variable to which something is added must be set back or wrap round. So it is enough to cut a part of
// the processes: where each waits for the next, one of them.
#pragma once

#include "promela/reduce/objects.hpp"

namespace waymark::promela {

class Ensemble;

struct Cuts {
  Bits sticky;
  Bits wrapping;  // counts only if the variable to which it adds wraps round
};
[[nodiscard]] Cuts cut_cycles(const Ensemble& ensemble, const Objects& objects);

}  // namespace waymark::promela
