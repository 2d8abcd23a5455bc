// What the process ends with.
#pragma once

namespace waymark::cli {

enum ExitCode : int {
  exit_holds = 0,
  exit_violation = 1,
  exit_bad_input = 2,
  exit_incomplete = 3,
  exit_rejected = 4,
  exit_internal = 70,
};

}  // namespace waymark::cli
