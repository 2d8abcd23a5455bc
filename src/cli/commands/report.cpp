// report: a page of a result that was printed before.
#include <fmt/format.h>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/deliver.hpp"
#include "cli/commands/replay.hpp"
#include "cli/terminal/terminal.hpp"
#include "report/format.hpp"
#include "report/json.hpp"
#include "report/page.hpp"
#include "report/trail_file.hpp"

namespace waymark::cli {

namespace {

constexpr std::uint64_t most_report_bytes = 1u << 28;

// The result with the steps of the trail, which is one of the violation that it tells first.
std::string completed(const std::string& result, const ReportOptions& options, base::Stop& stop) {
  ReplayOptions replay;
  replay.program = options.program;
  replay.trail = options.trail;
  const std::string trail = base::read_json(options.trail, most_report_bytes, stop);
  replay.program.program = report::read_trail(trail, options.trail).program;
  const std::optional<std::string> all = report::with_trail(result, report::json(replayed(replay, stop)));
  if (!all) {
    throw base::InputError(
        fmt::format("{}: error: this is no trail of the violation in {}", options.trail, options.result));
  }
  return *all;
}

}  // namespace

int report_again(const ReportOptions& options, base::Stop& stop) {
  refuse_page({OutputFormat::text, options.html});
  std::string result = base::read_json(options.result, most_report_bytes, stop);
  if (!options.trail.empty()) result = completed(result, options, stop);
  // The writer of the result may have named any file.
  report::PageParts parts{WAYMARK_VERSION, {{"."}, true}};
  const std::optional<std::string> page = report::page(result, parts);
  if (!page) {
    throw base::InputError(
        fmt::format("{}: error: this is no result of 'waymark check --format json'", options.result));
  }
  base::write_file(options.html, *page);
  if (options.html != "-") print(fmt::format("Page written to {}.\n", report::printable(options.html)));
  return exit_holds;
}

}  // namespace waymark::cli
