#include "report/junit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "report/text.hpp"
#include "report/trail.hpp"
#include "report/xml.hpp"

namespace waymark::report {

namespace {

using check::Verdict;
constexpr Format unpainted{100, true, false};

enum class Ending { passed, failure, error, skipped };

struct Case {
  std::string name;
  Ending ending = Ending::passed;
  std::string type = "";
  std::string message = "";
  std::string body = "";
  std::string suite = "";  // of a test; empty: the program
};

std::string element(const Case& one) {
  const std::string_view tag = one.ending == Ending::failure ? "failure"
                               : one.ending == Ending::error ? "error"
                                                             : "skipped";
  return fmt::format("<{0} type=\"{1}\" message=\"{2}\">{3}</{0}>", tag, xml_text(one.type), xml_text(one.message),
                     xml_text(one.body));
}

std::string document(const std::string& program, double seconds, const std::vector<Case>& cases) {
  const auto ended = [&](Ending ending) {
    return std::count_if(cases.begin(), cases.end(), [&](const Case& one) { return one.ending == ending; });
  };
  std::string text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      "<testsuite name=\"waymark {}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\">\n",
      xml_text(program), cases.size(), ended(Ending::failure), ended(Ending::error), ended(Ending::skipped), seconds);
  for (const Case& one : cases) {
    text += fmt::format("<testcase classname=\"{}\" name=\"{}\">{}</testcase>\n",
                        xml_text(one.suite.empty() ? program : one.suite), xml_text(one.name),
                        one.ending == Ending::passed ? "" : element(one));
  }
  return text + "</testsuite>\n</testsuites>\n";
}

Case failed(const std::string& name, const Report& report, std::size_t number) {
  const model::Violation& violation = report.result.found[number].violation;
  const Story* const story = report.way_to(number);
  std::string body = what_and_where(violation, unpainted, report.source_folders);
  body += cause_line(report.cause_of(number), violation);
  if (story != nullptr && !story->beats.empty()) body += "\n" + trail_as_steps(*story, unpainted);
  return {name, Ending::failure, violation.kind, violation.detail, body};
}

// Of a property about which nothing was found.
Case unviolated(const std::string& name, const check::Result& result) {
  switch (result.verdict) {
    case Verdict::holds:
    case Verdict::certified:
    case Verdict::task:
      return {name};
    case Verdict::violation:
      if (result.complete) return {name};
      return {name, Ending::skipped, "undecided", "the search ended with what it found before"};
    case Verdict::explored:
    case Verdict::incomplete:
    case Verdict::in_part:
    case Verdict::rejected:
    case Verdict::error:
      break;
  }
  std::string headline = verdict_line(result, unpainted);
  headline.pop_back();
  return {name, Ending::error, std::string(base::name(result.verdict)), headline};
}

std::string name_of(const check::Liveness& line) {
  std::string name(base::name(line.kind));
  if (!line.name.empty()) name += " " + line.name;
  if (!line.formula.empty()) name += ": " + line.formula;
  return line.fair ? name + " (weakly fair)" : name;
}

// Questions about cycles have a verdict each; the violation is that of the last.
void add_cycles(const Report& report, std::vector<Case>& cases) {
  const check::Result& result = report.result;
  for (const check::Liveness& line : result.liveness) {
    if (line.verdict == Verdict::violation && !result.found.empty()) {
      cases.push_back(failed(name_of(line), report, 0));
    } else if (line.verdict == Verdict::holds || line.verdict == Verdict::certified) {
      cases.push_back({name_of(line)});
    } else {
      cases.push_back(unviolated(name_of(line), result));
    }
  }
}

}  // namespace

std::string junit(const Report& report) {
  const check::Result& result = report.result;
  std::vector<Case> cases;
  std::vector<std::string> names;
  for (const check::Property property : result.properties) {
    const bool told =
        check::about_cycles(property) && std::any_of(result.liveness.begin(), result.liveness.end(),
                                                     [&](const auto& line) { return line.kind == property; });
    const bool on_word = std::find(result.on_word.begin(), result.on_word.end(), property) != result.on_word.end();
    if (!told) names.push_back(fmt::format("{}{}", base::name(property), on_word ? " (on the signer's word)" : ""));
  }
  const bool by_cycle = std::any_of(result.liveness.begin(), result.liveness.end(),
                                    [](const auto& line) { return line.verdict == Verdict::violation; });
  for (const check::Found& found : result.found) {
    const std::string& kind = found.violation.kind;
    if (!by_cycle && std::find(names.begin(), names.end(), kind) == names.end()) names.push_back(kind);
  }
  for (const std::string& name : names) {
    const auto found = std::find_if(result.found.begin(), result.found.end(),
                                    [&](const check::Found& one) { return one.violation.kind == name; });
    if (found == result.found.end()) {
      cases.push_back(unviolated(name, result));
    } else {
      cases.push_back(failed(name, report, static_cast<std::size_t>(found - result.found.begin())));
    }
  }
  add_cycles(report, cases);
  if (cases.empty()) cases.push_back(unviolated("program", result));
  for (const std::string& name : result.not_judged) {
    cases.push_back({name, Ending::skipped, "not judged", "this run says nothing about it"});
  }
  if (!result.unanswered.empty()) cases.push_back({"question", Ending::error, "unanswered", result.unanswered});
  if (result.found.empty()) {
    for (const std::string& fault : result.faults) cases.push_back({"output", Ending::error, "not written", fault});
  }
  return document(result.program + result.view, result.seconds, cases);
}

std::string junit(std::span<const TestReport> tests) {
  std::vector<Case> cases;
  double seconds = 0;
  for (const TestReport& test : tests) {
    const check::Result& result = test.report.result;
    const std::string name = test.name_in_suite();
    seconds += result.seconds;
    if (!test.why_not.empty()) {
      cases.push_back({name, Ending::skipped, "not run", test.why_not});
    } else if (!result.found.empty()) {
      cases.push_back(failed(name, test.report, 0));
    } else {
      cases.push_back(unviolated(name, result));
    }
    cases.back().suite = test.suite;
  }
  return document(suite_of(tests), seconds, cases);
}

std::string junit_error(const std::string& detail) {
  return document("", 0, {{"program", Ending::error, "error", detail}});
}

}  // namespace waymark::report
