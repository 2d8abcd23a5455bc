#include "cli/deliver.hpp"

#include "base/check.hpp"
#include "cli/commands.hpp"
#include "cli/terminal.hpp"
#include "report/json.hpp"
#include "report/text.hpp"

namespace waymark::cli {

namespace {

constexpr std::uint64_t steps_at_each_end = 30;

int exit_code(check::Verdict verdict) {
  switch (verdict) {
    case check::Verdict::holds:
    case check::Verdict::certified:
    case check::Verdict::task:
      return exit_holds;
    case check::Verdict::violation:
      return exit_violation;
    case check::Verdict::incomplete:
      return exit_incomplete;
    case check::Verdict::rejected:
      return exit_rejected;
    case check::Verdict::error:
      return exit_bad_input;
  }
  CHECK(false);
}

}  // namespace

report::Story tell_in_part(model::Model& model, const std::vector<std::uint32_t>& choices, bool whole,
                           std::optional<std::uint64_t> cycle) {
  report::Excerpt excerpt;
  if (!whole && choices.size() > 2 * steps_at_each_end) excerpt = {steps_at_each_end, steps_at_each_end};
  return report::tell(model, choices, excerpt, cycle);
}

int deliver(const check::Result& result, const report::Story& story, const Output& output) {
  const report::Format format = standard_output_format();
  const bool unfit = result.verdict == check::Verdict::error;  // like all bad input, on standard error
  if (unfit) print_error(report::verdict_line(result, {}));
  if (output.json) {
    print(report::json(result));
  } else if (output.quiet && !unfit) {
    print(report::verdict_line(result, format));
  } else if (!unfit) {
    print(report::text(result, story, format));
  }
  return exit_code(result.verdict);
}

}  // namespace waymark::cli
