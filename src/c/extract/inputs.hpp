// Inputs: values that a program does not compute itself, since no file defines the function that gives them or since it
// is a __VERIFIER_nondet_…. Which values are to be tried is set here, and which were tried is reported, for a model
// that tries fewer than there are shows less than the program.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "c/extract/value.hpp"

namespace waymark::c {

// Asked for by name; without it an input of up to 8 bits is any value, and a wider one is refused or sampled.
struct InputChoices {
  std::map<std::string, Range> ranges;
  bool sample = false;  // wider ones are those of base/sample.hpp
};

struct Input {
  std::string function;
  bool undefined = false;  // by any file: it is taken to have no effect
  std::string only;        // which values were tried, as in 'only 5 sampled results'; empty: all
};

}  // namespace waymark::c
