#include "cli/commands/run.hpp"

#include <cstdio>
#include <filesystem>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

#include "base/diagnostics.hpp"
#include "base/stop.hpp"
#include "base/watch.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/deliver.hpp"
#include "cli/options/parse.hpp"
#include "cli/options/quote_command.hpp"
#include "cli/terminal/terminal.hpp"
#include "cluster/transport/join.hpp"

namespace waymark::cli {

namespace {

// What bad usage is told in is found without the parser, which may be what refuses it.
OutputFormat format_of(std::span<const char* const> words) {
  constexpr std::string_view option = "--format";
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (word == "--json") return OutputFormat::json;
    std::string_view name;
    if (word == option && i + 1 < words.size()) name = words[i + 1];
    if (word.starts_with("--format=")) name = word.substr(option.size() + 1);
    if (const auto format = base::named<OutputFormat>(name)) return *format;
  }
  return OutputFormat::text;
}

}  // namespace

int run(int argc, const char* const* argv) {
  const OutputFormat format = format_of({argv, argv + argc});
  remember_command(argc, argv);
  std::string why;
  int code = 0;
  try {
    const std::vector<Command> table = commands();
    const Command* const command = parse(table, argc, argv);
    if (command == nullptr) return exit_holds;
    base::Stop stop;
    base::Watch::Limits limits{std::nullopt, memory_limit(), &interrupted()};
    if (command->limits != nullptr) {
      limits.seconds = command->limits->seconds;
      limits.memory = memory_limit(command->limits->memory);
      if (cluster::company().first) warn_of_memory(command->limits->memory);
    }
    const base::Watch watch(stop, limits);
    return command->run(stop);
  } catch (const base::Stopped& early) {
    why = std::string("waymark: incomplete: ") + early.what();
    code = exit_incomplete;
  } catch (const base::InputError& fault) {
    why = fault.what();
    code = exit_bad_input;
  } catch (const std::filesystem::filesystem_error& fault) {
    why = std::string("waymark: error: ") + fault.what();
    code = exit_bad_input;
  } catch (const std::system_error& fault) {
    why = std::string("waymark: error: the system refuses what is needed: ") + fault.what();
    code = exit_incomplete;
  } catch (const base::Crash& crash) {
    why = crash.what();
    code = exit_internal;
  } catch (const std::bad_alloc&) {
    why = "waymark: error: the machine has no memory left";
    code = exit_incomplete;
  }
  if (!cluster::company().first) return code;
  print_error(why + "\n");
  std::fputs(failure(why, format).c_str(), stdout);
  return code;
}

}  // namespace waymark::cli
