#include "cli/recording.hpp"

#include <fmt/format.h>

#include "base/diagnostics.hpp"
#include "cli/terminal.hpp"

namespace waymark::cli {

namespace {

std::string assumptions(const Options& options) {
  std::string text = "checked: " + fmt::format("{}", fmt::join(options.properties, ","));
  for (const std::string& invariant : options.invariants) text += "; invariant: " + invariant;
  return text;
}

}  // namespace

Recording::Recording(const Options& options, base::Budget& budget) : options_(options) {
  if (options.script.empty()) return;
  lean_ = std::make_unique<observe::LeanRecorder>(budget);
}

bool Recording::write(const Program& program, const search::Outcome& outcome) {
  if (lean_ == nullptr) return false;
  // A store that may omit states makes the search's own verdict weak, not the script's: certifying settles it.
  const bool complete = outcome.why == search::Why::finished || outcome.why == search::Why::omissions;
  if (!complete || outcome.tallies.errors != 0) {
    print_error("waymark: no script was written: there is something to certify only when all states hold\n");
    return false;
  }
  script::Header header;
  header.tool = "waymark " WAYMARK_VERSION;
  header.program = program.text_digest;
  header.options = program.options_digest;
  header.options_text = program.options_text;
  header.assumptions = assumptions(options_);
  if (lean_->write(options_.script, header)) return true;
  throw base::InputError(fmt::format("{}: error: no script was written: {}", options_.script, lean_->why()));
}

}  // namespace waymark::cli
