#include "check/run/preemptions.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/diagnostics.hpp"
#include "base/quantities.hpp"
#include "check/run/states.hpp"
#include "load/derive.hpp"

namespace waymark::check {

namespace {

void refuse_if(const std::string& why) {
  if (why.empty()) return;
  throw base::InputError(
      fmt::format("waymark: error: --preemptions does not go with this program: {}; leave it out", why));
}

// What is known of the waves that ended.
void tell_waves(const load::Program& program, Result& result) {
  const PreemptionBound& bound = *result.preemptions;
  std::vector<std::string> counts;
  for (const std::uint64_t states : bound.states) counts.push_back(base::grouped(states));
  result.notes.push_back(fmt::format("States that need 0, 1, ... preemptions at least: {}.", fmt::join(counts, ", ")));
  if (result.verdict == Verdict::violation) {
    result.view = fmt::format("{} {}", program.view, load::with_at_most(bound.most));
    if (bound.most == 0) return;
    result.notes.push_back(fmt::format("No behaviour {} violates a property.", load::with_at_most(bound.most - 1)));
  } else if (result.verdict == Verdict::holds) {
    result.notes.push_back(
        fmt::format("No state needs more than {}: every state was explored.", base::counted(bound.most, "preemption")));
  } else if (result.why != search::Why::preemptions && bound.most > 0) {
    result.notes.push_back(
        fmt::format("Every behaviour {} was explored, without a violation.", load::with_at_most(bound.most - 1)));
  }
}

// Of what was explored a second search, of the graph that a certifier will see, writes the script.
void write_script(const load::Program& program, const Settings& settings, const Context& context, Result& result) {
  const PreemptionBound& bound = *result.preemptions;
  if (result.verdict == Verdict::violation) {
    result.notes.emplace_back("No script was written: only a search without a violation has one.");
    return;
  }
  const bool complete = result.verdict == Verdict::holds;
  if (!complete && result.why != search::Why::preemptions) {
    result.notes.push_back(
        bound.most == 0
            ? "No script was written: the search ended before all behaviours without a preemption were explored."
            : fmt::format("No script was written: --preemptions {} with --script writes one of what was explored.",
                          bound.most - 1));
    return;
  }
  load::Program shown = program;
  if (!complete) refuse_if(load::bound_preemptions(shown, static_cast<std::uint32_t>(bound.most)));
  Settings writing = settings;
  writing.preemptions.reset();
  writing.reduction = Reduction::off;
  const Result written = check_states(shown, writing, context);
  result.seconds += written.seconds;
  result.script_file = written.script_file;
  result.script_in_part = written.script_in_part;
  result.notes.push_back(fmt::format("A second search wrote the script, with {}{}.",
                                     base::counted(written.states, "state"),
                                     complete ? "" : ", each with the number of preemptions so far"));
  if (written.verdict != Verdict::holds) result.notes.push_back(fmt::format("It did not end: {}.", written.detail));
}

}  // namespace

Result check_by_preemptions(const load::Program& program, const Settings& settings, const Context& context) {
  load::Program marked = program;
  refuse_if(load::mark_preemptions(marked));
  Settings searching = settings;
  searching.reduction = Reduction::off;
  searching.script.clear();
  Result result = search_states(marked, searching, context);
  if (!result.preemptions) return result;  // nothing was searched
  tell_waves(program, result);
  if (!settings.script.empty()) write_script(program, settings, context, result);
  return result;
}

}  // namespace waymark::check
