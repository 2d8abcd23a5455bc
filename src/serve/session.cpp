#include "serve/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <string_view>
#include <utility>

#include "report/json.hpp"

namespace waymark::serve {

namespace {

// Of the protocol, the newest first.
constexpr std::array<std::string_view, 3> versions{"2025-06-18", "2025-03-26", "2024-11-05"};
constexpr std::size_t deepest = 64;
constexpr std::size_t most_in_batch = 64;

// Of JSON-RPC.
constexpr int parse_error = -32700;
constexpr int invalid_request = -32600;
constexpr int no_method = -32601;
constexpr int invalid_params = -32602;
constexpr int busy = -32000;

// Text of tools may be anything; what is no UTF-8 is replaced.
std::string dump(const Json& message) { return message.dump(-1, ' ', false, Json::error_handler_t::replace); }

const std::string* text_at(const Json& object, const char* key) {
  const auto at = object.find(key);
  return at != object.end() && at->is_string() ? at->get_ptr<const std::string*>() : nullptr;
}

bool is_id(const Json& id) { return id.is_string() || id.is_number_integer(); }

}  // namespace

// The answers to several messages of one line, which are one line as well.
struct Session::Batch {
  Json answers = Json::array();
  std::size_t open = 1;
};

struct Session::Call {
  Call(Json which, const Tool& asked, Json given, BatchPtr into, const base::Stop& above)
      : id(std::move(which)), tool(asked), arguments(std::move(given)), batch(std::move(into)), stop(&above) {}

  Json id;
  const Tool& tool;
  Json arguments;
  BatchPtr batch;
  base::Stop stop;
  bool cancelled = false;  // guarded as the queue is
};

Session::Session(const Server& server, const base::Stop& stop)
    : server_(server), stop_(stop), worker_([this] { work(); }) {}

Session::~Session() {
  {
    const base::Lock lock(mutex_);
    closed_ = true;
    for (const std::shared_ptr<Call>& each : calls_) {
      each->cancelled = true;
      each->stop.request(base::Stop::Why::interrupted);
    }
  }
  changed_.notify_all();
  if (worker_.joinable()) worker_.join();
}

void Session::finish() {
  {
    const base::Lock lock(mutex_);
    closed_ = true;
  }
  changed_.notify_all();
  worker_.join();
}

void Session::receive(const std::string& line) {
  if (line.find_first_not_of(" \t\r") == std::string::npos) return;
  if (report::nests_deeper(line, deepest)) return refuse(nullptr, parse_error, "the message nests too deeply", nullptr);
  const Json message = Json::parse(line, nullptr, false);
  if (message.is_discarded()) return refuse(nullptr, parse_error, "the line is no JSON", nullptr);
  if (!message.is_array()) return handle(message, nullptr);
  if (message.empty() || message.size() > most_in_batch) {
    return refuse(nullptr, invalid_request, fmt::format("a batch has 1 to {} messages", most_in_batch), nullptr);
  }
  const BatchPtr batch = std::make_shared<Batch>();
  for (const Json& each : message) handle(each, batch);
  release(batch);
}

void Session::refuse_long() {
  refuse(nullptr, parse_error, fmt::format("a message has at most {} bytes", most_line), nullptr);
}

void Session::handle(const Json& message, const BatchPtr& batch) {
  if (!message.is_object()) return refuse(nullptr, invalid_request, "a message is an object", batch);
  const auto id = message.find("id");
  const Json known = id != message.end() && is_id(*id) ? *id : Json(nullptr);
  const std::string* const version = text_at(message, "jsonrpc");
  if (version == nullptr || *version != "2.0") {
    return refuse(known, invalid_request, "\"jsonrpc\" is \"2.0\" in every message", batch);
  }
  if (!message.contains("method") && (message.contains("result") || message.contains("error"))) {
    return;  // an answer, and nothing was asked
  }
  const std::string* const method = text_at(message, "method");
  if (method == nullptr) return refuse(known, invalid_request, "\"method\" is a text", batch);
  const auto params = message.find("params");
  const bool none = params == message.end();
  if (id == message.end()) {
    if (none || params->is_object()) notified(*method, none ? Json::object() : *params);
    return;
  }
  if (known.is_null()) return refuse(nullptr, invalid_request, "\"id\" is a text or an integer", batch);
  if (!none && !params->is_object()) return refuse(known, invalid_params, "\"params\" is an object", batch);
  request(*method, known, none ? Json::object() : *params, batch);
}

void Session::request(const std::string& method, const Json& id, const Json& params, const BatchPtr& batch) {
  if (method == "ping") return respond(id, Json::object(), batch);
  if (method == "initialize") return initialize(id, params, batch);
  if (method != "tools/list" && method != "tools/call") {
    return refuse(id, no_method, fmt::format("there is no method '{}'", method), batch);
  }
  if (!initialized_) return refuse(id, invalid_request, "'initialize' comes first", batch);
  method == "tools/list" ? list(id, params, batch) : call(id, params, batch);
}

void Session::notified(const std::string& method, const Json& params) {
  if (method != "notifications/cancelled") return;
  const auto id = params.find("requestId");
  if (id == params.end()) return;
  const base::Lock lock(mutex_);
  for (const std::shared_ptr<Call>& each : calls_) {
    if (each->id != *id) continue;
    each->cancelled = true;
    each->stop.request(base::Stop::Why::interrupted);
  }
}

void Session::initialize(const Json& id, const Json& params, const BatchPtr& batch) {
  const std::string* const asked = text_at(params, "protocolVersion");
  if (asked == nullptr) return refuse(id, invalid_params, "\"protocolVersion\" is a text", batch);
  if (initialized_) return refuse(id, invalid_request, "the session is initialized already", batch);
  initialized_ = true;
  const bool known = std::find(versions.begin(), versions.end(), *asked) != versions.end();
  respond(id,
          {{"protocolVersion", known ? *asked : std::string(versions.front())},
           {"capabilities", {{"tools", Json::object()}}},
           {"serverInfo", {{"name", "waymark"}, {"title", "Waymark"}, {"version", server_.version}}},
           {"instructions", server_.instructions}},
          batch);
}

void Session::list(const Json& id, const Json& params, const BatchPtr& batch) {
  if (params.contains("cursor")) return refuse(id, invalid_params, "the list has one page, so no cursor", batch);
  Json tools = Json::array();
  for (const Tool& tool : server_.tools) {
    tools.push_back({{"name", tool.name},
                     {"description", tool.description},
                     {"inputSchema", tool.input},
                     {"outputSchema", tool.output}});
  }
  respond(id, {{"tools", std::move(tools)}}, batch);
}

void Session::call(const Json& id, const Json& params, const BatchPtr& batch) {
  const std::string* const name = text_at(params, "name");
  if (name == nullptr) return refuse(id, invalid_params, "\"name\" is a text", batch);
  const auto tool =
      std::find_if(server_.tools.begin(), server_.tools.end(), [&](const Tool& each) { return each.name == *name; });
  if (tool == server_.tools.end()) return refuse(id, invalid_params, fmt::format("unknown tool: {}", *name), batch);
  const Json arguments = params.value("arguments", Json::object());
  if (!arguments.is_object()) return refuse(id, invalid_params, "\"arguments\" is an object", batch);
  std::string why;
  {
    const base::Lock lock(mutex_);
    const auto same = [&](const std::shared_ptr<Call>& each) { return each->id == id; };
    if (std::any_of(calls_.begin(), calls_.end(), same)) why = "a call with this id is not answered yet";
    if (calls_.size() >= most_waiting) why = fmt::format("{} calls are waiting already", most_waiting);
    if (why.empty()) calls_.push_back(std::make_shared<Call>(id, *tool, arguments, batch, stop_));
    if (why.empty() && batch != nullptr) {
      const base::Lock writing(output_);
      ++batch->open;
    }
  }
  if (!why.empty()) return refuse(id, busy, why, batch);
  changed_.notify_all();
}

void Session::respond(const Json& id, Json result, const BatchPtr& batch) {
  send({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}}, batch);
}

void Session::refuse(const Json& id, int code, const std::string& why, const BatchPtr& batch) {
  send({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", why}}}}, batch);
}

void Session::send(Json message, const BatchPtr& batch) {
  const base::Lock lock(output_);
  if (batch != nullptr) {
    batch->answers.push_back(std::move(message));
  } else {
    server_.write(dump(message) + "\n");
  }
}

void Session::release(const BatchPtr& batch) {
  if (batch == nullptr) return;
  const base::Lock lock(output_);
  if (--batch->open == 0 && !batch->answers.empty()) server_.write(dump(batch->answers) + "\n");
}

void Session::work() {
  for (;;) {
    std::shared_ptr<Call> next;
    {
      base::Lock lock(mutex_);
      while (calls_.empty() && !closed_) changed_.wait(lock);
      if (calls_.empty()) return;
      next = calls_.front();
    }
    run(*next);
    release(next->batch);
  }
}

void Session::run(Call& call) {
  Answer answer;
  try {
    call.stop.poll();
    answer = call.tool.call(call.arguments, call.stop);
  } catch (const std::exception& fault) {  // a Stopped as well
    answer.fault = fault.what();
  }
  bool cancelled = false;
  {  // before the answer is written, after which its id may be used again
    const base::Lock lock(mutex_);
    cancelled = call.cancelled;
    calls_.pop_front();
  }
  if (cancelled || stop_.reached()) return;
  const bool failed = !answer.fault.empty();
  Json text = {{"type", "text"}, {"text", failed ? answer.fault : dump(answer.result)}};
  Json result = {{"content", Json::array({std::move(text)})}};
  if (!failed) result["structuredContent"] = std::move(answer.result);
  result["isError"] = failed;
  respond(call.id, std::move(result), call.batch);
}

}  // namespace waymark::serve
