// The commands. Each returns the exit code; bad input travels as base::InputError to run().
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

[[nodiscard]] int check(const CheckOptions& options);
[[nodiscard]] int certify(const CertifyOptions& options);
[[nodiscard]] int script_info(const ScriptInfoOptions& options);
[[nodiscard]] int script_split(const ScriptSplitOptions& options);
[[nodiscard]] int script_ids(const ScriptIdsOptions& options);
[[nodiscard]] int script_text(const ConvertOptions& options);
[[nodiscard]] int script_read(const ConvertOptions& options);
[[nodiscard]] int script_trustful(const ConvertOptions& options);
[[nodiscard]] int script_keygen(const KeygenOptions& options);
[[nodiscard]] int script_sign(const SignatureOptions& options);
[[nodiscard]] int script_verify(const SignatureOptions& options);
[[nodiscard]] int simulate(const SimulateOptions& options);
[[nodiscard]] int replay(const ReplayOptions& options);
[[nodiscard]] int show_ltl(const LtlOptions& options);
[[nodiscard]] int completion(const CompletionOptions& options);

}  // namespace waymark::cli
