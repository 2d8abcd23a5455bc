#include "debug/dap/view.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostics.hpp"
#include "report/place.hpp"
#include "report/story.hpp"
#include "report/trail.hpp"

namespace waymark::debug::dap {

using nlohmann::json;

namespace {

constexpr std::uint64_t most_frames = 4096;  // of one thread
constexpr std::uint64_t scopes_of_frame = 4;
constexpr std::size_t most_variables = 5000;
constexpr std::size_t most_breakpoints = 1000;  // of one file
constexpr std::uint64_t most_told = 20;         // steps

enum Scope : std::uint64_t { scope_locals = 1, scope_globals = 2, scope_waits = 3 };

struct FrameNumber {
  std::uint32_t actor = 0;
  std::uint64_t frame = 0;
};

std::uint64_t number_of(const FrameNumber& it) { return it.actor * most_frames + it.frame + 1; }

// Throws base::InputError.
FrameNumber frame_of(std::uint64_t number) {
  if (number == 0 || number > std::uint64_t{UINT32_MAX} * most_frames) throw base::InputError("there is no such frame");
  return {static_cast<std::uint32_t>((number - 1) / most_frames), (number - 1) % most_frames};
}

FrameNumber frame_in(const json& arguments) {
  const std::optional<std::uint64_t> number = number_in(arguments, "frameId");
  if (!number) throw base::InputError("'frameId' is missing");
  return frame_of(*number);
}

json variable(const std::string& name, const std::string& value) {
  return {{"name", name}, {"value", value}, {"variablesReference", 0}};
}

json listed(const std::vector<model::Value>& values) {
  json list = json::array();
  for (const model::Value& it : values) {
    if (list.size() == most_variables) break;
    list.push_back(variable(it.name, it.value));
  }
  return list;
}

// What the actor waits for, and what others wait for that it could end.
json waits_of(Debugger& debugger, std::uint32_t actor) {
  json list = json::array();
  const std::vector<model::Standing> all = debugger.standings();
  const auto own = std::find_if(all.begin(), all.end(), [&](const model::Standing& it) { return it.actor == actor; });
  if (own == all.end()) return list;
  if (!own->waits_for.empty()) list.push_back(variable("waits for", own->waits_for));
  for (const model::Wait& wait : own->waits) {
    std::string by;
    for (const std::string& one : wait.by) by += (by.empty() ? "" : ", ") + one;
    list.push_back(variable(wait.what, by.empty() ? "nobody ends this wait" : by + " can end this wait"));
  }
  for (const model::Standing& other : all) {
    for (const model::Wait& wait : other.waits) {
      if (wait.kind != model::Wait::Kind::lock) continue;
      if (std::find(wait.by.begin(), wait.by.end(), own->who) == wait.by.end()) continue;
      list.push_back(variable(wait.what, "held; " + other.who + " waits for it"));
    }
  }
  return list;
}

std::string why_blocked(const model::Standing& it) {
  if (it.ways.empty() && it.stack.empty()) return it.who + " is at its end";
  if (!it.waits_for.empty()) return it.who + " waits for " + it.waits_for;
  if (!it.waits.empty()) return it.who + " waits for " + it.waits.front().what;
  return it.who + " cannot take a step here";
}

}  // namespace

std::string text_in(const json& object, const char* name) {
  if (!object.is_object()) return {};
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<std::uint64_t> number_in(const json& object, const char* name) {
  if (!object.is_object()) return std::nullopt;
  const auto found = object.find(name);
  if (found == object.end() || !found->is_number_unsigned()) return std::nullopt;
  return found->get<std::uint64_t>();
}

std::uint32_t actor_in(const json& arguments) {
  const std::optional<std::uint64_t> thread = number_in(arguments, "threadId");
  if (!thread || *thread == 0 || *thread > UINT32_MAX) throw base::InputError("there is no such thread");
  return static_cast<std::uint32_t>(*thread - 1);
}

void View::set_client(const json& arguments) {
  const auto found = arguments.find("linesStartAt1");
  first_line_ = found != arguments.end() && found->is_boolean() && !found->get<bool>() ? 0 : 1;
}

json View::threads(Debugger& debugger) const {
  json list = json::array();
  for (const model::Standing& it : debugger.standings()) list.push_back({{"id", it.actor + 1}, {"name", it.who}});
  if (list.empty()) list.push_back({{"id", debugger.current_actor() + 1}, {"name", "the program"}});
  return list;
}

json View::source(Debugger& debugger, const std::string& file) const {
  const std::filesystem::path& path = debugger.breakpoints().find(file);
  json made = {{"name", std::filesystem::path(file).filename().string()}};
  if (!path.empty()) made["path"] = path.string();
  return made;
}

json View::stack(Debugger& debugger, const json& arguments) const {
  const std::uint32_t actor = actor_in(arguments);
  const std::optional<model::Standing> standing = debugger.standing(actor);
  std::vector<model::CodePosition> calls;
  if (standing) {
    calls = standing->stack;
    if (calls.empty()) {  // a process has no calls
      calls.push_back(
          {standing->ways.empty() ? standing->who + ": at its end" : standing->ways.front().text, standing->location});
    }
  }
  if (calls.size() > most_frames) calls.resize(most_frames);
  const std::uint64_t first = std::min<std::uint64_t>(number_in(arguments, "startFrame").value_or(0), calls.size());
  const std::uint64_t levels = number_in(arguments, "levels").value_or(0);
  const std::uint64_t count =
      levels == 0 ? calls.size() - first : std::min<std::uint64_t>(levels, calls.size() - first);
  json frames = json::array();
  for (std::uint64_t i = first; i < first + count; ++i) {
    json frame = {{"id", number_of({actor, i})}, {"name", calls[i].text}, {"line", 0}, {"column", 0}};
    if (const auto place = report::place_of(calls[i].location)) {
      frame["line"] = place->line - 1 + first_line_;
      frame["column"] = first_line_;
      frame["source"] = source(debugger, place->file);
    }
    frames.push_back(std::move(frame));
  }
  return {{"stackFrames", std::move(frames)}, {"totalFrames", calls.size()}};
}

json View::scopes(Debugger& debugger, const json& arguments) const {
  const FrameNumber it = frame_in(arguments);
  if (!debugger.standing(it.actor)) throw base::InputError("there is no such frame");
  const std::uint64_t first = number_of(it) * scopes_of_frame;
  return {{{"name", "Locals"},
           {"presentationHint", "locals"},
           {"variablesReference", first + scope_locals},
           {"expensive", false}},
          {{"name", "Globals"}, {"variablesReference", first + scope_globals}, {"expensive", false}},
          {{"name", "Locks and waits"}, {"variablesReference", first + scope_waits}, {"expensive", false}}};
}

json View::variables(Debugger& debugger, const json& arguments) const {
  const std::optional<std::uint64_t> number = number_in(arguments, "variablesReference");
  if (!number) throw base::InputError("'variablesReference' is missing");
  const FrameNumber it = frame_of(*number / scopes_of_frame);
  switch (*number % scopes_of_frame) {
    case scope_locals:
      return listed(debugger.locals(it.actor, it.frame));
    case scope_globals:
      return listed(debugger.globals());
    case scope_waits:
      return waits_of(debugger, it.actor);
    default:
      throw base::InputError("there is no such list of variables");
  }
}

json View::evaluate(Debugger& debugger, const json& arguments) const {
  const std::string expression = text_in(arguments, "expression");
  if (expression.empty()) throw base::InputError("'expression' is missing");
  FrameNumber at{debugger.current_actor(), 0};
  if (number_in(arguments, "frameId")) at = frame_in(arguments);
  const std::optional<std::string> value = debugger.show(expression, at.actor, at.frame);
  if (!value) throw base::InputError(expression + " has no value here");
  return {{"result", *value}, {"variablesReference", 0}};
}

json View::targets(Debugger& debugger, const json& arguments) const {
  const FrameNumber it = frame_in(arguments);
  json list = json::array();
  Stepper& walk = debugger.walk();
  for (std::uint32_t choice = 0; choice < walk.width(); ++choice) {
    if (walk.actor_of(choice) != it.actor) continue;
    const Stepper::Told told = walk.preview(choice);
    std::string label;
    for (const model::Event& event : told.events) {
      label += (label.empty() ? "" : "; ") + event.text;
      for (const model::Change& change : event.changes) {
        label += fmt::format(" ({}: {} -> {})", change.name, change.before, change.after);
      }
    }
    list.push_back({{"id", choice + 1}, {"label", label}});
  }
  return list;
}

json View::set_breakpoints(Debugger& debugger, const std::string& file, const json& list) {
  if (!list.is_array() || list.size() > most_breakpoints)
    throw base::InputError("'breakpoints' is no list of breakpoints");
  Breakpoints& all = debugger.breakpoints();
  all.clear(file);
  json made = json::array();
  for (const json& each : list) {
    const std::optional<std::uint64_t> line = number_in(each, "line");
    json answer = {{"verified", false}};
    if (line) answer["line"] = *line;
    const std::string condition = text_in(each, "condition");
    try {
      if (!line || *line + 1 < first_line_ + 1 || *line >= UINT32_MAX) throw base::InputError("this is no line");
      for (const char* const name : {"hitCondition", "logMessage"}) {
        if (!text_in(each, name).empty()) throw base::InputError(fmt::format("'{}' is not supported", name));
      }
      if (!condition.empty()) (void)debugger.show(condition, debugger.current_actor(), 0);
      const std::uint32_t id = all.add(file, static_cast<std::uint32_t>(*line + 1 - first_line_), condition);
      answer["id"] = id;
      unverified_.insert(id);
    } catch (const base::InputError& fault) {
      answer["message"] = fault.what();
    }
    made.push_back(std::move(answer));
  }
  // A line is known to have a statement once the program was read as far as that.
  std::set<std::string> places;
  model::Describing& program = debugger.walk().describing();
  for (model::ActionId id = 0; id < program.actions(); ++id) places.insert(program.action(id).location);
  for (const std::string& place : places) {
    for (const Breakpoint* const it : all.at(place)) unverified_.erase(it->id);
  }
  for (json& answer : made) {
    if (!answer.contains("id")) continue;
    const bool known = !unverified_.contains(answer["id"].get<std::uint32_t>());
    answer["verified"] = known;
    if (!known) answer["message"] = "no statement is known at this line so far";
  }
  return made;
}

std::vector<json> View::newly_verified(const Halt& halt) {
  std::vector<json> changed;
  for (const std::uint32_t id : halt.breakpoints) {
    if (unverified_.erase(id) == 0) continue;
    changed.push_back({{"reason", "changed"}, {"breakpoint", {{"id", id}, {"verified", true}}}});
  }
  return changed;
}

std::vector<json> View::outputs(Debugger& debugger, std::uint64_t before) const {
  std::vector<json> out;
  const Stepper& walk = debugger.walk();
  report::Story story;
  story.steps = walk.steps();
  for (std::uint64_t i = before; i < walk.choices(); ++i) {
    std::string printed;
    for (const model::Event& event : walk.told(i).events) printed += event.output;
    if (!printed.empty()) out.push_back({{"category", "stdout"}, {"output", printed}});
    if (i + most_told >= walk.choices()) story.beats.push_back({walk.told(i).step, walk.told(i).events});
  }
  if (!story.beats.empty()) {
    report::Format format;
    format.unicode = true;
    out.push_back({{"category", "console"}, {"output", report::trail_as_steps(story, format)}});
  }
  return out;
}

json View::stop(Debugger& debugger, const Halt& halt, const char* reason) const {
  const std::uint32_t actor = halt.blocked.value_or(debugger.current_actor());
  json body = {{"reason", reason}, {"threadId", actor + 1}, {"allThreadsStopped", true}};
  const Stepper& walk = debugger.walk();
  body["description"] = fmt::format("Step {}", walk.steps());
  switch (halt.why) {
    case Halt::Why::breakpoint:
      body["reason"] = "breakpoint";
      body["hitBreakpointIds"] = halt.breakpoints;
      break;
    case Halt::Why::interrupted:
      body["reason"] = "pause";
      break;
    case Halt::Why::blocked: {
      const std::optional<model::Standing> standing = debugger.standing(actor);
      body["text"] = standing ? why_blocked(*standing) : "there is no such thread";
      break;
    }
    case Halt::Why::end:
      body["text"] = walk.choices() == 0 ? "the initial state" : "no process can take a step";
      break;
    default:
      break;
  }
  const std::optional<model::Violation> violation = debugger.violation();
  const bool fresh = halt.why != Halt::Why::breakpoint && halt.why != Halt::Why::interrupted;
  if (violation && fresh) {
    body["reason"] = "exception";
    body["description"] = "violation: " + violation->kind;
    body["text"] = violation->detail;
  }
  return body;
}

}  // namespace waymark::debug::dap
