#include "cli/options/groups.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "base/diagnostics.hpp"
#include "cli/terminal/terminal.hpp"

namespace waymark::cli {

namespace {

using options::choice;
using options::choice_with_default;
using options::flag;
using options::number;
using options::value;

check::Property selected(const std::string& word) {
  const auto property = base::named<check::Property>(word);
  if (property && check::selectable(*property)) return *property;
  throw base::InputError(
      fmt::format("waymark: error: --property {}: there are deadlock, assertion, exception, race, leak, overflow, "
                  "acceptance and progress, or none "
                  "alone",
                  word));
}

std::string default_kinds() {
  std::string text;
  for (const check::Property kind : check::Properties{}.kinds()) {
    text += fmt::format("{}{}", text.empty() ? "" : ",", base::name(kind));
  }
  return text;
}

}  // namespace

std::vector<Group> program_groups(load::Source& source, const std::string& title) {
  source.tell = [last = std::make_shared<std::string>()](const std::string& text) {
    if (std::exchange(*last, text) != text) print_error(text);  // programs are loaded several times
  };
  return load::program_options(source, title);
}

Group properties_group(check::Properties& properties, load::Source& source) {
  Option kinds{"--property", "KIND,...",
               "deadlock, assertion, exception, race, leak, overflow, acceptance, progress, or none"};
  kinds.again = true;
  kinds.last = [&](const std::vector<std::string>& words) {
    properties.selected.emplace();
    if (words.size() == 1 && words.front() == "none") return;
    for (const std::string& word : words) properties.selected->push_back(selected(word));
    source.judged = {.races = properties.includes(check::Property::race),
                     .leaks = properties.includes(check::Property::leak),
                     .overflow = source.judged.overflow || properties.includes(check::Property::overflow)};
  };
  kinds.more = "exception is for Java, leak and overflow are for C, acceptance and progress are about cycles";
  kinds.listed = true;
  kinds.values = [&properties]() -> std::vector<std::string> {
    if (!properties.selected) return {};
    std::vector<std::string> names;
    for (const check::Property kind : *properties.selected) names.emplace_back(base::name(kind));
    return {names.empty() ? "none" : fmt::format("{}", fmt::join(names, ","))};
  };
  for (const std::string& name : options::all_names<check::Property>()) {
    if (check::selectable(*base::named<check::Property>(name))) kinds.choices.push_back(name);
  }
  kinds.choices.emplace_back("none");
  kinds.standard = default_kinds();
  return {
      "What to check",
      "",
      {std::move(kinds).for_agents(),
       value("--invariant", "EXPR", &properties.invariants, "A condition on every state; repeatable").for_agents()}};
}

Option prints_option(bool& keep_prints) {
  return flag("--keep-prints", keep_prints, "In a slice, keep the program's output");
}

Group reduction_group(CheckOptions& asked) {
  return {"Abstraction",
          "abstraction",
          {flag("--slice", asked.slice,
                "Promela: leave out statements and variables that cannot affect the properties, and list them")
               .for_agents(),
           prints_option(asked.keep_prints).needing({"--slice"}), load::abstract_option(asked.program),
           number("--refine", "N", asked.refine,
                  "Add the predicates that rule a spurious counterexample out, up to N times")
               .needing({"--abstract"})}};
}

Group style_group(report::TrailStyle& style) {
  const auto becomes = [&style](report::TrailStyle wanted) { return [&style, wanted] { style = wanted; }; };
  return {"What to write",
          "",
          {flag("--columns", becomes(report::TrailStyle::columns), "One column per process").excluding({"--msc"}),
           flag("--msc", becomes(report::TrailStyle::chart), "A message sequence chart"),
           flag("--output", becomes(report::TrailStyle::output), "Only what the program prints")
               .excluding({"--columns", "--msc"})}};
}

Group format_group(Output& output) {
  return {"What to write",
          "",
          {choice_with_default("--format", "FORMAT", output.format, "text, json, sarif or junit")
               .with_more("json is one object, as 'waymark schema' describes; sarif is version 2.1.0; junit is XML"),
           html_option(output.html)}};
}

Group output_group(Output& output) {
  return {"What to write", "", {flag("--quiet", output.quiet, "Print the verdict only")}};
}

Group more_output_group(Output& output, std::vector<Option> others) {
  others.push_back(json_option(output));
  others.push_back(value("--sources", "DIR", &output.sources, "Where the program's text is; repeatable"));
  others.push_back(flag("--full-trail", output.full_trail,
                        "Print all steps of a counterexample, also of long ones and of library calls"));
  return {"More output", "output", std::move(others)};
}

Option json_option(Output& output) {
  const auto json = [&output] { output.format = OutputFormat::json; };
  return flag("--json", json, "The same as --format json").excluding({"--format"});
}

Option cut_option(script::IdsCut& cut) {
  return choice_with_default("cut", "HOW", cut, "How an ids script is divided among tasks: slice or subtree");
}

Option progress_option(ProgressForm& form) {
  return choice_with_default("--progress", "HOW", form, "Progress on standard error: line, json or none")
      .with_more("line is redrawn, on a terminal only; json is one object on each line");
}

Option graph_option(Output& output) {
  const auto draw = [&output] { output.graph_states = GraphOptions().states; };
  return flag("--graph", draw, "Draw the first 2000 states into the page, with the path of the counterexample")
      .needing({"--html"});
}

Option html_option(std::string& html) {
  return value("--html", "FILE", &html, "A web page: the result, a counterexample step by step");
}

Option trail_option(std::string& trail) {
  return value("--trail", "FILE", &trail, "The counterexample, for 'waymark replay'").written_by_agents(".trail");
}

}  // namespace waymark::cli
