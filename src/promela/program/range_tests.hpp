// Which conditions are RangeTests, and which can be evaluated in every state: `x`, `!x`, `x == 3`, `(x & 12) != 4` and
// their like are most of what models wait for.
#pragma once

#include "promela/program/program.hpp"

namespace waymark::promela {

// Says so of all transitions. REQUIRES: the program is complete otherwise.
void find_range_tests(Program& program);

}  // namespace waymark::promela
