#include "cli/deliver.hpp"

#include <fmt/format.h>

#include "base/check.hpp"
#include "base/quantities.hpp"
#include "cli/commands.hpp"
#include "cli/terminal.hpp"
#include "report/json.hpp"
#include "report/text.hpp"

namespace waymark::cli {

namespace {

// A person reads the one, a program the other.
constexpr std::uint64_t read_at_each_end = 30;
constexpr std::uint64_t listed_at_each_end = 50'000;

}  // namespace

int exit_code(check::Verdict verdict) {
  switch (verdict) {
    case check::Verdict::holds:
    case check::Verdict::certified:
    case check::Verdict::task:
      return exit_holds;
    case check::Verdict::violation:
      return exit_violation;
    case check::Verdict::incomplete:
    case check::Verdict::in_part:
      return exit_incomplete;
    case check::Verdict::rejected:
      return exit_rejected;
    case check::Verdict::error:
      return exit_bad_input;
  }
  CHECK(false);
}

report::Story tell_in_part(model::Model& model, const std::vector<std::uint32_t>& choices, const Output& output,
                           std::optional<std::uint64_t> cycle) {
  const std::uint64_t each = output.format == OutputFormat::text ? read_at_each_end : listed_at_each_end;
  report::Excerpt excerpt;
  if (!output.full_trail && choices.size() > 2 * each) excerpt = {each, each};
  return report::tell(model, choices, excerpt, cycle);
}

int deliver_early(const std::string& program, const base::Stopped& early, const check::Limits& limits,
                  const Output& output) {
  check::Result result;
  result.program = program;
  result.verdict = check::Verdict::incomplete;
  result.why = search::why_of(early.why());
  result.detail = early.what();
  if (result.why == search::Why::time) {
    result.detail = fmt::format("the time of {} is over", base::duration(limits.seconds.value_or(0)));
  } else if (result.why == search::Why::memory) {
    result.detail = fmt::format("the memory of {} is used up", base::size(memory_limit(limits.memory)));
  }
  return deliver({std::move(result)}, output);
}

int deliver(const report::Report& report, const Output& output) {
  const check::Result& result = report.result;
  const report::Format format = standard_output_format();
  const bool unfit = result.verdict == check::Verdict::error;  // like all bad input, on standard error
  if (unfit) print_error(report::verdict_line(result, {}));
  if (output.format == OutputFormat::json) {
    print(report::json(report));
  } else if (output.quiet && !unfit) {
    print(report::verdict_line(result, format));
  } else if (!unfit) {
    print(report::text(report, format));
  }
  return exit_code(result.verdict);
}

}  // namespace waymark::cli
