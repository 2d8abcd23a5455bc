#include "cli/deliver.hpp"

#include <fmt/format.h>

#include "base/check.hpp"
#include "base/diagnostics.hpp"
#include "base/quantities.hpp"
#include "cli/commands.hpp"
#include "cli/terminal.hpp"
#include "report/json.hpp"
#include "report/junit.hpp"
#include "report/sarif.hpp"
#include "report/text.hpp"

namespace waymark::cli {

namespace {

// How many choices of a long trail are told, from its beginning and from its end: a person reads some, a code host
// shows a few thousand.
std::uint64_t at_each_end(OutputFormat format) {
  switch (format) {
    case OutputFormat::text:
    case OutputFormat::junit:
      return 30;
    case OutputFormat::sarif:
      return 2'500;
    case OutputFormat::json:
      return 50'000;
  }
  CHECK(false);
}

std::string for_programs(const report::Report& report, OutputFormat format) {
  switch (format) {
    case OutputFormat::json:
      return report::json(report);
    case OutputFormat::sarif:
      return report::sarif(report, WAYMARK_VERSION);
    case OutputFormat::junit:
      return report::junit(report);
    case OutputFormat::text:
      break;
  }
  CHECK(false);
}

}  // namespace

std::string failure(const std::string& why, OutputFormat format) {
  switch (format) {
    case OutputFormat::json:
      return report::json_error(why);
    case OutputFormat::sarif:
      return report::sarif_error(why, WAYMARK_VERSION);
    case OutputFormat::junit:
      return report::junit_error(why);
    case OutputFormat::text:
      return "";
  }
  CHECK(false);
}

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
  const std::uint64_t each = at_each_end(output.format);
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
  const auto say = [&](const std::string& text) { output.aside ? print_error(text) : print(text); };
  try {
    if (output.format != OutputFormat::text) {
      say(for_programs(report, output.format));
    } else if (output.quiet && !unfit) {
      say(report::verdict_line(result, format));
    } else if (!unfit) {
      say(report::text(report, format));
    }
  } catch (const base::InputError& fault) {
    if (result.verdict != check::Verdict::violation) throw;
    print_error(report::verdict_line(result, {}) + fault.what() + "\n");
  }
  return exit_code(result.verdict);
}

}  // namespace waymark::cli
