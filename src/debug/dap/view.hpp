// View: what a client of the Debug Adapter Protocol sees of a session, as JSON. Numbers of threads, frames and lists of
// variables are made of actors and calls, so that nothing has to be remembered between two halts.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "debug/debugger.hpp"

namespace waymark::debug::dap {

// A member of a message; empty, or nothing, if there is none of that type.
[[nodiscard]] std::string text_in(const nlohmann::json& object, const char* name);
[[nodiscard]] std::optional<std::uint64_t> number_in(const nlohmann::json& object, const char* name);
// The actor of 'threadId'. Throws base::InputError.
[[nodiscard]] std::uint32_t actor_in(const nlohmann::json& arguments);

class View {
 public:
  // What 'initialize' says of lines and columns.
  void set_client(const nlohmann::json& arguments);

  // All throw base::InputError if the arguments name nothing that there is.
  [[nodiscard]] nlohmann::json threads(Debugger& debugger) const;
  [[nodiscard]] nlohmann::json stack(Debugger& debugger, const nlohmann::json& arguments) const;
  [[nodiscard]] nlohmann::json scopes(Debugger& debugger, const nlohmann::json& arguments) const;
  [[nodiscard]] nlohmann::json variables(Debugger& debugger, const nlohmann::json& arguments) const;
  [[nodiscard]] nlohmann::json evaluate(Debugger& debugger, const nlohmann::json& arguments) const;
  // The choices of one thread.
  [[nodiscard]] nlohmann::json targets(Debugger& debugger, const nlohmann::json& arguments) const;

  // All of one file; answers what became of each.
  [[nodiscard]] nlohmann::json set_breakpoints(Debugger& debugger, const std::string& file, const nlohmann::json& list);
  // Breakpoints at lines of which no statement was known until they were hit.
  [[nodiscard]] std::vector<nlohmann::json> newly_verified(const Halt& halt);
  // What was done since that choice: what the program printed, and the steps.
  [[nodiscard]] std::vector<nlohmann::json> outputs(Debugger& debugger, std::uint64_t before) const;
  // The body of the event 'stopped'.
  [[nodiscard]] nlohmann::json stop(Debugger& debugger, const Halt& halt, const char* reason) const;

 private:
  [[nodiscard]] nlohmann::json source(Debugger& debugger, const std::string& file) const;

  std::uint64_t first_line_ = 1;
  std::set<std::uint32_t> unverified_;
};

}  // namespace waymark::debug::dap
