#include "report/sarif.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/quantities.hpp"
#include "report/lanes.hpp"
#include "report/place.hpp"
#include "report/sources.hpp"
#include "report/text.hpp"
#include "report/trail.hpp"

namespace waymark::report {

namespace {

using Object = nlohmann::ordered_json;
constexpr Format plain{100, true, false};

// A file's name as a URI: what is not plain is written by its bytes.
std::string uri_of(const std::string& file) {
  std::string uri = file.starts_with('/') ? "file://" : "";
  for (const char c : file) {
    const auto byte = static_cast<unsigned char>(c);
    const bool unreserved = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                            std::string_view("-._~/").find(c) != std::string_view::npos;
    uri += unreserved ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return uri;
}

Object message(std::string_view text) { return {{"text", printable(text)}}; }

// Places as a code host finds them: relative to the repository in which we are.
class Places {
 public:
  Places(const std::vector<std::string>& folders, const std::string& program)
      : index_(folders), program_(program), repository_(repository()) {}

  // Of a place that names no line, the program as a whole.
  [[nodiscard]] Object physical(const std::string& location) {
    const std::optional<Place> place = place_of(location);
    Object at = {{"artifactLocation", artifact(place ? place->file : program_)}};
    if (place) at["region"] = {{"startLine", place->line}};
    return at;
  }

  // What stays the same of a violation when lines before it come or go.
  [[nodiscard]] std::string fingerprint(const model::Violation& violation) {
    const std::optional<Place> place = place_of(violation.location);
    const std::string file = place ? artifact(place->file)["uri"].get<std::string>() : program_;
    std::string line;
    if (place) {
      std::ifstream text(index_.find(place->file));
      for (std::uint32_t number = 0; number < place->line && std::getline(text, line); ++number) continue;
      line.erase(0, line.find_first_not_of(" \t"));
    }
    return fmt::format("{}:{}:{}", violation.kind, file, line.empty() ? violation.detail : line);
  }

 private:
  [[nodiscard]] Object artifact(const std::string& file) {
    const std::filesystem::path found = index_.find(file);
    if (found.empty()) return {{"uri", uri_of(file)}};
    std::error_code fault;
    const std::filesystem::path inside = std::filesystem::relative(found, repository_, fault);
    const bool outside = fault || inside.empty() || *inside.begin() == "..";
    if (outside) return {{"uri", uri_of(file)}};
    return {{"uri", uri_of(inside.generic_string())}, {"uriBaseId", "%SRCROOT%"}};
  }

  SourceIndex index_;
  const std::string& program_;
  std::filesystem::path repository_;
};

Object thread_step(const model::Event& event, Places& places, std::uint64_t order) {
  std::string told = event.text;
  for (const std::string& effect : effects(event, plain)) told += "; " + effect;
  Object step = {{"location", {{"physicalLocation", places.physical(event.location)}, {"message", message(told)}}},
                 {"executionOrder", order}};
  for (const model::Change& change : event.changes) step["state"][printable(change.name)] = message(change.after);
  return step;
}

std::string way_in_words(const Story& story) {
  std::string text = base::counted(story.steps, "step");
  if (story.gap != 0) text += fmt::format(", of which {} are left out", base::grouped(story.gap));
  if (story.cycle_before && *story.cycle_before < story.beats.size()) {
    text += fmt::format("; from step {} on, again and again", story.beats[*story.cycle_before].step);
  } else if (story.cycle_before) {
    text += "; then no process can take a step";
  }
  return text;
}

Object code_flow(const Story& story, Places& places) {
  const Lanes lanes(story);
  Object flow = {{"message", message(way_in_words(story))}, {"threadFlows", Object::array()}};
  for (std::size_t lane = 0; lane < lanes.count(); ++lane) {
    flow["threadFlows"].push_back(
        {{"id", fmt::format("{}", lane)}, {"message", message(lanes.name(lane))}, {"locations", Object::array()}});
  }
  std::uint64_t order = 0;
  for (const Beat& beat : story.beats) {
    for (const model::Event& event : beat.events) {
      flow["threadFlows"][lanes.of(event)]["locations"].push_back(thread_step(event, places, ++order));
    }
  }
  return flow;
}

Object finding(const check::Found& found, const Cause* cause, Places& places) {
  const model::Violation& violation = found.violation;
  std::string told = fmt::format("{}, after {}", violation.detail.empty() ? violation.kind : violation.detail,
                                 base::counted(found.steps, "step"));
  if (cause != nullptr && cause->sentence != violation.detail) told += "; cause: " + cause->sentence;
  Object one = {{"ruleId", printable(violation.kind)},
                {"level", "error"},
                {"message", message(told)},
                {"locations", Object::array({{{"physicalLocation", places.physical(violation.location)}}})},
                {"partialFingerprints", {{"violation/v1", printable(places.fingerprint(violation))}}}};
  if (cause != nullptr && !cause->places.empty()) {
    Object related = Object::array();
    for (const std::string& place : cause->places) related.push_back({{"physicalLocation", places.physical(place)}});
    one["relatedLocations"] = std::move(related);
  }
  if (!violation.stack.empty()) {
    Object frames = Object::array();
    for (const std::string& call : violation.stack) frames.push_back({{"location", {{"message", message(call)}}}});
    one["stacks"] = Object::array({{{"frames", std::move(frames)}}});
  }
  return one;
}

// A race that is only a warning, at its two places.
Object warning(const model::Race& race, Places& places) {
  const auto& [one, other] = race;
  const model::Violation violation = {std::string(base::name(check::Property::race)), sentence_of(one, other),
                                      one.location};
  return {{"ruleId", violation.kind},
          {"level", "warning"},
          {"message", message(violation.detail)},
          {"locations", Object::array({{{"physicalLocation", places.physical(one.location)}}})},
          {"relatedLocations", Object::array({{{"physicalLocation", places.physical(other.location)}}})},
          {"partialFingerprints", {{"violation/v1", printable(places.fingerprint(violation))}}}};
}

// Each with the way to it.
void add_findings(const Report& report, Object& results) {
  const check::Result& result = report.result;
  Places places(report.source_folders, result.program);
  for (std::size_t i = 0; i < result.found.size(); ++i) {
    results.push_back(finding(result.found[i], report.cause_of(i), places));
    const Story* const way = report.way_to(i);
    if (way == nullptr || way->beats.empty()) continue;
    results.back()["codeFlows"] = Object::array({code_flow(*way, places)});
  }
  for (const model::Race& race : result.races) results.push_back(warning(race, places));
}

// Every kind that was judged or found is a rule, so that what holds can be told from what was not asked.
void add_rules(const check::Result& result, std::vector<std::string>& ids) {
  for (const check::Property property : result.properties) ids.emplace_back(base::name(property));
  for (const check::Found& found : result.found) ids.push_back(printable(found.violation.kind));
  if (!result.races.empty()) ids.emplace_back(base::name(check::Property::race));
}

// What a rule is about, and what to do about it.
std::string help_of(const std::string& id) {
  using check::Property;
  const std::string_view replay = "'waymark check --html FILE' shows the run step by step.";
  const auto property = base::named<Property>(id);
  std::string what = "The program did something that its language does not define.";
  if (property == Property::deadlock) what = "No process or thread can take a step, and not all are at a proper end.";
  if (property == Property::assertion) what = "An assertion of the program does not hold.";
  if (property == Property::exception) what = "A thread ends with an exception that nobody catches.";
  if (property == Property::race)
    what = "Two threads access one variable, one of them writes, and nothing orders them.";
  if (property == Property::leak) what = "The program ends, and memory was not freed.";
  if (property == Property::overflow) what = "A signed number does not fit into its type.";
  if (property == Property::invariant || property == Property::step_invariant)
    what = "A condition on states does not hold.";
  if (property == Property::acceptance || property == Property::progress)
    what = "A run goes round for ever as it must not.";
  if (property == Property::linearizability)
    what = "No order of the operations on the sequential twin yields the results of a history.";
  if (property == Property::ltl) what = "A run violates a formula of temporal logic.";
  return fmt::format("{} {}", what, replay);
}

Object rules(std::vector<std::string> ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  Object list = Object::array();
  for (const std::string& id : ids) {
    list.push_back({{"id", id},
                    {"shortDescription", message(fmt::format("Some run ends in this: {}", id))},
                    {"help", message(help_of(id))}});
  }
  return list;
}

std::string log_of(const Object& run) {
  const Object log = {
      {"$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs", Object::array({run})}};
  return log.dump(-1, ' ', false, Object::error_handler_t::replace) + "\n";
}

Object run_of(std::string_view version, Object rule_list, Object results, bool successful) {
  return {
      {"tool", {{"driver", {{"name", "waymark"}, {"version", std::string(version)}, {"rules", std::move(rule_list)}}}}},
      {"columnKind", "utf16CodeUnits"},
      {"invocations", Object::array({{{"executionSuccessful", successful}}})},
      {"results", std::move(results)}};
}

void notify(Object& run, std::string_view level, std::string_view text) {
  run["invocations"][0]["toolExecutionNotifications"].push_back(
      {{"level", std::string(level)}, {"message", message(text)}});
}

// How a check ended.
void notify_of(const check::Result& result, Object& run) {
  std::string headline = verdict_line(result, plain);
  headline.pop_back();
  const bool in_doubt = result.verdict == check::Verdict::incomplete || result.verdict == check::Verdict::in_part ||
                        result.verdict == check::Verdict::explored;
  const bool wrong = result.verdict == check::Verdict::rejected || result.verdict == check::Verdict::error;
  notify(run, wrong ? "error" : in_doubt ? "warning" : "note", headline);
  if (!result.unanswered.empty()) notify(run, "warning", result.unanswered);
  for (const std::string& fault : result.faults) notify(run, "error", fault);
}

}  // namespace

std::string sarif(const Report& report, std::string_view version) {
  const check::Result& result = report.result;
  Object results = Object::array();
  add_findings(report, results);
  std::vector<std::string> ids;
  add_rules(result, ids);
  Object run = run_of(version, rules(std::move(ids)), std::move(results), result.verdict != check::Verdict::error);
  run["automationDetails"] = {{"id", fmt::format("waymark/{}/", uri_of(result.program))}};
  run["properties"] = {{"verdict", base::name(result.verdict)},
                       {"states", result.states},
                       {"transitions", result.transitions},
                       {"seconds", result.seconds}};
  notify_of(result, run);
  return log_of(run);
}

std::string sarif(std::span<const TestReport> tests, std::string_view version) {
  Object results = Object::array();
  std::vector<std::string> ids;
  bool successful = true;
  for (const TestReport& test : tests) {
    const std::size_t first = results.size();
    add_rules(test.report.result, ids);
    add_findings(test.report, results);
    successful = successful && test.report.result.verdict != check::Verdict::error;
    for (std::size_t i = first; i < results.size(); ++i) {
      results[i]["locations"][0]["logicalLocations"] =
          Object::array({{{"fullyQualifiedName", printable(test.name)}, {"kind", "function"}}});
    }
  }
  Object run = run_of(version, rules(std::move(ids)), std::move(results), successful);
  run["automationDetails"] = {{"id", fmt::format("waymark/{}/", uri_of(suite_of(tests)))}};
  for (const TestReport& test : tests) {
    if (test.why_not.empty()) {
      notify_of(test.report.result, run);
    } else {
      notify(run, "warning", fmt::format("not run: {}: {}", test.name, test.why_not));
    }
  }
  return log_of(run);
}

std::string sarif_error(const std::string& detail, std::string_view version) {
  Object run = run_of(version, Object::array(), Object::array(), false);
  notify(run, "error", detail);
  return log_of(run);
}

}  // namespace waymark::report
