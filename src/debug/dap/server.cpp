#include "debug/dap/server.hpp"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "base/diagnostics.hpp"
#include "debug/dap/channel.hpp"
#include "debug/dap/view.hpp"

namespace waymark::debug::dap {

using nlohmann::json;

namespace {

json capabilities() {
  return {{"supportsConfigurationDoneRequest", true},
          {"supportsConditionalBreakpoints", true},
          {"supportsStepBack", true},
          {"supportsStepInTargetsRequest", true},
          {"supportsEvaluateForHovers", true},
          {"supportsExceptionInfoRequest", true},
          {"supportsTerminateRequest", true},
          {"supportsSetVariable", false},
          {"supportsSetExpression", false},
          {"supportsRestartFrame", false},
          {"supportsRestartRequest", false},
          {"supportsGotoTargetsRequest", false},
          {"supportsFunctionBreakpoints", false},
          {"supportsHitConditionalBreakpoints", false},
          {"supportsLogPoints", false}};
}

// A text, or a list of texts.
std::vector<std::string> words_in(const json& arguments, const char* name) {
  const auto found = arguments.find(name);
  if (found == arguments.end() || found->is_null()) return {};
  if (found->is_string()) return {found->get<std::string>()};
  std::vector<std::string> words;
  if (!found->is_array()) throw base::InputError(fmt::format("'{}' is no list of texts", name));
  for (const json& word : *found) {
    if (!word.is_string()) throw base::InputError(fmt::format("'{}' is no list of texts", name));
    words.push_back(word.get<std::string>());
  }
  return words;
}

class Server {
 public:
  Server(Channel& channel, const Launcher& launcher, const base::Stop& stop)
      : channel_(channel), launcher_(launcher), stop_(stop) {}

  // False: that was the last one.
  bool answer(const json& message) {
    const std::optional<std::uint64_t> sequence = number_in(message, "seq");
    const std::string command = text_in(message, "command");
    if (text_in(message, "type") != "request" || !sequence || command.empty()) {
      respond_failure(sequence.value_or(0), command, "this is no request of the Debug Adapter Protocol");
      return true;
    }
    static const json none = json::object();
    const auto given = message.find("arguments");
    const json& arguments = given != message.end() && given->is_object() ? *given : none;
    sequence_ = *sequence;
    command_ = command;
    for (const Request& request : requests) {
      if (request.command != command) continue;
      try {
        if (request.needs == Needs::program && !debugger_) throw base::InputError("no program is launched");
        (this->*request.act)(arguments);
      } catch (const base::InputError& fault) {
        respond_failure(sequence_, command_, fault.what());
      }
      return !leaves_;
    }
    respond_failure(sequence_, command_, fmt::format("'{}' is not supported", command));
    return true;
  }

 private:
  enum class Needs : std::uint8_t { nothing, program };
  struct Request {
    std::string_view command;
    Needs needs;
    void (Server::*act)(const json& arguments);
  };
  static const std::array<Request, 21> requests;

  void respond(json body = nullptr) {
    json response = {{"type", "response"}, {"request_seq", sequence_}, {"success", true}, {"command", command_}};
    if (!body.is_null()) response["body"] = std::move(body);
    channel_.send(std::move(response));
  }
  void respond_failure(std::uint64_t sequence, const std::string& command, const std::string& why) {
    channel_.send({{"type", "response"},
                   {"request_seq", sequence},
                   {"success", false},
                   {"command", command},
                   {"message", why},
                   {"body", {{"error", {{"id", 1}, {"format", why}, {"showUser", true}}}}}});
  }
  void event(const char* name, json body = nullptr) {
    json message = {{"type", "event"}, {"event", name}};
    if (!body.is_null()) message["body"] = std::move(body);
    channel_.send(std::move(message));
  }

  void initialize(const json& arguments) {
    view_.set_client(arguments);
    respond(capabilities());
  }

  void launch(const json& arguments) {
    if (debugger_) throw base::InputError("a program is launched already");
    std::vector<std::string> words = words_in(arguments, "program");
    if (words.empty()) throw base::InputError("'program' is missing: the files of the program, or its main class");
    for (std::string& word : words_in(arguments, "args")) words.push_back(std::move(word));
    if (const std::string trail = text_in(arguments, "trail"); !trail.empty()) {
      words.emplace_back("--trail");
      words.push_back(trail);
    }
    std::unique_ptr<Session> session = launcher_(words);
    debugger_.emplace(session->program, session->start, stop_, &channel_.interrupt());
    session_ = std::move(session);
    const auto stops = arguments.find("stopOnEntry");
    stop_on_entry_ = stops != arguments.end() && stops->is_boolean() && stops->get<bool>();
    respond();
    event("initialized");
  }

  void set_breakpoints(const json& arguments) {
    const auto source = arguments.find("source");
    if (source == arguments.end() || !source->is_object()) throw base::InputError("'source' is missing");
    std::string file = text_in(*source, "path");
    if (file.empty()) file = text_in(*source, "name");
    if (file.empty()) throw base::InputError("'source' has no path");
    const auto list = arguments.find("breakpoints");
    respond(
        {{"breakpoints", view_.set_breakpoints(*debugger_, file, list != arguments.end() ? *list : json::array())}});
  }
  void set_exception_breakpoints(const json&) { respond(); }

  void configuration_done(const json&) {
    respond();
    if (stop_on_entry_) {
      stopped(Halt{}, "entry");
    } else {
      move([&] { return debugger_->run(steps_of_run()); }, "step");
    }
  }

  void threads(const json&) { respond({{"threads", view_.threads(*debugger_)}}); }
  void stack_trace(const json& arguments) { respond(view_.stack(*debugger_, arguments)); }
  void scopes(const json& arguments) { respond({{"scopes", view_.scopes(*debugger_, arguments)}}); }
  void variables(const json& arguments) { respond({{"variables", view_.variables(*debugger_, arguments)}}); }
  void evaluate(const json& arguments) { respond(view_.evaluate(*debugger_, arguments)); }
  void step_in_targets(const json& arguments) { respond({{"targets", view_.targets(*debugger_, arguments)}}); }

  void exception_info(const json&) {
    const std::optional<model::Violation> found = debugger_->violation();
    if (!found) throw base::InputError("nothing is violated here");
    respond({{"exceptionId", found->kind}, {"description", found->detail}, {"breakMode", "always"}});
  }

  // Along what lies ahead; then by chance, as many steps as the options say.
  [[nodiscard]] std::uint64_t steps_of_run() {
    return std::max<std::uint64_t>(debugger_->start().most_steps, debugger_->walk().ahead());
  }
  void go_on(const json&) {
    respond({{"allThreadsContinued", true}});
    move([&] { return debugger_->run(steps_of_run()); }, "step");
  }
  void reverse(const json&) {
    respond();
    move([&] { return debugger_->run_back(); }, "step");
  }
  void step_back(const json&) {
    respond();
    move([&] { return debugger_->back(1); }, "step");
  }
  void step_by(const json& arguments, Stride stride) {
    const std::uint32_t actor = actor_in(arguments);
    respond();
    move([&] { return debugger_->step(actor, stride); }, "step");
  }
  void next(const json& arguments) { step_by(arguments, Stride::line); }
  void step_out(const json& arguments) { step_by(arguments, Stride::out); }
  void step_in(const json& arguments) {
    const std::optional<std::uint64_t> target = number_in(arguments, "targetId");
    if (!target) {
      step_by(arguments, Stride::step);
      return;
    }
    const std::uint32_t actor = actor_in(arguments);
    Stepper& walk = debugger_->walk();
    if (*target == 0 || *target > walk.width() || walk.actor_of(static_cast<std::uint32_t>(*target - 1)) != actor) {
      throw base::InputError("this thread has no such target");
    }
    respond();
    move([&] { return debugger_->take(static_cast<std::uint32_t>(*target - 1)); }, "step");
  }
  void pause(const json&) { respond(); }  // its arrival has ended what ran
  void leave(const json&) {
    leaves_ = true;
    respond();
    if (command_ == "terminate") event("terminated");
  }

  // Moves, and tells what happened and why it halted.
  template <typename Motion>
  void move(const Motion& motion, const char* reason) {
    const std::uint64_t before = debugger_->walk().choices();
    const Halt halt = motion();
    for (json& body : view_.outputs(*debugger_, before)) event("output", std::move(body));
    stopped(halt, reason);
  }
  void stopped(const Halt& halt, const char* reason) {
    for (json& body : view_.newly_verified(halt)) event("breakpoint", std::move(body));
    event("stopped", view_.stop(*debugger_, halt, reason));
  }

  Channel& channel_;
  const Launcher& launcher_;
  const base::Stop& stop_;
  std::unique_ptr<Session> session_;
  std::optional<Debugger> debugger_;
  View view_;
  bool stop_on_entry_ = false;
  bool leaves_ = false;
  std::uint64_t sequence_ = 0;  // of the request that is answered
  std::string command_;
};

const std::array<Server::Request, 21> Server::requests{
    {{"initialize", Needs::nothing, &Server::initialize},
     {"launch", Needs::nothing, &Server::launch},
     {"setBreakpoints", Needs::program, &Server::set_breakpoints},
     {"setExceptionBreakpoints", Needs::nothing, &Server::set_exception_breakpoints},
     {"configurationDone", Needs::program, &Server::configuration_done},
     {"threads", Needs::program, &Server::threads},
     {"stackTrace", Needs::program, &Server::stack_trace},
     {"scopes", Needs::program, &Server::scopes},
     {"variables", Needs::program, &Server::variables},
     {"evaluate", Needs::program, &Server::evaluate},
     {"exceptionInfo", Needs::program, &Server::exception_info},
     {"stepInTargets", Needs::program, &Server::step_in_targets},
     {"continue", Needs::program, &Server::go_on},
     {"reverseContinue", Needs::program, &Server::reverse},
     {"next", Needs::program, &Server::next},
     {"stepIn", Needs::program, &Server::step_in},
     {"stepOut", Needs::program, &Server::step_out},
     {"stepBack", Needs::program, &Server::step_back},
     {"pause", Needs::program, &Server::pause},
     {"disconnect", Needs::nothing, &Server::leave},
     {"terminate", Needs::nothing, &Server::leave}}};

}  // namespace

void serve(int input, int output, const Launcher& launcher, const base::Stop& stop) {
  Channel channel(input, output, stop);
  Server server(channel, launcher, stop);
  while (const std::optional<json> message = channel.next()) {
    if (!server.answer(*message)) return;
  }
}

}  // namespace waymark::debug::dap
