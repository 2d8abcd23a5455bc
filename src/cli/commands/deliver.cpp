#include "cli/commands/deliver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "base/check.hpp"
#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "base/quantities.hpp"
#include "check/lift/lasso.hpp"
#include "cli/commands/commands.hpp"
#include "cli/terminal/terminal.hpp"
#include "report/json.hpp"
#include "report/junit.hpp"
#include "report/page.hpp"
#include "report/place.hpp"
#include "report/sarif.hpp"
#include "report/sources.hpp"
#include "report/text.hpp"

namespace waymark::cli {

namespace {

// How many choices of a long trail are told, from its beginning and from its end: for people many of them are folded
// into one beat; a code host shows a few thousand.
std::uint64_t at_each_end(OutputFormat format) {
  switch (format) {
    case OutputFormat::text:
    case OutputFormat::junit:
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

report::Story for_a_person(const report::Story& story) { return report::shortened(report::folded(story), for_reading); }

}  // namespace

report::Report readable(const report::Report& report, const Output& output) {
  if (output.full_trail) return report;
  report::Report part = report;
  part.story = for_a_person(report.story);
  std::uint64_t left = for_reading.head + for_reading.tail;
  for (report::Story& other : part.others) {
    other = report::shortened(report::folded(other), {left / 2, std::max<std::uint64_t>(left / 2, 1)});
    left -= std::min<std::uint64_t>(left, other.beats.size());
  }
  return part;
}

// A verdict that has been told stands, whatever becomes of the page.
int deliver_page(const report::Report& report, const Output& output) {
  const int code = exit_code(report.result);
  report::PageParts parts{
      WAYMARK_VERSION, {}, report.course ? &*report.course : nullptr, report.graph ? &*report.graph : nullptr};
  parts.roots.folders.assign(report.source_folders.begin(), report.source_folders.end());
  try {
    base::write_file(output.html, report::page(report::json(report), parts).value());
  } catch (const base::InputError& fault) {
    print_error(std::string(fault.what()) + "\n");
    return code == exit_holds ? exit_bad_input : code;
  }
  if (output.format == OutputFormat::text && !output.quiet && output.html != "-") {
    print(fmt::format("\n  Page written to {}.\n", report::printable(output.html)));
  }
  return code;
}

void refuse_page(const Output& output) {
  if (output.html.empty()) return;
  if (output.html == "-" && output.format != OutputFormat::text) {
    throw base::InputError("waymark: error: --format and --html would both be on standard output; name a file");
  }
  base::refuse_unwritable(output.html);
}

namespace {

// Where Maven, Gradle and editors keep the text of classes that they put into such a folder: target/classes,
// build/classes/java/main, out/production, bin.
void add_project_folders(const std::string& classes, std::vector<std::string>& folders) {
  namespace fs = std::filesystem;
  constexpr int most_up = 4;
  std::error_code fault;
  fs::path at = fs::absolute(classes, fault).lexically_normal();
  if (at.filename().empty()) at = at.parent_path();
  for (int up = 0; up < most_up && at != at.parent_path(); ++up) {
    at = at.parent_path();
    bool found = false;
    for (const char* const below : {"src/main/java", "src/test/java", "src"}) {
      if (!fs::is_directory(at / below, fault)) continue;
      folders.push_back(fs::relative(at / below, fault).string());
      found = true;
    }
    if (found) return;
  }
}

}  // namespace

std::vector<std::string> source_folders(const load::Source& source, const Output& output) {
  std::vector<std::string> folders = output.sources;
  if (!load::is_java(source)) return folders;
  std::string_view rest = source.classpath;
  while (!rest.empty()) {
    const std::string_view one = rest.substr(0, rest.find(':'));
    folders.emplace_back(one.empty() ? "." : one);
    rest.remove_prefix(std::min(one.size() + 1, rest.size()));
  }
  const std::vector<std::string> given = folders;
  for (const std::string& one : given) add_project_folders(one, folders);
  folders.emplace_back(".");
  return folders;
}

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

int exit_code(const check::Result& result) {
  if (!result.unanswered.empty()) return exit_incomplete;
  switch (result.verdict) {
    case check::Verdict::holds:
    case check::Verdict::certified:
    case check::Verdict::task:
      return exit_holds;
    case check::Verdict::violation:
      return exit_violation;
    case check::Verdict::explored:
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

std::vector<report::Story> tell_others(model::Model& model, const std::vector<check::Found>& found,
                                       const Output& output) {
  std::vector<report::Story> stories;
  if (output.html.empty() && output.format == OutputFormat::text) return stories;
  std::uint64_t left = 2 * at_each_end(output.html.empty() ? output.format : OutputFormat::json);
  for (std::size_t i = 1; i < found.size(); ++i) {
    const std::vector<std::uint32_t>& choices = found[i].choices;
    report::Excerpt excerpt;
    if (!output.full_trail && choices.size() > left) excerpt = {left / 2, std::max<std::uint64_t>(left / 2, 1)};
    left -= std::min<std::uint64_t>(left, choices.size());
    stories.push_back(report::tell(model, choices, excerpt, found[i].cycle));
  }
  return stories;
}

report::Story tell_in_part(model::Model& model, const std::vector<std::uint32_t>& choices, const Output& output,
                           std::optional<std::uint64_t> cycle) {
  const std::uint64_t each = at_each_end(output.html.empty() ? output.format : OutputFormat::json);
  report::Excerpt excerpt;
  if (!output.full_trail && choices.size() > 2 * each) excerpt = {each, each};
  return report::tell(model, choices, excerpt, cycle);
}

namespace {

// The lines that places name, as far as their files can be read, which is done once.
class SourceLines {
 public:
  SourceLines(const std::vector<std::string>& locations, const std::vector<std::string>& folders) {
    std::set<std::string> files;
    for (const std::string& one : locations) {
      if (const std::optional<report::Place> place = report::place_of(one)) files.insert(place->file);
    }
    report::SourceRoots roots;
    roots.folders.assign(folders.begin(), folders.end());
    texts_ = report::read_sources(files, roots);
  }

  // Without the blanks around it; empty if it is not known.
  [[nodiscard]] std::string at(const std::string& location) const {
    const std::optional<report::Place> place = report::place_of(location);
    const auto text = place ? texts_.find(place->file) : texts_.end();
    if (text == texts_.end()) return {};
    std::string_view rest = text->second;
    for (std::uint32_t line = 1; line < place->line && !rest.empty(); ++line) {
      rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
    }
    rest = rest.substr(0, rest.find('\n'));
    const std::size_t first = std::min(rest.find_first_not_of(" \t\r"), rest.size());
    return std::string(rest.substr(first, rest.find_last_not_of(" \t\r") + 1 - first));
  }

 private:
  std::map<std::string, std::string> texts_;
};

std::optional<check::BrokenPromise> broken_promise(const check::Found& found, const std::string& formula,
                                                   const load::Program& program) {
  const bool judged = !formula.empty() && base::named<check::Property>(found.violation.kind) == check::Property::ltl;
  if (!judged) return std::nullopt;
  const ltl::FormulaPtr parsed = ltl::parse(formula, "--ltl");
  return check::broken_promise({found.choices, found.cycle, found.stutters, found.steps}, *program.make(), *parsed);
}

}  // namespace

void find_causes(report::Report& report, const load::Program& told, const load::Program& checked) {
  for (std::size_t i = 0; i < report.result.found.size(); ++i) {
    check::Found& found = report.result.found[i];
    const report::Story* const story = report.way_to(i);
    if (story == nullptr) break;
    // Told, it has the names that people know.
    if (story->last == model::Step::failed && story->violation.kind == found.violation.kind) {
      found.violation = story->violation;
    }
    const std::string formula = check::violated_formula(found, report.result);
    const std::string line =
        SourceLines({found.violation.location}, report.source_folders).at(found.violation.location);
    report.causes.push_back(
        report::cause_of(found, *story, line, broken_promise(found, formula, i == 0 ? told : checked)));
  }
}

void quote_shallow(report::Report& report) {
  if (!report.result.shallow) return;
  std::vector<check::Shallow::Condition>& conditions = report.result.shallow->conditions;
  std::vector<check::Shallow::Assertion> none;
  std::vector<check::Shallow::Assertion>& assertions =
      report.result.shallow->assertions ? *report.result.shallow->assertions : none;
  std::vector<std::string> unknown;
  const auto note = [&](const auto& one) {
    if (one.text.empty()) unknown.push_back(one.location);
  };
  std::for_each(conditions.begin(), conditions.end(), note);
  std::for_each(assertions.begin(), assertions.end(), note);
  if (unknown.empty()) return;
  const SourceLines lines(unknown, report.source_folders);
  const auto quote = [&](auto& one) {
    if (one.text.empty()) one.text = lines.at(one.location);
  };
  std::for_each(conditions.begin(), conditions.end(), quote);
  std::for_each(assertions.begin(), assertions.end(), quote);
  using Condition = check::Shallow::Condition;
  const auto same = [](const Condition& a, const Condition& b) { return a.text == b.text && a.location == b.location; };
  conditions.erase(std::unique(conditions.begin(), conditions.end(), same), conditions.end());
}

void note_assumptions(const load::Program& program, check::Result& result) {
  for (std::string& each : program.front_end->taken_for_granted()) result.notes.push_back(std::move(each));
  result.restrictions = program.front_end->restrictions();
  result.races = program.front_end->races();
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
  const auto say = [&](const std::string& text) {
    output.aside || output.html == "-" ? print_error(text) : print(text);
  };
  try {
    if (output.format != OutputFormat::text) {
      const bool for_people = output.format == OutputFormat::junit;
      say(for_programs(for_people ? readable(report, output) : report, output.format));
    } else if (output.quiet && !unfit) {
      say(report::verdict_line(result, format) + (result.unanswered.empty() ? "" : result.unanswered + "\n"));
    } else if (!unfit) {
      say(report::text(readable(report, output), format));
    }
  } catch (const base::InputError& fault) {
    if (result.verdict != check::Verdict::violation) throw;
    print_error(report::verdict_line(result, {}) + fault.what() + "\n");
  }
  return output.html.empty() ? exit_code(result) : deliver_page(report, output);
}

int rejected(const std::string& path, const std::string& why) {
  print_error(fmt::format("rejected: {}: {}\n", report::printable(path), report::printable(why)));
  return exit_rejected;
}

}  // namespace waymark::cli
