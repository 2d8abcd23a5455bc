// Observed: what a model has seen in the states in which it stood, by which a result says how deep a search went. All
// of it is of the kind that is true once and for all: what several models have seen is the sum of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace waymark::model {

// An assertion, a condition or a line of the program.
struct Probe {
  enum class Kind : std::uint8_t { assertion, condition, line };
  Kind kind = Kind::assertion;
  std::string text;         // as in the source; empty if the model does not know it
  std::string location;     // file:line
  std::uint32_t which = 0;  // of those at this location
  bool evaluated = false;   // at all
  bool seen = false;        // an assertion: with more than one thread alive; a condition: it was false; a line: it may
                            // have been executed, and others certainly were not
};

struct Observed {
  bool together = false;      // two threads were enabled in one state, before any reduction of what is listed
  bool sees_threads = true;   // it is known how many were alive
  std::vector<Probe> probes;  // in the order of the program

  void add(const Observed& other);
};

}  // namespace waymark::model
