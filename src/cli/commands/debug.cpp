// debug: the debugger at a terminal, or for an editor by the Debug Adapter Protocol.
#include <unistd.h>

#include <algorithm>

#include "base/diagnostics.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/interactive.hpp"
#include "cli/commands/replay.hpp"
#include "cli/commands/table.hpp"
#include "cli/options/parse.hpp"

namespace waymark::cli {

namespace {

// The words of a launch request are those of a command line of 'waymark debug'.
std::unique_ptr<debug::dap::Session> launched(const std::vector<std::string>& words, base::Stop& stop) {
  std::vector<const char*> line{"waymark", "debug"};
  for (const std::string& word : words) line.push_back(word.c_str());
  const auto refused = [](const std::string& word) {
    return word == "-h" || word.starts_with("--help") || word == "--dap" || word.find('\0') != std::string::npos;
  };
  if (std::any_of(words.begin(), words.end(), refused)) {
    throw base::InputError("waymark: error: a launch request takes neither --dap nor --help");
  }
  std::unique_ptr<debug::dap::Session> session;
  const std::vector<Command> table{debug_command([&](const DebugOptions& options, base::Stop&) {
    session = std::make_unique<debug::dap::Session>(session_of(options, "debug", stop));
    return int{exit_holds};
  })};
  const Command* const command = parse(table, static_cast<int>(line.size()), line.data());
  if (command == nullptr) throw base::InputError("waymark: error: a launch request is for no help");
  (void)command->run(stop);
  return session;
}

}  // namespace

int debug_program(const DebugOptions& options, base::Stop& stop) {
  if (options.dap) {
    debug::dap::serve(
        STDIN_FILENO, STDOUT_FILENO, [&](const std::vector<std::string>& words) { return launched(words, stop); },
        stop);
    return exit_holds;
  }
  debug::dap::Session session = session_of(options, "debug", stop);
  session.start.at = options.at.value_or(0);
  return debug_by_hand(session.program, session.start, stop);
}

}  // namespace waymark::cli
