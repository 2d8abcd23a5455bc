#include "cli/agents/mcp_tools.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>

#include "base/diagnostics.hpp"
#include "base/nearest.hpp"
#include "base/process.hpp"
#include "base/quantities.hpp"
#include "base/watch.hpp"
#include "cli/options/command.hpp"
#include "cli/options/quote_command.hpp"
#include "cli/terminal/exit_code.hpp"

namespace waymark::cli {

namespace {

using options::Agents;
using serve::Answer;
using serve::Json;

struct Shape {
  std::string name;
  std::string command;
  std::string description;
  std::vector<std::string> fixed;  // words of the command line
  std::vector<std::string> required;
};

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> all{
      {"check",
       "check",
       "Explore every reachable state of a program and check its properties. Gives the verdict (holds, violation, "
       "incomplete), the cause of a violation, the digest of the program, and the files that were written.",
       {"--json"},
       {}},
      {"explain",
       "replay",
       "Explain a counterexample that 'check' wrote as a trail: its cause, its schedule step by step, where each "
       "thread stands at the end, and the commands with which to go on.",
       {"--json"},
       {"trail"}},
      {"step",
       "step",
       "Look at one state of a program: where a step of a trail, or a list of choices, leads. Gives the threads and "
       "their places, the values of variables, and the steps that are possible, numbered for 'choices'.",
       {},
       {}},
      {"certify",
       "certify",
       "Check a search script against the program, without trust in its author. Gives the verdict (certified, "
       "rejected, violation, incomplete).",
       {"--json"},
       {"script"}},
  };
  return all;
}

std::string key_of(const Option& option) {
  if (option.behind) return "words";
  if (option.positional()) return option.many() ? "arguments" : "program";
  return option.name().substr(2);
}

Json schema_of(const Option& option) {
  Json one = {{"type", option.flag() ? "boolean" : option.takes_number() ? "integer" : "string"}};
  if (option.takes_number()) one["minimum"] = option.range ? option.range->least : 0;
  if (!option.choices.empty()) one["enum"] = option.choices;
  if (!option.many()) {
    one["description"] = option.help;
    return one;
  }
  Json types = Json::array({"array", one["type"]});  // one value stands for a list of it
  return {{"type", std::move(types)}, {"items", std::move(one)}, {"description", option.help}};
}

Json result_schema(bool judges) {
  const Json text = {{"type", "string"}};
  const Json text_or_null = {{"type", {"string", "null"}}};
  Json properties = {{"command", text}, {"digest", text_or_null}};
  Json required = {"command"};
  if (judges) {
    properties["verdict"] = text;
    properties["exit_code"] = {{"type", "integer"}};
    properties["cause"] = {{"type", {"object", "null"}}};
    properties["script"] = text_or_null;
    properties["trail"] = text_or_null;
    required.insert(required.end(), {"verdict", "exit_code"});
  } else {
    for (const char* const key : {"threads", "values", "enabled"}) {
      properties[key] = {{"type", "array"}};
      required.push_back(key);
    }
  }
  return {{"type", "object"}, {"properties", std::move(properties)}, {"required", std::move(required)}};
}

[[noreturn]] void refuse_call(const std::string& why) { throw base::InputError(why); }

// One tool: arguments to words, and what the command prints to a result.
class CommandTool {
 public:
  CommandTool(const Shape& shape, const CallLimits& limits, std::vector<Command> table)
      : shape_(shape), limits_(limits), table_(std::move(table)) {
    const auto named = [&](const Command& each) { return each.name == shape.command; };
    const Command& command = *std::find_if(table_.begin(), table_.end(), named);
    for (const Option* const option : options_of(command)) {
      if (option->agents != Agents::never) taken_.push_back(option);
    }
  }

  [[nodiscard]] Json input() const {
    Json properties = Json::object();
    for (const Option* const each : taken_) properties[key_of(*each)] = schema_of(*each);
    Json required = Json::array({"time", "memory"});
    for (const std::string& key : shape_.required) required.push_back(key);
    return {{"type", "object"},
            {"properties", std::move(properties)},
            {"required", std::move(required)},
            {"additionalProperties", false}};
  }

  [[nodiscard]] Answer call(const Json& arguments, const base::Stop& stop) const {
    const std::vector<std::string> words = words_of(arguments);
    // The command ends by itself; this is for one that does not.
    constexpr double grace = 15;
    base::Stop own(&stop);
    const base::Watch watch(own, {base::parse_time(text_of(arguments, "time")).value() + grace, std::nullopt, nullptr});
    base::Process process;
    process.what = "waymark";
    process.words = {std::filesystem::read_symlink("/proc/self/exe").string()};
    process.words.insert(process.words.end(), words.begin(), words.end());
    process.most_seconds = std::numeric_limits<std::uint64_t>::max();  // its own limits hold
    process.most_memory = std::numeric_limits<std::uint64_t>::max();
    process.most_output = 64u << 20;
    process.stop = &own;
    const base::Ended ended = base::run(process);
    const Json said = Json::parse(ended.output, nullptr, false);
    const int code = WIFEXITED(ended.status) ? WEXITSTATUS(ended.status) : exit_internal;
    const bool bad = code == exit_bad_input || code == exit_internal;
    if (bad || ended.too_long || !said.is_object()) refuse_call(fault_of(said, ended));
    return {result_of(said, code, words)};
  }

 private:
  static const std::string& text_of(const Json& arguments, const char* key) {
    const auto at = arguments.find(key);
    if (at == arguments.end()) refuse_call(fmt::format("'{}' is required: every call states its limits", key));
    if (!at->is_string()) refuse_call(fmt::format("'{}' is a text, such as \"30s\" or \"512M\"", key));
    return *at->get_ptr<const std::string*>();
  }

  void refuse_limits(const Json& arguments) const {
    const std::optional<double> seconds = base::parse_time(text_of(arguments, "time"));
    const std::optional<std::uint64_t> bytes = base::parse_size(text_of(arguments, "memory"));
    if (!seconds) refuse_call("'time' is a time, such as \"90s\", \"5m\" or \"1h30m\"");
    if (!bytes) refuse_call("'memory' is a size, such as \"512M\" or \"4G\"");
    if (*seconds > limits_.seconds) refuse_call(fmt::format("'time' is at most {}", base::duration(limits_.seconds)));
    if (*bytes > limits_.bytes) refuse_call(fmt::format("'memory' is at most {}", base::size(limits_.bytes)));
  }

  [[nodiscard]] std::vector<std::string> words_of(const Json& arguments) const {
    refuse_limits(arguments);
    for (const std::string& key : shape_.required) {
      if (!arguments.contains(key)) refuse_call(fmt::format("'{}' is required", key));
    }
    std::vector<std::string> words{shape_.command};
    std::vector<std::string> program;
    std::vector<std::string> more;
    std::vector<std::string> behind;
    words.insert(words.end(), shape_.fixed.begin(), shape_.fixed.end());
    for (const auto& item : arguments.items()) {
      const Option& option = find(item.key());
      const auto add = [&](const Json& one) {
        const std::string word = word_of(item.key(), option, one);
        confine(item.key(), option, word);
        if (!option.positional()) return words.push_back(option.name() + "=" + word);
        (option.behind ? behind : option.many() ? more : program).push_back(word);
      };
      const Json& value = item.value();
      if (option.flag()) {
        if (!value.is_boolean()) refuse_call(fmt::format("'{}' is true or false", item.key()));
        if (value.get<bool>()) words.push_back(option.name());
      } else if (option.many() && value.is_array()) {
        for (const Json& one : value) add(one);
      } else {
        add(value);
      }
    }
    if (program.empty() && !(more.empty() && behind.empty())) refuse_call("'program' is required");
    // No file is taken for an option, and an argument that looks like one stands behind "--".
    for (const std::string& name : program) words.push_back((name.starts_with('-') ? "./" : "") + name);
    const auto first =
        std::find_if(more.begin(), more.end(), [](const std::string& it) { return it.starts_with('-'); });
    words.insert(words.end(), more.begin(), first);
    behind.insert(behind.begin(), first, more.end());
    if (!behind.empty()) words.emplace_back("--");
    words.insert(words.end(), behind.begin(), behind.end());
    return words;
  }

  [[nodiscard]] const Option& find(const std::string& key) const {
    std::vector<std::string> keys;
    for (const Option* const each : taken_) {
      keys.push_back(key_of(*each));
      if (keys.back() == key) return *each;
    }
    refuse_call(fmt::format("'{}' has no argument '{}'{}", shape_.name, key, base::did_you_mean(key, keys)));
  }

  static std::string word_of(const std::string& key, const Option& option, const Json& value) {
    if (option.takes_number()) {
      if (!value.is_number_unsigned()) refuse_call(fmt::format("'{}' takes whole numbers", key));
      return std::to_string(value.get<std::uint64_t>());
    }
    if (!value.is_string()) refuse_call(fmt::format("'{}' takes texts", key));
    std::string word = value.get<std::string>();
    if (word.find('\0') != std::string::npos) refuse_call(fmt::format("'{}' has a null character", key));
    return word;
  }

  void confine(const std::string& key, const Option& option, const std::string& word) const {
    if (option.agents == Agents::value) return;
    const bool several = option.agents == Agents::files;
    for (std::size_t begin = 0; begin <= word.size();) {
      const std::size_t end = several ? std::min(word.find(':', begin), word.size()) : word.size();
      const std::string name = word.substr(begin, end - begin);
      if (!is_below(name)) refuse_call(fmt::format("'{}': {} is outside of the server's root", key, name));
      begin = end + 1;
    }
    if (option.agents == Agents::written && !(word.ends_with(option.ending) && word.size() > option.ending.size())) {
      refuse_call(fmt::format("'{}' names a file that ends in {}", key, option.ending));
    }
  }

  [[nodiscard]] bool is_below(const std::string& name) const {
    std::error_code fault;
    const std::filesystem::path place = std::filesystem::weakly_canonical(limits_.root / name, fault);
    if (fault) return false;
    return std::mismatch(limits_.root.begin(), limits_.root.end(), place.begin(), place.end()).first ==
           limits_.root.end();
  }

  // What the command says about its fault: as JSON, or on standard error.
  static std::string fault_of(const Json& said, const base::Ended& ended) {
    const auto detail = said.is_object() ? said.find("detail") : said.end();
    if (detail != said.end() && detail->is_string()) return detail->get<std::string>();
    const std::size_t end = ended.complaint.find_last_not_of('\n') + 1;
    return end == 0 ? fmt::format("the command ended {}", ended.how()) : ended.complaint.substr(0, end);
  }

  static std::string typed_words(const std::vector<std::string>& words) {
    std::string text = "waymark";
    for (const std::string& word : words) text += " " + shell_word(word);
    return text;
  }

  [[nodiscard]] Json result_of(const Json& said, int code, const std::vector<std::string>& words) const {
    Json result = Json::object();
    if (shape_.command == "step") {
      result = said;
    } else if (said.contains("tests")) {
      constexpr std::array<const char*, 4> verdicts{"holds", "violation", "error", "incomplete"};
      result = {{"verdict", verdicts.at(static_cast<std::size_t>(code))}, {"exit_code", code}};
      for (const Json& each : said["tests"]) result["tests"].push_back(picked(each));
      result["not_run"] = said["not_run"];
    } else {
      result = picked(said);
      result["exit_code"] = code;
    }
    if (shape_.command == "replay") explain(said, words, result);
    result["command"] = typed_words(words);
    return result;
  }

  // What an agent needs of a result; the whole of it can be megabytes.
  static Json picked(const Json& said) {
    Json result = Json::object();
    for (const char* const key :
         {"verdict", "headline",     "kind",       "detail",     "location", "cause",  "reason",      "program",
          "digest",  "restrictions", "properties", "not_judged", "rests_on", "states", "transitions", "seconds",
          "length",  "script",       "trail",      "partial",    "known",    "next"}) {
      if (said.contains(key)) result[key] = said[key];
    }
    return result;
  }

  // The last steps, and what to do next.
  static void explain(const Json& said, const std::vector<std::string>& words, Json& result) {
    constexpr std::size_t most_steps = 100;
    const Json& steps = said["steps"];
    const std::size_t first = steps.size() - std::min(steps.size(), most_steps);
    Json schedule = Json::array();
    for (std::size_t i = first; i < steps.size(); ++i) schedule.push_back(steps[i]);
    result["schedule"] = std::move(schedule);
    result["left_out"] = first;
    result["loop"] = said["loop"];
    result["standings"] = said["standings"];
    std::vector<std::string> plain;
    for (const std::string& word : words) {
      if (word == "--") break;
      if (word != "--json" && !word.starts_with("--time=") && !word.starts_with("--memory=")) plain.push_back(word);
    }
    result["next"] = Json::array();
    for (const char* const more : {"--columns", "--interactive", "--html=trail.html"}) {
      std::vector<std::string> next = plain;
      next.emplace_back(more);
      next.insert(next.end(), std::find(words.begin(), words.end(), "--"), words.end());
      result["next"].push_back(typed_words(next));
    }
  }

  const Shape& shape_;
  CallLimits limits_;
  std::vector<Command> table_;
  std::vector<const Option*> taken_;
};

}  // namespace

std::vector<serve::Tool> mcp_tools(const CallLimits& limits, const std::vector<Command>& table) {
  std::vector<serve::Tool> tools;
  for (const Shape& shape : shapes()) {
    const auto tool = std::make_shared<const CommandTool>(shape, limits, table);
    tools.push_back({shape.name, shape.description, tool->input(), result_schema(shape.command != "step"),
                     [tool](const Json& arguments, const base::Stop& stop) { return tool->call(arguments, stop); }});
  }
  return tools;
}

}  // namespace waymark::cli
