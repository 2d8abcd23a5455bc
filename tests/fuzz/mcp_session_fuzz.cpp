// Any bytes as lines of a client of the Model Context Protocol. The first byte says whether the session is initialized
// before them. Whatever comes, every line that is written is one JSON message, and the session ends when it is told to.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "base/check.hpp"
#include "base/diagnostics.hpp"
#include "serve/session.hpp"

namespace {

using namespace waymark;
using serve::Json;

bool is_answer(const Json& message) {
  return message.is_object() && message.value("jsonrpc", "") == "2.0" && message.contains("id") &&
         message.contains("result") != message.contains("error");
}

void check_line(const std::string& line) {
  CHECK(line.find('\n') == line.size() - 1);
  const Json message = Json::parse(line, nullptr, false);
  CHECK(!message.is_discarded());
  if (!message.is_array()) {
    CHECK(is_answer(message));
    return;
  }
  CHECK(!message.empty());
  for (const Json& one : message) CHECK(is_answer(one));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  serve::Server server;
  server.tools.push_back({"echo", "", Json::object(), Json::object(),
                          [](const Json& arguments, const base::Stop&) { return serve::Answer{arguments}; }});
  server.tools.push_back({"fails", "", Json::object(), Json::object(),
                          [](const Json&, const base::Stop&) -> serve::Answer { throw base::InputError("\xff"); }});
  server.write = check_line;
  const base::Stop stop;
  serve::Session session(server, stop);
  if (data[0] % 2 == 1) {
    session.receive(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}})");
  }
  const std::string text(reinterpret_cast<const char*>(data + 1), size - 1);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    session.receive(text.substr(at, end - at));
    at = end + 1;
  }
  if (data[0] % 4 < 2) session.finish();  // else calls may end unanswered
  return 0;
}
