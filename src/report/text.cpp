#include "report/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <span>

#include "base/check.hpp"
#include "base/quantities.hpp"
#include "base/utf8.hpp"
#include "load/derive.hpp"
#include "report/place.hpp"
#include "report/sources.hpp"
#include "report/trail.hpp"

namespace waymark::report {

namespace {

using check::Verdict;

constexpr std::size_t most_unreached = 60;
constexpr std::size_t most_races = 3;
constexpr std::size_t most_unreached_so_far = 10;
constexpr std::size_t most_ways = 6;
constexpr std::uint64_t enough_states =
    1000;  // of fewer, the mean takes more of the tables' first pages than of states

Paint paint_of(check::Verdict verdict) {
  if (verdict == Verdict::holds || verdict == Verdict::certified) return Paint::green;
  if (verdict == Verdict::violation || verdict == Verdict::rejected) return Paint::red;
  return Paint::yellow;
}

// What a property excludes.
std::string excluded(check::Property property) {
  switch (property) {
    case check::Property::assertion:
      return "failed assertion";
    case check::Property::acceptance:
      return "acceptance cycle";
    case check::Property::progress:
      return "cycle without progress";
    case check::Property::ltl:
      return "violated formula";
    case check::Property::invariant:
    case check::Property::step_invariant:
      return fmt::format("violated {}", base::name(property));
    case check::Property::linearizability:
      return "history that is not linearizable";
    case check::Property::leak:
      return "memory leak";
    case check::Property::overflow:
      return "signed overflow";
    case check::Property::deadlock:
    case check::Property::exception:
    case check::Property::race:
      return std::string(base::name(property));
  }
  CHECK(false);
}

// "deadlock or failed assertion"
std::string joined(const std::vector<check::Property>& properties) {
  std::string text;
  for (std::size_t i = 0; i < properties.size(); ++i) {
    if (i != 0) text += i + 1 == properties.size() ? " or " : ", ";
    text += excluded(properties[i]);
  }
  return text;
}

// What was left out of all possibilities. A violation needs no more than one of them, so its headline names none.
std::string restricted(const check::Result& result) {
  std::string text;
  if (result.verdict == Verdict::violation || result.verdict == Verdict::error) return text;
  for (const load::Restriction& each : result.restrictions) {
    text += ", " + printable(each.what);
    if (!each.remedy.empty()) text += fmt::format(" ({})", printable(each.remedy));
  }
  return text;
}

// What the verdict is about.
std::string subject(const check::Result& result) {
  return printable(result.program + result.view) + restricted(result);
}

std::string never_together(const check::Result& result) {
  const bool together = !result.shallow || result.shallow->together;
  return together ? "" : fmt::format("; no two {} were ever enabled together", result.actors.all);
}

// What a certified script of cycles has shown.
std::string no_cycle(const check::Result& result) {
  const check::Liveness& shown = result.liveness.front();
  const std::string program = subject(result);
  const std::string fair = shown.fair ? "weakly fair " : "";
  const std::string what = shown.kind == check::Property::ltl
                               ? fmt::format("no {}run of {} violates {}", fair, program, printable(shown.formula))
                               : fmt::format("{} has no {}{}", program, fair, excluded(shown.kind));
  return fmt::format("{} shows that {}{}", printable(result.script_file), what,
                     result.reduced ? ", with partial order reduction" : "");
}

std::string unjudged(const check::Result& result) {
  if (result.not_judged.empty()) return "";
  return "; not judged: " + printable(fmt::format("{}", fmt::join(result.not_judged, ", ")));
}

// Of a script: that what was asked about holds, and what else was asked.
std::string judged_there(const check::Result& result, std::string_view where) {
  std::vector<check::Property> seen = result.properties;
  const std::vector<check::Property>& told = result.on_word;
  std::erase_if(seen, [&](check::Property one) { return std::find(told.begin(), told.end(), one) != told.end(); });
  return (seen.empty() ? "" : fmt::format("; no {}{}", joined(seen), where)) +
         (told.empty() ? "" : fmt::format("; on the signer's word, no {}", joined(told))) + unjudged(result);
}

// What a script of a search that did not end proves.
std::string in_part(const check::Result& result) {
  if (!result.partial) {
    return fmt::format("{} covers every behaviour of {}", printable(result.script_file), subject(result)) +
           (result.detail.empty() ? "" : ", " + printable(result.detail)) + judged_there(result, " there");
  }
  const check::Partial& partial = *result.partial;
  std::string text = fmt::format("{}: {} of {} explored, ", printable(result.script_file),
                                 base::counted(result.explored, "state"), subject(result));
  if (!partial.covered) {
    text += "none left unexplored";
  } else {
    text += fmt::format("{} more met and not explored", base::grouped(partial.frontier));
    if (*partial.covered != 0) {
      text += fmt::format("; every state fewer than {} from the initial one was explored",
                          base::counted(*partial.covered, "transition"));
      if (result.reduced) text += " (transitions that partial order reduction leaves)";
    }
  }
  return text + judged_there(result, " there");
}

std::string the_way_there(const check::Result& result, const Story& story, const Format& format) {
  if (result.found.front().steps == 0) return "";
  std::string text = "\n" + trail_as_steps(story, format);
  if (result.shortest) text += "\n  No violation is nearer to the initial state.\n";
  return text;
}

std::string and_more(std::uint64_t all, std::uint64_t shown) {
  return all > shown ? fmt::format("    and {} more\n", base::grouped(all - shown)) : "";
}

// The violations after the first, a line for each.
std::string the_others(const check::Result& result) {
  if (result.found.size() < 2) return "";
  std::string text = "\n  Other violations:\n";
  for (std::size_t i = 1; i < result.found.size(); ++i) {
    const model::Violation& violation = result.found[i].violation;
    const std::string where = violation.location.empty() ? "" : printable(violation.location) + ": ";
    text += fmt::format("    {} after {}: {}{}\n", printable(violation.kind),
                        base::counted(result.found[i].steps, "step"), where, printable(violation.detail));
  }
  return text + and_more(result.errors, result.found.size());
}

// Near all, every digit counts.
std::string percent(double share) {
  const bool near = share > 0.99 && share < 1;
  return fmt::format("{:.{}f}", 100 * share, near ? 4 : 0);
}

// Without a lower end the estimate itself says little; what is certain is said instead.
std::string covered(const check::Coverage& coverage) {
  constexpr double unknown = 0.005;  // would be shown as 0
  const auto all = [&](double share) {
    return base::rounded(static_cast<double>(coverage.covered) / std::max(share, 1e-9));
  };
  const std::string states = base::grouped(coverage.covered);
  if (coverage.low < unknown) {
    return fmt::format("at most {}% of all states are covered: {} of {} or more; how many more is unknown",
                       percent(coverage.high), states, all(coverage.high));
  }
  return fmt::format("about {}% of all states are covered (95% interval: {} to {}%): {} of some {}",
                     percent(coverage.coverage), percent(coverage.low), percent(coverage.high), states,
                     all(coverage.coverage));
}

std::string different(const check::Distinct& distinct) {
  if (distinct.exact) return "\n  all states are different: they were counted";
  return fmt::format("\n  at least {} different states, {} of them explored: they were counted by a sketch",
                     base::grouped(distinct.states), base::grouped(distinct.explored));
}

std::string figures(const check::Result& result) {
  const bool certifying = !result.search;
  const bool stored = result.store.has_value();
  std::string text = "\n  ";
  if (stored || certifying) text += base::counted(result.states, "state") + ", ";
  text += fmt::format("{}, depth {}", base::counted(result.transitions, "transition"), base::grouped(result.depth));
  if (result.errors > 1) text += fmt::format(", {}", base::counted(result.errors, "violation"));
  if (stored && !result.complete && result.explored < result.states) {
    text += fmt::format("; {} not explored", base::grouped(result.states - result.explored));
  }
  if (result.distinct) text += different(*result.distinct);
  text += fmt::format("\n  {}", base::duration(result.seconds));
  if (stored && result.seconds >= 0.01) {
    text += fmt::format(", {} states/s", base::rounded(static_cast<double>(result.states) / result.seconds));
  }
  text += fmt::format(", {}", base::size(result.memory_bytes));
  if (stored && result.states >= enough_states && result.store_bytes != 0) {
    const double each = static_cast<double>(result.store_bytes) / static_cast<double>(result.states);
    text += fmt::format(" (store: {:.0f} B per state)", each);
  }
  if (result.omission && result.verdict != Verdict::violation) {
    text += fmt::format("\n  a state met was taken for known with a probability of about {:.2g}", *result.omission);
  }
  if (result.coverage) {
    const check::Coverage& coverage = *result.coverage;
    text += "\n  " + covered(coverage);
  }
  if (!certifying) text += fmt::format("\n  search {}", base::name(*result.search));
  if (stored) text += fmt::format(", store {}", base::name(*result.store));
  if (result.reduced && !certifying) text += ", reduced";
  if (result.workers != 0) text += ", " + base::counted(result.workers, "worker");
  return text + "\n";
}

// How evenly the ranks of a cluster shared the work, and what they had to tell each other.
std::string shares(const check::Result& result) {
  if (result.ranks.empty()) return {};
  const auto [fewest, most] = std::minmax_element(
      result.ranks.begin(), result.ranks.end(),
      [](const cluster::RankStatistics& a, const cluster::RankStatistics& b) { return a.states < b.states; });
  cluster::Traffic sent;
  std::uint64_t transitions = 0;
  double waited = 0;
  for (const cluster::RankStatistics& share : result.ranks) {
    sent.states += share.sent.states;
    sent.again += share.sent.again + share.sent.ahead;
    sent.batches += share.sent.batches;
    sent.bytes += share.sent.bytes;
    transitions += share.transitions + share.retaken;
    waited += share.waited;
  }
  const auto share_of = [&](std::uint64_t part) {
    return 100 * static_cast<double>(part) / static_cast<double>(std::max<std::uint64_t>(transitions, 1));
  };
  std::string text = fmt::format("\n  {} with {} to {} states each", base::counted(result.ranks.size(), "rank"),
                                 base::grouped(fewest->states), base::grouped(most->states));
  text += fmt::format("; of their transitions {:.0f}% led to another, {:.0f}% with the state: {} in {}",
                      share_of(sent.states + sent.again), share_of(sent.states), base::size(sent.bytes),
                      base::counted(sent.batches, "message"));
  return text + fmt::format("; {} of waiting\n", base::duration(waited / static_cast<double>(result.ranks.size())));
}

std::string formulas(const check::Result& result) {
  std::string text;
  for (const check::Liveness& line : result.liveness) {
    std::string name = line.name.empty() ? "" : " " + printable(line.name);
    if (line.kind == check::Property::ltl) name += (line.name.empty() ? " " : ": ") + printable(line.formula);
    text += fmt::format("  {}{}: {}, {} with the automaton, {}\n", base::name(line.kind), name,
                        base::name(line.verdict), base::counted(line.states, "state"), base::duration(line.seconds));
  }
  return text.empty() ? text : "\n" + text;
}

std::string what_it_rests_on(const check::Result& result) {
  if (result.rests_on.empty()) return {};
  return fmt::format("\n  Rests on {}.\n", printable(fmt::format("{}", fmt::join(result.rests_on, "; "))));
}

std::string never_executed(const check::Result& result, const Format& format) {
  if (!result.complete && !result.known) return {};
  if (!result.counts_statements) return {};
  const bool functions = result.counts_functions;
  if (result.unreached.empty()) return functions ? "" : "\n  Every statement was executed.\n";
  const std::size_t most = result.complete ? most_unreached : most_unreached_so_far;
  std::size_t width = 0;
  for (const model::Action& action : result.unreached) width = std::max(width, columns(printable(action.location)));
  std::string text =
      fmt::format("\n  {} {}:\n", result.complete ? "Never" : "Not yet", functions ? "called" : "executed");
  std::string actor;
  for (std::size_t i = 0; i < result.unreached.size() && i < most; ++i) {
    const model::Action& action = result.unreached[i];
    if (i == 0 || action.actor != actor) text += fmt::format("    {}\n", printable(action.actor));
    actor = action.actor;
    const std::string where = padded(printable(action.location), width);
    const std::size_t before = 6 + width + 2;
    const std::size_t room = std::max<std::size_t>(format.width > before ? format.width - before : 0, 20);
    text += fmt::format("      {}  {}\n", where, clipped(printable(action.text), room, format));
  }
  return text + and_more(result.unreached.size(), most);
}

// Places of the program under a title, not all of them if they are many.
template <typename Item>
std::string listed_places(std::string_view title, const std::vector<Item>& items) {
  constexpr std::size_t most = 10;
  if (items.empty()) return {};
  std::string text = fmt::format("\n  {}:\n", title);
  for (std::size_t i = 0; i < items.size() && i < most; ++i) {
    const std::string what = items[i].text.empty() ? "" : "  " + items[i].text;
    text += fmt::format("    {}\n", printable(items[i].location + what));
  }
  return text + and_more(items.size(), most);
}

// In which ways what holds shows less than it seems to.
std::string how_shallow(const check::Result& result) {
  if (!result.shallow) return {};
  using Assertions = std::vector<check::Shallow::Assertion>;
  Assertions never;
  Assertions alone;
  for (const check::Shallow::Assertion& one : result.shallow->assertions.value_or(Assertions())) {
    (one.evaluated ? alone : never).push_back(one);
  }
  return listed_places("Assertions never evaluated", never) +
         listed_places(fmt::format("Assertions evaluated with one {} alive only", result.actors.one), alone) +
         listed_places("Conditions that were always true", result.shallow->conditions);
}

// What threads did not do to each other so far.
std::string not_met(const model::Unmet& unmet) {
  constexpr std::size_t most = 5;
  const auto did = [](const model::Access& access) {
    return fmt::format("{} at {}", access.writes ? "written" : "read", printable(access.location));
  };
  const auto list = [](std::string_view title, const auto& items, const auto& line) {
    std::string text;
    if (items.empty()) return text;
    text += fmt::format("\n  {}:\n", title);
    for (std::size_t i = 0; i < items.size() && i < most; ++i) text += "    " + line(items[i]) + "\n";
    return text + and_more(items.size(), most);
  };
  std::string text = list("Conflicting accesses not next to each other so far", unmet.conflicts, [&](const auto& pair) {
    return fmt::format("{}: {}, {}", printable(pair.first.variable), did(pair.first), did(pair.second));
  });
  text += list("Locks taken in one order only so far", unmet.nestings, [](const auto& nesting) {
    return printable(fmt::format("{}, then {}, at {}", nesting.first.outer, nesting.first.inner, nesting.second));
  });
  if (unmet.full) text += "\n  There were more accesses and locks than are listed.\n";
  return text;
}

// Main.java:7, 9, 12; of methods and functions that were called.
std::string lines_not_reached(const std::vector<std::string>& lines) {
  constexpr std::size_t most = 20;
  if (lines.empty()) return {};
  std::string text;
  std::string_view file;
  for (std::size_t i = 0; i < lines.size() && i < most; ++i) {
    const std::size_t colon = lines[i].rfind(':');
    const std::string_view its = std::string_view(lines[i]).substr(0, colon);
    text += its == file ? ", " + lines[i].substr(colon + 1) : "\n    " + printable(lines[i]);
    file = its;
  }
  if (lines.size() > most) text += fmt::format("\n    and {} more", base::grouped(lines.size() - most));
  return fmt::format("\n  Lines not reached so far, of code that was called:{}\n", text);
}

std::string share_met(const check::Share& share, bool reduced) {
  const std::string of = reduced ? "of the states that reduction leaves" : "of all states";
  if (share.low < check::Share::least_shown)
    return fmt::format("\n  At most {}% {} were met, by an estimate.\n", percent(share.high), of);
  return fmt::format("\n  About {}% {} were met (95% interval: {} to {}%), by an estimate.\n", percent(share.estimate),
                     of, percent(share.low), percent(share.high));
}

// Of a search that a limit ended: what it has shown, and what would show more.
std::string known_so_far(const check::Result& result) {
  constexpr std::size_t most_advice = 3;
  if (!result.known) return {};
  const std::vector<check::Advice>& advice = result.known->advice;
  std::string text;
  if (result.known->levels) {
    text += fmt::format("\n  Every state fewer than {} from the initial one was explored{}.\n",
                        base::counted(*result.known->levels, "transition"),
                        result.reduced ? ", as far as reduction leaves it" : "");
  }
  if (result.known->preemptions) {
    text += fmt::format("\n  Every behaviour {} was explored, without a violation.\n",
                        load::with_at_most(*result.known->preemptions));
  }
  if (result.known->share) text += share_met(*result.known->share, result.reduced);
  if (result.known->lines) text += lines_not_reached(*result.known->lines);
  if (result.known->unmet) text += not_met(*result.known->unmet);
  if (result.known->capacities.size() > 1) {
    std::vector<std::string> all;
    for (const check::Capacity& one : result.known->capacities) {
      all.push_back(fmt::format("{} {}{}", base::name(one.store), base::rounded(static_cast<double>(one.states)),
                                one.may_omit ? " (may miss some)" : ""));
    }
    text += fmt::format("\n  About so many states fit into this memory: {}.\n", fmt::join(all, ", "));
  }
  if (advice.empty()) return text;
  text += "\n  What would bring more:\n";
  const std::span shown(advice.data(), std::min(advice.size(), most_advice));
  for (const check::Advice& one : shown) {
    text += fmt::format("    {}: {}\n      {}\n", printable(one.option), one.why, printable(one.command));
  }
  return text;
}

// "model.pml:3-7,9" for each file.
std::vector<std::string> line_ranges(const std::vector<load::CutAway::Place>& places) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < places.size();) {
    const std::string& file = places[i].file;
    std::string text;
    while (i < places.size() && places[i].file == file) {
      const std::uint32_t first = places[i].line;
      std::uint32_t last = first;
      for (; i < places.size() && places[i].file == file && places[i].line <= last + 1; ++i) last = places[i].line;
      text += fmt::format("{}{}", text.empty() ? "" : ",", first);
      if (last != first) text += fmt::format("-{}", last);
    }
    out.push_back(fmt::format("{}:{}", file, text));
  }
  return out;
}

std::string race_warnings(const std::vector<model::Race>& races) {
  std::string text;
  for (std::size_t i = 0; i < races.size() && i < most_races; ++i) {
    text += "\n  warning: race: " + printable(sentence_of(races[i].first, races[i].second));
  }
  if (races.size() > most_races) {
    text += fmt::format("\n  and {} more, which --format json lists", races.size() - most_races);
  }
  if (!races.empty()) text += "\n  --property race makes a race a violation.";
  return text;
}

std::string hints(const check::Result& result, const Story& story) {
  std::string text = race_warnings(result.races);
  const auto hint = [&](const std::string& line) { text += "\n  " + line; };
  for (const check::Suggestion& suggestion : result.suggestions) {
    hint(printable(suggestion.what) + "\n    " + printable(suggestion.command));
  }
  if (!result.unanswered.empty()) hint(printable(result.unanswered));
  for (const check::Shallow::Subformula& one : result.vacuous) {
    const std::string because = one.because.empty() ? "" : fmt::format(", since {}", one.because);
    hint(printable(fmt::format("Vacuous: {} holds whatever {} is{}.", one.formula, one.text, because)));
  }
  for (const std::string& note : result.notes) hint(printable(note));
  if (result.verdict == Verdict::violation) {
    for (const load::Restriction& each : result.restrictions) {
      const std::string remedy = each.remedy.empty() ? "" : fmt::format(" ({})", each.remedy);
      hint(printable(fmt::format("Explored {}{}.", each.what, remedy)));
    }
  }
  if (story.gap != 0 || story.folded) hint("--full-trail prints every step.");
  for (const std::string& command : result.next) hint(printable("next: " + command));
  if (result.why == search::Why::endless) hint("A loop inside an atomic sequence or d_step never leaves it.");
  return text.empty() ? text : text + "\n";
}

}  // namespace

std::string headline(const check::Result& result) {
  const std::string program = subject(result);
  if (result.verdict == Verdict::violation) {
    const check::Found& first = result.found.front();
    if (first.steps == 0) return fmt::format("{} in the initial state of {}", printable(first.violation.kind), program);
    return fmt::format("{} after {} of {}", printable(first.violation.kind), base::counted(first.steps, "step"),
                       program);
  }
  if (result.verdict == Verdict::explored) return fmt::format("all reachable states of {}; nothing judged", program);
  if (result.verdict == Verdict::holds) {
    return fmt::format("no {} in any reachable state of {}", joined(result.properties), program) +
           never_together(result);
  }
  if (result.verdict == Verdict::certified && !result.liveness.empty()) return no_cycle(result) + unjudged(result);
  if (result.verdict == Verdict::certified) {
    return fmt::format("{} covers all {}states of {}", printable(result.script_file),
                       result.reduced ? "" : "reachable ", printable(result.program + result.view)) +
           (result.reduced ? " that partial order reduction leaves" : "") + restricted(result) +
           (result.detail.empty() ? "" : ", " + printable(result.detail)) + judged_there(result, "");
  }
  if (result.verdict == Verdict::in_part) return in_part(result);
  if (result.verdict == Verdict::rejected)
    return fmt::format("{}: {}", printable(result.script_file), printable(result.detail));
  if (result.verdict == Verdict::incomplete) {
    return fmt::format("{}; nothing violated so far in {}", printable(result.detail), program);
  }
  return base::printable_lines(result.detail);  // what is not supported comes with its call stack, a line for each
}

std::string verdict_line(const check::Result& result, const Format& format) {
  return painted(fmt::format("{}:", base::name(result.verdict)), paint_of(result.verdict), format) + " " +
         headline(result) + "\n";
}

std::string cut_away(const load::CutAway& away) {
  if (!away.whole.empty()) return fmt::format("\n  Nothing is cut away: {}.\n", printable(away.whole));
  if (away.statements.empty() && away.variables.empty()) {
    return "\n  Nothing is cut away: all of it bears on the properties.\n";
  }
  std::string text =
      fmt::format("\n  Cut away: {} of {}, {} of {} and fields of messages.\n", base::grouped(away.statements.size()),
                  base::counted(away.statements_before, "statement"), base::grouped(away.variables.size()),
                  base::counted(away.variables_before, "variable"));
  for (const std::string& lines : line_ranges(away.statements)) text += fmt::format("    {}\n", printable(lines));
  if (!away.variables.empty()) {
    std::vector<std::string> names;
    for (const load::CutAway::Place& place : away.variables) {
      names.push_back(fmt::format("{} ({})", place.text, place.line));
    }
    text += fmt::format("    {}\n", printable(fmt::format("{}", fmt::join(names, ", "))));
  }
  return text;
}

std::string text(const Report& report, const Format& format) {
  const check::Result& result = report.result;
  const Story& story = report.story;
  std::string text = verdict_line(result, format);
  if (result.verdict == Verdict::error) return text;
  if (result.verdict == Verdict::rejected) {
    return story.beats.empty() ? text : text + "\n  This was seen after:\n\n" + trail_as_steps(story, format);
  }
  if (result.verdict == Verdict::violation) {
    text += what_and_where(result.found.front().violation, format, report.source_folders);
    text += cause_line(report.cause_of(0), result.found.front().violation);
    text += the_way_there(result, story, format);
    if (result.found.front().violation.kind == base::name(check::Property::deadlock))
      text += who_stands_where(story, format);
    text += the_others(result);
  }
  text += figures(result);
  text += shares(result);
  if (result.cut_away) text += cut_away(*result.cut_away);
  text += formulas(result);
  text += what_it_rests_on(result);
  text += never_executed(result, format);
  text += how_shallow(result);
  text += known_so_far(result);
  return text + hints(result, story);
}

std::string cause_line(const Cause* cause, const model::Violation& violation) {
  const bool news = cause != nullptr && cause->sentence != violation.detail;
  return news ? fmt::format("\n  cause: {}\n", printable(cause->sentence)) : "";
}

std::string who_stands_where(const Story& story, const Format& format) {
  if (story.standings.empty()) return {};
  std::string text = "\n  Where everybody stands:\n";
  const auto place = [&](const model::CodePosition& at, std::size_t indent) {
    const std::string line = printable(at.location) + "  " + printable(at.text);
    text += std::string(indent, ' ') + clipped(line, std::max<std::size_t>(format.width, 40) - indent, format) + "\n";
  };
  for (const model::Standing& one : story.standings) {
    text += fmt::format("    {}", printable(one.who));
    text += one.waits_for.empty() ? "\n" : fmt::format(": {}\n", printable(one.waits_for));
    for (std::size_t i = 0; i < one.ways.size() && i < most_ways; ++i) place(one.ways[i], 6);
    if (one.ways.size() > most_ways) text += fmt::format("      and {} more\n", one.ways.size() - most_ways);
    for (const model::CodePosition& call : one.stack) place(call, 6);
  }
  return text;
}

std::string what_and_where(const model::Violation& violation, const Format& format,
                           const std::vector<std::string>& folders) {
  const std::string where = violation.location.empty() ? "" : printable(violation.location) + ": ";
  std::string calls;
  if (violation.stack.size() > 1) {
    constexpr std::size_t most_calls = 20;
    const bool history = violation.kind == base::name(check::Property::linearizability);
    for (std::size_t i = 0; i < violation.stack.size() && i < most_calls; ++i) {
      calls += fmt::format("      {}{}\n", history ? "" : "at ", printable(violation.stack[i]));
    }
    if (violation.stack.size() > most_calls)
      calls += fmt::format("      and {} more\n", violation.stack.size() - most_calls);
  }
  return fmt::format("\n  {}{}\n", where, printable(violation.detail)) + calls +
         excerpt(violation.location, format, folders);
}

std::string excerpt(const std::string& location, const Format& format, const std::vector<std::string>& folders) {
  constexpr std::uint32_t around = 2;
  const std::optional<Place> place = place_of(location);
  if (!place) return {};
  const std::uint32_t wanted = place->line;
  std::ifstream file(folders.empty() ? std::filesystem::path(place->file) : SourceIndex(folders).find(place->file));
  std::string text;
  std::string line;
  const std::size_t digits = std::to_string(wanted + around).size();
  for (std::uint32_t number = 1; number <= wanted + around && std::getline(file, line); ++number) {
    if (number + around < wanted) continue;
    std::replace(line.begin(), line.end(), '\t', ' ');
    if (!line.empty() && line.back() == '\r') line.pop_back();
    const std::size_t room = std::max<std::size_t>(format.width > digits + 9 ? format.width - digits - 9 : 0, 20);
    std::string row = fmt::format("  {} {:>{}} | {}", number == wanted ? '>' : ' ', number, digits,
                                  clipped(printable(line), room, format));
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + "\n";
  }
  return text;
}

}  // namespace waymark::report
