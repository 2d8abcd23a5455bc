// The commands. Each returns the exit code; bad input travels as base::InputError to run(), and so does base::Stopped
// where a command ends early and has nothing to tell.
#pragma once

#include <string>
#include <vector>

#include "base/stop.hpp"
#include "cli/options/options.hpp"
#include "cli/terminal/exit_code.hpp"
#include "load/tests.hpp"

namespace waymark::cli {

[[nodiscard]] int check(const CheckOptions& options, base::Stop& stop);
// Of several tests, side by side: a verdict of each.
[[nodiscard]] int check_tests(const CheckOptions& options, std::vector<load::Test> tests, base::Stop& stop);
// Of a scenario: the smallest within it that violates something, or itself. Throws base::Stopped.
[[nodiscard]] std::string least_scenario(const CheckOptions& options, const base::Stop& stop);
[[nodiscard]] int certify(const CertifyOptions& options, base::Stop& stop);
[[nodiscard]] int extract(const ExtractOptions& options, base::Stop& stop);
[[nodiscard]] int script_info(const ScriptInfoOptions& options, base::Stop& stop);
[[nodiscard]] int script_split(const ScriptSplitOptions& options, base::Stop& stop);
[[nodiscard]] int script_trustful(const TrustfulOptions& options, base::Stop& stop);
[[nodiscard]] int script_kernel(const KernelOptions& options, base::Stop& stop);
[[nodiscard]] int script_keygen(const KeygenOptions& options, base::Stop& stop);
[[nodiscard]] int script_sign(const SignatureOptions& options, base::Stop& stop);
[[nodiscard]] int script_verify(const SignatureOptions& options, base::Stop& stop);
[[nodiscard]] int simulate(const SimulateOptions& options, base::Stop& stop);
[[nodiscard]] int debug_program(const DebugOptions& options, base::Stop& stop);
[[nodiscard]] int show_step(const StepOptions& options, base::Stop& stop);
[[nodiscard]] int replay(const ReplayOptions& options, base::Stop& stop);
[[nodiscard]] int report_again(const ReportOptions& options, base::Stop& stop);
[[nodiscard]] int draw_graph(const GraphOptions& options, base::Stop& stop);
[[nodiscard]] int show_abstraction(const AbstractOptions& options, base::Stop& stop);
[[nodiscard]] int show_slice(const SliceOptions& options, base::Stop& stop);
[[nodiscard]] int show_ltl(const LtlOptions& options, base::Stop& stop);
[[nodiscard]] int show_schema(const SchemaOptions& options, base::Stop& stop);
[[nodiscard]] int doctor(const DoctorOptions& options, base::Stop& stop);

}  // namespace waymark::cli
