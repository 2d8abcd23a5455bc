#include "cli/run.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <new>
#include <string>
#include <string_view>

#include "base/diagnostics.hpp"
#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "cli/terminal.hpp"
#include "report/json.hpp"

namespace waymark::cli {

namespace {

[[noreturn]] void refuse_usage(std::string_view why) {
  throw base::InputError(fmt::format("waymark: error: {}\n'waymark --help' tells more.", why));
}

int dispatch(int argc, char** argv) {
  CLI::App app(
      "Waymark explores every reachable state of a concurrent program, shows how a property fails, and certifies that "
      "it does not.",
      "waymark");
  app.set_version_flag("--version", "waymark " WAYMARK_VERSION);
  app.require_subcommand(1);
  app.set_help_all_flag("--help-all", "Help on all commands");
  Options options;
  const CLI::App* check_command = declare_check(app, options);
  const CLI::App* coverage_command = declare_coverage(app, options);
  const CLI::App* certify_command = declare_certify(app, options);
  const ScriptCommands script_commands = declare_script(app, options);
  const CLI::App* simulate_command = declare_simulate(app, options);
  const CLI::App* replay_command = declare_replay(app, options);
  const CLI::App* ltl_command = declare_ltl(app, options);
  app.footer("'waymark COMMAND --help' tells more about a command.");
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::RequiredError& fault) {
    if (!app.get_subcommands().empty()) refuse_usage(fault.what());
    refuse_usage("one of the commands check, coverage, certify, script, simulate, replay, ltl is expected");
  } catch (const CLI::ParseError& fault) {
    refuse_usage(fault.what());
  }
  listen_to_signals();
  if (check_command->parsed()) return check(options);
  if (coverage_command->parsed()) return coverage(options);
  if (certify_command->parsed()) return certify(options);
  if (script_commands.info->parsed()) return script_info(options);
  if (script_commands.split->parsed()) return script_split(options);
  if (script_commands.ids->parsed()) return script_ids(options);
  if (script_commands.text->parsed()) return script_text(options);
  if (script_commands.read->parsed()) return script_read(options);
  if (script_commands.trustful->parsed()) return script_trustful(options);
  if (script_commands.keygen->parsed()) return script_keygen(options);
  if (script_commands.sign->parsed()) return script_sign(options);
  if (script_commands.verify->parsed()) return script_verify(options);
  if (simulate_command->parsed()) return simulate(options);
  if (replay_command->parsed()) return replay(options);
  if (ltl_command->parsed()) return show_ltl(options);
  return exit_bad_input;
}

}  // namespace

int run(int argc, char** argv) {
  const bool json = std::any_of(argv, argv + argc, [](std::string_view word) { return word == "--json"; });
  std::string why;
  int code = 0;
  try {
    return dispatch(argc, argv);
  } catch (const base::InputError& fault) {
    why = fault.what();
    code = exit_bad_input;
  } catch (const std::bad_alloc&) {
    why = "waymark: error: the machine has no memory left";
    code = exit_incomplete;
  }
  print_error(why + "\n");
  if (json) std::fputs(report::json_error(why).c_str(), stdout);
  return code;
}

}  // namespace waymark::cli
