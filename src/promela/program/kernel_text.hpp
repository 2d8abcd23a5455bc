// A compiled program in the text that the verified kernel reads (docs/trust/kernel.md).
#pragma once

#include <string>
#include <vector>

#include "promela/program/program.hpp"

namespace waymark::promela {

struct KernelQuestion {
  bool deadlocks = true;
  bool assertions = true;
  std::vector<std::string> invariants;
};

// All but the script. Throws base::InputError for what the kernel's machine does not know, or an invariant that is no
// expression of the program.
[[nodiscard]] std::string kernel_text(const Program& program, const KernelQuestion& question);

}  // namespace waymark::promela
