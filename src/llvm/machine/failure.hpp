// How a step ends that reaches no state. These are thrown inside the machine and caught by its step.
#pragma once

#include <string>

namespace waymark::llvm {

// The program did what it must not do.
struct Failure {
  std::string kind;
  std::string text;
};
// The machine cannot do what the program asks for.
struct Unsupported {
  std::string text;
};
// The program assumes that this does not happen.
struct Pruned {};

}  // namespace waymark::llvm
