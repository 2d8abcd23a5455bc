// The commands. Each returns the exit code; bad input travels as base::InputError to main.
#pragma once

#include "cli/options.hpp"

namespace waymark::cli {

enum ExitCode : int {
  exit_holds = 0,
  exit_violation = 1,
  exit_bad_input = 2,
  exit_incomplete = 3,
  exit_rejected = 4,
};

[[nodiscard]] int check(const Options& options);
[[nodiscard]] int coverage(Options options);
[[nodiscard]] int certify(const Options& options);
[[nodiscard]] int script_info(const Options& options);
[[nodiscard]] int script_split(const Options& options);
[[nodiscard]] int script_ids(const Options& options);
[[nodiscard]] int script_text(const Options& options);
[[nodiscard]] int script_read(const Options& options);
[[nodiscard]] int script_trustful(const Options& options);
[[nodiscard]] int script_keygen(const Options& options);
[[nodiscard]] int script_sign(const Options& options);
[[nodiscard]] int script_verify(const Options& options);
[[nodiscard]] int simulate(const Options& options);
[[nodiscard]] int replay(const Options& options);
[[nodiscard]] int show_ltl(const Options& options);

}  // namespace waymark::cli
