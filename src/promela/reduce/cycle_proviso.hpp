// The cycle proviso of partial order reduction: statements of which every cycle of states contains one. Where one of
// them would be all that is taken, everything is; so no statement is put off for ever (the ignoring problem).
//
// The usual proviso looks at the search stack. That would make what is left out depend on the way to a state; here it
// is a property of statements, found before the search (as the sticky transitions of Kurshan, Levin, Minea, Peled and
// Yenigun, Static Partial Order Reduction, 1998).
//
// In a cycle every process that moves goes round in its automaton, every channel gets as many messages as are taken out
// of it, and a variable to which something is added must be set back or wrap round. So it is enough to cut a part of
// the processes: where each waits for the next, one of them.
#pragma once

#include "promela/reduce/dependence.hpp"
#include "promela/reduce/objects.hpp"

namespace waymark::promela {

// Sets of statements, by their numbers in the relation.
struct CycleCuts {
  Bits always;
  Bits wrapping;  // only where the variable to which it adds wraps round
};
[[nodiscard]] CycleCuts cut_cycles(const DependenceRelation& relation, const Objects& objects);

}  // namespace waymark::promela
