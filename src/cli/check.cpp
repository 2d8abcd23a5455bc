#include <fmt/format.h>

#include <optional>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "cli/assemble.hpp"
#include "cli/commands.hpp"
#include "cli/deliver.hpp"
#include "cli/program.hpp"
#include "cli/recording.hpp"
#include "cli/terminal.hpp"
#include "observe/progress.hpp"
#include "report/format.hpp"
#include "report/trail_file.hpp"

namespace waymark::cli {

namespace {

constexpr double quiet_seconds = 2;
constexpr double seconds_between_lines = 0.5;

std::string explain_cache(const Options& options) {
  const std::string which = options.search == "dfs" ? "the states on the stack" : "the open states and their ancestors";
  if (!options.cache_states) return fmt::format("{} do not fit into {}", which, report::size(memory_limit(options)));
  return fmt::format("{} do not fit into a cache of {}", which, report::counted(*options.cache_states, "state"));
}

std::string explain(const search::Outcome& outcome, const Options& options) {
  switch (outcome.why) {
    case search::Why::finished:
    case search::Why::errors:
      return "";
    case search::Why::time:
      return fmt::format("the time of {} is over", report::duration(options.seconds.value_or(0)));
    case search::Why::memory:
      if (options.store == "cache") return explain_cache(options);
      return fmt::format("the memory of {} is used up", report::size(memory_limit(options)));
    case search::Why::depth:
      return fmt::format("nothing was explored beyond --depth {}", options.depth.value_or(0));
    case search::Why::interrupted:
      return "interrupted";
    case search::Why::endless:
      return "an indivisible sequence does not end";
    case search::Why::sampled:
      return "random walks see only some of the states";
    case search::Why::omissions:
      return "the store may have missed states";
    case search::Why::unsupported:
      return fmt::format("{}: not supported: {}", outcome.unsupported.location, outcome.unsupported.detail);
  }
  return "";
}

report::Result summarize(const Options& options, const search::Outcome& outcome, const Assembled& assembled,
                         const model::Model& model) {
  report::Result result;
  result.program = options.program;
  result.verdict = search::name(outcome.verdict);
  if (outcome.why != search::Why::finished) result.reason = search::name(outcome.why);
  result.detail = explain(outcome, options);
  result.properties = properties(options);
  for (const search::Finding& finding : outcome.findings) {
    result.found.push_back({finding.violation, finding.choices, finding.length});
  }
  result.shortest = outcome.shortest;
  result.search = options.search;
  if (assembled.store) {
    result.store = options.store;
    result.store_bytes = assembled.store->bytes();
  }
  if (assembled.cache != nullptr && assembled.cache->replaced() != 0) {
    result.notes.push_back(fmt::format("The cache of {} forgot {}; states met again after that are counted again.",
                                       report::counted(assembled.cache->capacity(), "state"),
                                       report::grouped(assembled.cache->replaced())));
  }
  result.states = outcome.tallies.states;
  result.explored = outcome.tallies.explored;
  result.transitions = outcome.tallies.transitions;
  result.depth = outcome.tallies.depth;
  result.errors = outcome.tallies.errors;
  result.seconds = outcome.tallies.seconds;
  result.complete = outcome.why == search::Why::finished;
  result.unreached = report::unreached(model);
  return result;
}

script::Header header_of(const Program& program, const Options& options) {
  script::Header header;
  header.tool = "waymark " WAYMARK_VERSION;
  header.program = program.text_digest;
  header.options = program.options_digest;
  header.options_text = program.options_text;
  for (const std::string& kind : properties(options)) {
    if (!header.assumptions.empty()) header.assumptions += ", ";
    header.assumptions += kind;
  }
  for (const std::string& text : options.invariants) header.assumptions += "; invariant " + text;
  return header;
}

}  // namespace

int check(const Options& given) {
  Options options = given;
  // A state of a Java program is a row of numbers, most of them as in the state before.
  if (is_java(options) && !options.store_given) options.store = "tree";
  refuse_impossible(options);
  for (const std::string& output : {options.trail, options.script}) {
    if (!output.empty()) base::refuse_unwritable(output);
  }
  const Program program = load(options);
  const std::unique_ptr<model::Model> model = program.make();

  base::Budget budget(memory_limit(options));
  LiveLine line;
  observe::Progress progress(
      [&](const search::Tallies& tallies, double rate) { line.show(tallies, rate, budget.used()); }, quiet_seconds,
      seconds_between_lines);
  std::vector<search::Observer*> observers{&progress};
  std::optional<Recording> recording;
  if (!options.script.empty()) observers.push_back(&recording.emplace(options, *model, budget).observer());
  const Assembled assembled = assemble(options, *model, observers, budget);
  const search::Outcome outcome = assembled.search->run();
  line.clear();

  report::Result result = summarize(options, outcome, assembled, *model);
  result.memory_bytes = budget.used();
  if (!options.trail.empty() && !result.found.empty()) {
    const report::Found& first = result.found.front();
    base::write_file(options.trail, report::write_trail({options.program, program.fit(), options.invariants,
                                                         first.violation, first.choices}));
    result.trail_file = options.trail;
  }
  if (recording && outcome.verdict == search::Verdict::holds) {
    if (!recording->write(header_of(program, options))) {
      throw base::InputError(fmt::format("{}: error: everything holds, but the script could not be written: {}",
                                         options.script, recording->why()));
    }
    result.script_file = options.script;
  } else if (recording) {
    result.notes.emplace_back("No script was written: only a complete search without a violation has one.");
  }
  report::Story story;
  if (!result.found.empty()) story = tell_in_part(*model, result.found.front().choices, options);
  return deliver(result, story, options);
}

}  // namespace waymark::cli
