#include "cli/deliver.hpp"

#include "cli/commands.hpp"
#include "cli/program.hpp"
#include "cli/terminal.hpp"
#include "report/json.hpp"
#include "report/text.hpp"

namespace waymark::cli {

namespace {

constexpr std::uint64_t steps_at_each_end = 30;

int exit_code(const std::string& verdict) {
  if (verdict == "holds" || verdict == "certified" || verdict == "task") return exit_holds;
  if (verdict == "violation") return exit_violation;
  if (verdict == "rejected") return exit_rejected;
  return verdict == "incomplete" ? exit_incomplete : exit_bad_input;
}

}  // namespace

std::vector<std::string> properties(const Options& options) {
  std::vector<std::string> kinds;
  for (const std::string& kind : options.properties) {
    if (kind != "none") kinds.push_back(kind);
  }
  if (is_java(options) && !options.properties_given) kinds.emplace_back("exception");
  if (!options.invariants.empty()) kinds.emplace_back("invariant");
  if (!options.step_invariants.empty()) kinds.emplace_back("step-invariant");
  return kinds;
}

report::Story tell_in_part(model::Model& model, const std::vector<std::uint32_t>& choices, const Options& options,
                           std::optional<std::uint64_t> cycle) {
  report::Excerpt excerpt;
  if (!options.full_trail && choices.size() > 2 * steps_at_each_end) excerpt = {steps_at_each_end, steps_at_each_end};
  return report::tell(model, choices, excerpt, cycle);
}

int deliver(const report::Result& result, const report::Story& story, const Options& options) {
  const report::Format format = standard_output_format();
  const bool unfit = result.verdict == "error";  // like all bad input, on standard error
  if (unfit) print_error(report::verdict_line(result, {}));
  if (options.json) {
    print(report::json(result));
  } else if (options.quiet && !unfit) {
    print(report::verdict_line(result, format));
  } else if (!unfit) {
    print(report::text(result, story, format));
  }
  return exit_code(result.verdict);
}

}  // namespace waymark::cli
