// mcp: a server for agents on standard input and output.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include "base/diagnostics.hpp"
#include "base/lines.hpp"
#include "cli/agents/mcp.hpp"
#include "cli/agents/mcp_tools.hpp"
#include "cli/terminal/exit_code.hpp"
#include "cli/terminal/terminal.hpp"

namespace waymark::cli {

namespace {

constexpr double usual_seconds = 3600;

constexpr const char* instructions =
    "Waymark explores every reachable state of a concurrent program: Promela, Java bytecode, C, C++ or LLVM IR. Call "
    "'check' with a 'script' or a 'trail' to be written. After 'holds', attach the script to the change: 'certify', or "
    "'waymark certify' in continuous integration, confirms it without trust. After 'violation', call 'explain' with "
    "the trail, then 'step' to look at single states. Every call states its limits: 'time' and 'memory'. Files are "
    "named relative to the root of the server.";

std::filesystem::path enter(const std::string& root) {
  std::error_code fault;
  std::filesystem::path place = std::filesystem::canonical(root, fault);
  if (!fault) std::filesystem::current_path(place, fault);
  if (fault) throw base::InputError(fmt::format("waymark: error: --root {}: {}", root, fault.message()));
  return place;
}

}  // namespace

int serve_agents(const McpOptions& options, const std::vector<Command>& commands, base::Stop& stop) {
  const CallLimits limits{enter(options.root), options.most_seconds.value_or(usual_seconds),
                          memory_limit(options.most_memory)};
  const auto write = [&stop](const std::string& line) {
    try {
      print(line);
    } catch (const base::InputError&) {  // nobody can be answered any more
      stop.request(base::Stop::Why::interrupted);
    }
  };
  const serve::Server server{WAYMARK_VERSION, instructions, mcp_tools(limits, commands), write};
  serve::Session session(server, stop);
  base::Lines lines(STDIN_FILENO, serve::Session::most_line, stop);
  std::string line;
  for (;;) {
    switch (lines.next(line)) {
      case base::Lines::Next::line:
        session.receive(line);
        break;
      case base::Lines::Next::too_long:
        session.refuse_long();
        break;
      case base::Lines::Next::interrupted:  // nothing interrupts it
        break;
      case base::Lines::Next::end:
        session.finish();
        return exit_holds;
    }
  }
}

}  // namespace waymark::cli
