#include "report/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>

#include "report/trail.hpp"

namespace waymark::report {

namespace {

constexpr std::size_t most_unreached = 60;
constexpr std::size_t most_ways = 6;

Paint paint_of(const std::string& verdict) {
  if (verdict == "holds" || verdict == "certified") return Paint::green;
  if (verdict == "violation" || verdict == "rejected") return Paint::red;
  return Paint::yellow;
}

// What a property excludes, as "deadlock or failed assertion".
std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i != 0) text += i + 1 == words.size() ? " or " : ", ";
    const bool condition = words[i] == "invariant" || words[i] == "step-invariant";
    text += words[i] == "assertion"    ? "failed assertion"
            : words[i] == "acceptance" ? "acceptance cycle"
            : words[i] == "progress"   ? "cycle without progress"
            : words[i] == "ltl"        ? "violated formula"
                                       : (condition ? "violated " : "") + words[i];
  }
  return text;
}

// What is not supported comes with its call stack, a line for each call.
std::string printable_lines(std::string_view text) {
  std::string lines;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    lines += printable(text.substr(0, end)) + "\n";
    text.remove_prefix(end + 1);
  }
  return lines + printable(text);
}

std::string headline(const Result& result) {
  const std::string program = printable(result.program);
  if (result.verdict == "violation") {
    const Found& first = result.found.front();
    if (first.steps == 0) return fmt::format("{} in the initial state of {}", printable(first.violation.kind), program);
    return fmt::format("{} after {} of {}", printable(first.violation.kind), counted(first.steps, "step"), program);
  }
  if (result.verdict == "holds") {
    if (result.properties.empty()) return fmt::format("no error in any reachable state of {}", program);
    return fmt::format("no {} in any reachable state of {}", joined(result.properties), program);
  }
  if (result.verdict == "certified" && !result.compared.empty()) {
    return fmt::format("a second search of {} gives the estimate of {}", program, printable(result.compared));
  }
  if (result.verdict == "rejected" && !result.compared.empty()) {
    return fmt::format("{}: {}", printable(result.compared), printable(result.detail));
  }
  if (result.verdict == "certified") {
    return fmt::format("{} covers all {}states of {}", printable(result.script_file),
                       result.reduced ? "" : "reachable ", program) +
           (result.reduced ? " that partial order reduction leaves" : "") +
           (result.detail.empty() ? "" : ", " + printable(result.detail)) +
           (result.properties.empty() ? "" : "; no " + joined(result.properties));
  }
  if (result.verdict == "rejected")
    return fmt::format("{}: {}", printable(result.script_file), printable(result.detail));
  if (result.verdict == "incomplete") {
    return fmt::format("{}; nothing violated so far in {}", printable(result.detail), program);
  }
  return printable_lines(result.detail);
}

std::string the_way_there(const Result& result, const Story& story, const Format& format) {
  if (result.found.front().steps == 0) return "";
  std::string text = "\n" + trail_as_steps(story, format);
  if (result.shortest) text += "\n  No violation is nearer to the initial state.\n";
  return text;
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

// Near all, every digit counts.
std::string percent(double share) {
  const bool near = share > 0.99 && share < 1;
  return fmt::format("{:.{}f}", 100 * share, near ? 4 : 0);
}

std::string figures(const Result& result) {
  const bool certifying = result.search.empty();
  const bool stored = !result.store.empty();
  std::string text = "\n  ";
  if (stored || certifying) text += counted(result.states, "state") + ", ";
  text += fmt::format("{}, depth {}", counted(result.transitions, "transition"), grouped(result.depth));
  if (result.errors > 1) text += fmt::format(", {}", counted(result.errors, "violation"));
  if (stored && !result.complete && result.explored < result.states) {
    text += fmt::format("; {} not explored", grouped(result.states - result.explored));
  }
  text += fmt::format("\n  {}", duration(result.seconds));
  if (stored && result.seconds >= 0.01) {
    text += fmt::format(", {} states/s", rounded(static_cast<double>(result.states) / result.seconds));
  }
  text += fmt::format(", {}", size(result.memory_bytes));
  if (stored && result.states != 0 && result.store_bytes != 0) {
    const double each = static_cast<double>(result.store_bytes) / static_cast<double>(result.states);
    text += fmt::format(" (store: {:.0f} B per state)", each);
  }
  if (result.omission && result.verdict != "violation") {
    text += fmt::format("\n  a state met was taken for known with a probability of about {:.2g}", *result.omission);
  }
  if (result.coverage) {
    const Coverage& coverage = *result.coverage;
    const double all = static_cast<double>(coverage.covered) / std::max(coverage.estimate, 1e-9);
    text += fmt::format("\n  about {}% of all states are covered (likely {} to {}%): {} of some {}",
                        percent(coverage.estimate), percent(coverage.low), percent(coverage.high),
                        grouped(coverage.covered), rounded(all));
  }
  if (!certifying) text += fmt::format("\n  search {}", result.search);
  if (stored) text += fmt::format(", store {}", result.store);
  if (result.reduced && !certifying) text += ", reduced";
  return text + "\n";
}

std::string formulas(const Result& result) {
  std::string text;
  for (const Liveness& line : result.liveness) {
    std::string name = line.name.empty() ? "" : " " + printable(line.name);
    if (line.kind == "ltl") name += (line.name.empty() ? " " : ": ") + printable(line.formula);
    text += fmt::format("  {}{}: {}, {} with the automaton, {}\n", line.kind, name, line.verdict,
                        counted(line.states, "state"), duration(line.seconds));
  }
  return text.empty() ? text : "\n" + text;
}

std::string never_executed(const Result& result, const Format& format) {
  if (!result.complete) return {};
  if (result.unreached.empty()) return "\n  Every statement was executed.\n";
  std::size_t width = 0;
  for (const model::Action& action : result.unreached) width = std::max(width, columns(printable(action.location)));
  std::string text = "\n  Never executed:\n";
  std::string actor;
  for (std::size_t i = 0; i < result.unreached.size() && i < most_unreached; ++i) {
    const model::Action& action = result.unreached[i];
    if (i == 0 || action.actor != actor) text += fmt::format("    {}\n", printable(action.actor));
    actor = action.actor;
    const std::string where = padded(printable(action.location), width);
    const std::size_t before = 6 + width + 2;
    const std::size_t room = std::max<std::size_t>(format.width > before ? format.width - before : 0, 20);
    text += fmt::format("      {}  {}\n", where, clipped(printable(action.text), room, format));
  }
  if (result.unreached.size() > most_unreached) {
    text += fmt::format("    and {} more\n", grouped(result.unreached.size() - most_unreached));
  }
  return text;
}

std::string hints(const Result& result, const Story& story) {
  std::string text;
  const auto hint = [&](const std::string& line) { text += "\n  " + line; };
  if (!result.trail_file.empty()) {
    hint(
        fmt::format("Trail written to {0}; 'waymark replay {1} --trail {0}' shows it again, with --columns or --msc as "
                    "a picture.",
                    printable(result.trail_file), printable(result.program)));
  }
  if (!result.script_file.empty() && !result.search.empty()) {
    hint(fmt::format("Script written to {0}; 'waymark certify {1} --script {0}' checks it.",
                     printable(result.script_file), printable(result.program)));
  }
  for (const std::string& note : result.notes) hint(printable(note));
  if (story.gap != 0) hint("--full-trail prints every step.");
  if (result.verdict == "violation" && !result.shortest && result.search == "dfs") {
    hint("Depth-first trails can be long; --search bfs finds a shortest one.");
  }
  if (result.reason == "memory" && result.store == "cache") {
    hint(fmt::format("A larger --cache-states or --memory, --search {} or --store tree may do.",
                     result.search == "dfs" ? "bfs" : "dfs"));
  } else if (result.reason == "memory" && result.search == "dfs") {
    hint("Depth-first searches keep a long path besides; --search bfs and --store tree need less memory.");
  } else if (result.reason == "memory" && result.omission.has_value()) {
    hint("--memory SIZE allows more.");
  } else if (result.reason == "memory") {
    hint("--store tree needs less memory, --store auto may miss states in less; --memory SIZE allows more.");
  }
  if (result.reason == "endless") hint("A loop inside an atomic sequence or d_step never leaves it.");
  return text.empty() ? text : text + "\n";
}

}  // namespace

std::string verdict_line(const Result& result, const Format& format) {
  return painted(result.verdict + ":", paint_of(result.verdict), format) + " " + headline(result) + "\n";
}

std::string text(const Result& result, const Story& story, const Format& format) {
  std::string text = verdict_line(result, format);
  if (result.verdict == "error") return text;
  if (result.verdict == "rejected") {
    return story.beats.empty() ? text : text + "\n  This was seen after:\n\n" + trail_as_steps(story, format);
  }
  if (result.verdict == "violation") {
    text += what_and_where(result.found.front().violation, format);
    text += the_way_there(result, story, format);
    if (result.found.front().violation.kind == "deadlock") text += who_stands_where(story, format);
  }
  text += figures(result);
  text += formulas(result);
  text += never_executed(result, format);
  return text + hints(result, story);
}

std::string what_and_where(const model::Violation& violation, const Format& format) {
  const std::string where = violation.location.empty() ? "" : printable(violation.location) + ": ";
  std::string calls;
  if (violation.stack.size() > 1) {
    constexpr std::size_t most_calls = 20;
    for (std::size_t i = 0; i < violation.stack.size() && i < most_calls; ++i) {
      calls += fmt::format("      at {}\n", printable(violation.stack[i]));
    }
    if (violation.stack.size() > most_calls)
      calls += fmt::format("      and {} more\n", violation.stack.size() - most_calls);
  }
  return fmt::format("\n  {}{}\n", where, printable(violation.detail)) + calls + excerpt(violation.location, format);
}

std::string excerpt(const std::string& location, const Format& format) {
  constexpr std::uint32_t around = 2;
  const std::size_t colon = location.rfind(':');
  if (colon == std::string::npos) return {};
  std::uint32_t wanted = 0;
  const auto parsed = std::from_chars(location.data() + colon + 1, location.data() + location.size(), wanted);
  if (parsed.ec != std::errc{} || parsed.ptr != location.data() + location.size() || wanted == 0) return {};
  std::ifstream file(location.substr(0, colon));
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
