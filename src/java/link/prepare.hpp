// Makes a method's bytes ready to run: decodes them, and follows the kinds of values (int, long, float, double,
// reference) along every path, so that no instruction can meet a value of another kind, an empty or an overflowing
// operand stack or a jump into the middle of an instruction. From the same pass come two tables that states are made
// with: which words of a frame are references, and which can still be read. Words that cannot are no part of a state.
//
// References are all one kind here: that an object is of the class an instruction expects is checked when it runs.
#pragma once

#include "java/link/klass.hpp"

namespace waymark::java {

// Throws BadClass. REQUIRES: the method has a body.
void prepare(Method& method);

}  // namespace waymark::java
