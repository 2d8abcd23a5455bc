// Session: a session of the Model Context Protocol, from the side of the server: JSON-RPC 2.0, one message on each
// line. The client is a stranger: nothing that it sends ends the session. Calls of tools run one after the other, on a
// thread of their own; other messages are answered meanwhile.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "base/condition.hpp"
#include "base/mutex.hpp"
#include "base/stop.hpp"

namespace waymark::serve {

using Json = nlohmann::ordered_json;

// What a call of a tool gives.
struct Answer {
  Json result;             // by the tool's output schema
  std::string fault = {};  // why there is none; empty: there is one
};

struct Tool {
  std::string name;
  std::string description;
  Json input;   // the schema of its arguments
  Json output;  // the schema of its result
  // REQUIRES: the arguments are an object. What it throws is the fault.
  std::function<Answer(const Json& arguments, const base::Stop& stop)> call;
};

struct Server {
  std::string version;
  std::string instructions;  // for the agent
  std::vector<Tool> tools;
  std::function<void(const std::string& line)> write;  // by one thread at a time
};

class Session {
 public:
  static constexpr std::size_t most_line = 1u << 20;  // bytes of a message
  static constexpr std::size_t most_waiting = 64;     // calls

  // Both outlive it. A call that runs ends when `stop` is reached.
  Session(const Server& server, const base::Stop& stop);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  // Calls that are not answered yet end unanswered.
  ~Session();

  // A line from the client.
  void receive(const std::string& line);
  // A line that was too long to be kept.
  void refuse_long();
  // The client sends nothing more. Waits until all calls are answered.
  void finish();

 private:
  struct Batch;
  struct Call;
  using BatchPtr = std::shared_ptr<Batch>;

  void handle(const Json& message, const BatchPtr& batch);
  void request(const std::string& method, const Json& id, const Json& params, const BatchPtr& batch);
  void notified(const std::string& method, const Json& params);
  void initialize(const Json& id, const Json& params, const BatchPtr& batch);
  void list(const Json& id, const Json& params, const BatchPtr& batch);
  void call(const Json& id, const Json& params, const BatchPtr& batch);

  void respond(const Json& id, Json result, const BatchPtr& batch);
  void refuse(const Json& id, int code, const std::string& why, const BatchPtr& batch);
  void send(Json message, const BatchPtr& batch);
  void release(const BatchPtr& batch);

  void work();
  void run(Call& call);

  const Server& server_;
  const base::Stop& stop_;
  bool initialized_ = false;
  base::Mutex output_;  // guards what is written, and batches
  base::Mutex mutex_;
  base::Condition changed_;
  std::deque<std::shared_ptr<Call>> calls_ GUARDED_BY(mutex_);  // the first is running, once the worker has seen it
  bool closed_ GUARDED_BY(mutex_) = false;
  std::thread worker_;
};

}  // namespace waymark::serve
