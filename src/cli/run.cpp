#include "cli/run.hpp"

#include <algorithm>
#include <cstdio>
#include <new>
#include <string>
#include <string_view>

#include "base/diagnostics.hpp"
#include "base/stop.hpp"
#include "cli/commands.hpp"
#include "cli/parse.hpp"
#include "cli/terminal.hpp"
#include "cluster/join.hpp"
#include "report/json.hpp"

namespace waymark::cli {

int run(int argc, const char* const* argv) {
  const bool json = std::any_of(argv, argv + argc, [](std::string_view word) { return word == "--json"; });
  std::string why;
  int code = 0;
  try {
    const std::vector<Command> table = commands();
    const Command* const command = parse(table, argc, argv);
    if (command == nullptr) return exit_holds;
    listen_to_signals();
    base::Stop stop;
    base::Watch::Limits limits{std::nullopt, memory_limit(), &interrupted()};
    if (command->limits != nullptr) {
      limits.seconds = command->limits->seconds;
      limits.memory = memory_limit(command->limits->memory);
    }
    const base::Watch watch(stop, limits);
    return command->run(stop);
  } catch (const base::Stopped& early) {
    why = std::string("waymark: incomplete: ") + early.what();
    code = exit_incomplete;
  } catch (const base::InputError& fault) {
    why = fault.what();
    code = exit_bad_input;
  } catch (const std::bad_alloc&) {
    why = "waymark: error: the machine has no memory left";
    code = exit_incomplete;
  }
  if (!cluster::company().first) return code;
  print_error(why + "\n");
  if (json) std::fputs(report::json_error(why).c_str(), stdout);
  return code;
}

}  // namespace waymark::cli
