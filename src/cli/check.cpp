#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "cli/assemble.hpp"
#include "cli/commands.hpp"
#include "cli/deliver.hpp"
#include "cli/estimate.hpp"
#include "cli/lasso.hpp"
#include "cli/liveness.hpp"
#include "cli/program.hpp"
#include "cli/recording.hpp"
#include "cli/terminal.hpp"
#include "java/checker.hpp"
#include "observe/profile.hpp"
#include "observe/progress.hpp"
#include "report/format.hpp"
#include "report/trail_file.hpp"

namespace waymark::cli {

namespace {

constexpr double quiet_seconds = 2;
constexpr double seconds_between_lines = 0.5;

// Whether anything is asked about single states.
bool judges_states(const Options& options) {
  const auto about_cycles = [](const std::string& kind) {
    return kind == "none" || kind == "acceptance" || kind == "progress";
  };
  return !options.invariants.empty() || !options.script.empty() ||
         !std::all_of(options.properties.begin(), options.properties.end(), about_cycles);
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
  if (assembled.swarm != nullptr) {
    result.search = "swarm";
    result.store = options.store;
    result.notes.push_back(tell_runs(*assembled.swarm, outcome, options));
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
  const bool may_omit = assembled.store && assembled.store->promise() == store::Promise::may_omit;
  if (may_omit || assembled.swarm != nullptr) {
    result.omission = outcome.share_missed();
  }
  const bool estimated = outcome.why == search::Why::memory || outcome.why == search::Why::omissions;
  if (outcome.estimate && (estimated || assembled.swarm != nullptr)) {
    result.coverage = describe(*outcome.estimate, options);
  }
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

// Explores every state and judges it. Nothing, if a reduction presumed what does not hold: the program knows better
// now.
std::optional<report::Result> check_once(const Options& options, const Program& plain,
                                         std::vector<search::Observer*> observers, base::Budget& budget) {
  Program program = plain;
  std::string whole = "--por off";
  if (options.por && options.shortest) {
    whole = "--shortest asks about every order of steps";
  } else if (options.por && options.search == "random") {
    whole = "random walks take any order of steps";
  } else if (options.por) {
    whole = reduce(program, options.invariants);
  }
  const std::unique_ptr<model::Model> model = program.make();
  std::optional<Recording> recording;
  if (!options.script.empty()) observers.push_back(&recording.emplace(options, *model, budget).observer());
  const Assembled assembled = assemble(options, *model, program.make, observers, budget);
  const search::Outcome outcome = assembled.search->run();
  if (outcome.why == search::Why::unsupported && outcome.unsupported.kind == java::refuted_presumption) {
    return std::nullopt;
  }
  report::Result result = summarize(options, outcome, assembled, *model);
  result.memory_bytes = budget.used();
  result.reduced = whole.empty();
  if (result.reduced) {
    // Trails are told in the choices of the whole program.
    for (std::size_t i = 0; i < outcome.findings.size(); ++i) {
      const Lasso told = project(outcome.findings[i], *model, *plain.make());
      result.found[i].choices = told.choices;
      result.found[i].steps = told.steps;
    }
    result.shortest = false;
  } else if (options.por_given && options.por) {
    result.notes.push_back(fmt::format("Not reduced: {}.", whole));
  }
  const bool only_doubtful = outcome.why == search::Why::omissions && outcome.tallies.errors == 0;
  if (const std::string changes = tell_changes(assembled.store.get()); !changes.empty()) {
    result.notes.push_back(changes);
  }
  if (recording && only_doubtful) {
    result.notes.emplace_back("A script proves what such a search cannot: if it certifies, nothing was missed.");
  }
  if (recording && (outcome.verdict == search::Verdict::holds || only_doubtful)) {
    if (!recording->write(header_of(program, options))) {
      throw base::InputError(fmt::format("{}: error: everything holds, but the script could not be written: {}",
                                         options.script, recording->why()));
    }
    result.script_file = options.script;
  } else if (recording) {
    result.notes.emplace_back("No script was written: only a complete search without a violation has one.");
  }
  return result;
}

report::Result check_states(Options options, const Program& plain, const std::vector<search::Observer*>& observers,
                            base::Budget& budget) {
  const auto began = std::chrono::steady_clock::now();
  const std::optional<double> seconds = options.seconds;
  for (int refuted = 0;; ++refuted) {
    std::optional<report::Result> result = check_once(options, plain, observers, budget);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    if (result && refuted > 0) {
      result->notes.push_back(fmt::format("The search began anew {}: what the reduction presumed did not hold.",
                                          report::counted(static_cast<std::uint64_t>(refuted), "time")));
    }
    if (result) return *std::move(result);
    if (seconds) options.seconds = std::max(0.0, *seconds - took.count());
  }
}

void write_trail(const Options& options, const Program& program, const std::vector<Aim>& sought,
                 report::Result& result) {
  if (options.trail.empty() || result.found.empty()) return;
  const report::Found& first = result.found.front();
  report::TrailFile trail{options.program, program.fit(), options.invariants, first.violation, first.choices};
  trail.cycle = first.cycle;
  trail.fair = options.fair && first.cycle;
  const bool by_formula = first.violation.kind == "ltl" || first.violation.kind == "progress";
  if (by_formula) trail.formula = ltl::text(*sought[result.liveness.size() - 1].formula);
  base::write_file(options.trail, report::write_trail(trail));
  result.trail_file = options.trail;
}

}  // namespace

int check(const Options& given) {
  Options options = given;
  // A state of a Java program is a row of numbers, most of them as in the state before.
  if (is_java(options) && !options.store_given) options.store = "tree";
  if (options.swarm != 0 && !options.store_given) options.store = "bitstate";
  std::optional<report::Claim> claim;
  if (!options.compare.empty()) claim = take_over(options);
  refuse_impossible(options);
  for (const std::string& output : {options.trail, options.script, options.profile}) {
    if (!output.empty()) base::refuse_unwritable(output);
  }
  const Program program = load(options);
  const std::vector<Aim> sought = options.search == "random" ? std::vector<Aim>{} : aims(options, program);

  base::Budget budget(memory_limit(options));
  LiveLine line;
  observe::Progress progress(
      [&](const search::Tallies& tallies, double rate) { line.show(tallies, rate, budget.used()); }, quiet_seconds,
      seconds_between_lines);
  std::vector<search::Observer*> observers{&progress};
  observe::Profile profile;
  if (!options.profile.empty()) observers.push_back(&profile);
  report::Result result;
  result.program = options.program;
  result.verdict = "holds";
  // Cycles alone are wanted where nothing else is.
  if (sought.empty() || judges_states(options)) result = check_states(options, program, observers, budget);
  for (const Aim& aim : sought) {
    // That states may have been missed is no reason to stop.
    if (result.verdict != "holds" && result.reason != search::name(search::Why::omissions)) {
      result.notes.push_back(fmt::format("Not looked at: {}.", aim.formula ? ltl::text(*aim.formula) : aim.kind));
      continue;
    }
    pursue(aim, options, program, observers, budget, result);
  }
  line.clear();
  result.properties = properties(options);
  if (std::any_of(sought.begin(), sought.end(), [](const Aim& aim) { return aim.kind == "ltl"; })) {
    result.properties.emplace_back("ltl");
  }
  if (!result.script_file.empty() && !sought.empty()) {
    result.notes.emplace_back("The script covers all states; what holds of cycles it does not certify.");
  }
  write_trail(options, program, sought, result);
  if (!options.profile.empty()) base::write_file(options.profile, profile.csv());
  if (claim) compare(*claim, options, result);
  report::Story story;
  if (!result.found.empty()) {
    story = tell_in_part(*program.make(), result.found.front().choices, options, result.found.front().cycle);
  }
  return deliver(result, story, options);
}

int coverage(Options options) {
  options.estimate = true;
  return check(options);
}

}  // namespace waymark::cli
