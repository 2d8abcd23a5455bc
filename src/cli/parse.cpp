#include "cli/parse.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string_view>
#include <utility>

#include "base/check.hpp"
#include "base/diagnostics.hpp"

namespace waymark::cli {

namespace {

// `app`: whose help tells more, or that of the command that was named.
[[noreturn]] void refuse_usage(const CLI::App& app, std::string_view why) {
  std::string command = "waymark";
  for (const CLI::App* at = &app; !at->get_subcommands().empty();) {
    at = at->get_subcommands().front();
    command += " " + at->get_name();
  }
  throw base::InputError(fmt::format("waymark: error: {}\n'{} --help' tells more.", why, command));
}

// Each kind of place has its own way to be filled.
class Adder {
 public:
  Adder(CLI::App& app, const Option& option) : app_(app), option_(option) {}

  CLI::Option* operator()(bool* place) const { return app_.add_flag(option_.names, *place, option_.help); }
  CLI::Option* operator()(const Happen& happen) const {
    return app_.add_flag_function(
        option_.names, [happen](std::int64_t) { happen(); }, option_.help);
  }
  CLI::Option* operator()(const TakeWord& take) const {
    const auto taken = [take, name = option_.name()](const std::string& word) {
      if (const std::string fault = take(word); !fault.empty()) throw CLI::ValidationError(name, fault);
    };
    return app_.add_option_function<std::string>(option_.names, taken, option_.help);
  }
  CLI::Option* operator()(const TakeWords& take) const {
    return app_.add_option_function<std::vector<std::string>>(option_.names, take, option_.help);
  }
  template <typename Value>
  CLI::Option* operator()(Value* place) const {
    return app_.add_option(option_.names, *place, option_.help);
  }

 private:
  CLI::App& app_;
  const Option& option_;
};

void add(CLI::App& app, const Option& option) {
  CLI::Option* const added = std::visit(Adder(app, option), option.place);
  if (option.required) added->required();
  if (option.flag()) return;
  if (!option.positional()) {
    added->type_name(option.metavar);
    if (option.many()) added->allow_extra_args(false);
  }
  if (option.listed) added->delimiter(',');
  if (!option.standard.empty()) added->default_str(option.standard);
  if (!option.choices.empty() && !option.listed) added->check(CLI::IsMember(option.choices));
  if (option.range && option.range->most != Range::open) {
    added->check(CLI::Range(option.range->least, option.range->most));
  } else if (option.range) {
    CHECK(option.range->least == 1);
    added->check(CLI::PositiveNumber);
  }
}

void add(CLI::App& app, const Command& command) {
  const std::vector<const Option*> options = options_of(command);
  for (const Option* option : options) add(app, *option);
  for (const Option* option : options) {
    CLI::Option* const added = app.get_option(option->name());
    for (const std::string& other : option->needs) added->needs(app.get_option(other));
    for (const std::string& other : option->excludes) added->excludes(app.get_option(other));
  }
  if (!command.footer.empty()) app.footer(command.footer);
}

// The command's own app, or that of its family: where its last word is expected.
CLI::App& parent_of(const Command& command, CLI::App& app) {
  const std::string first = command.name.substr(0, command.name.find(' '));
  if (first == command.name) return app;
  CHECK(first == script_family.name);
  for (CLI::App* known : app.get_subcommands([](CLI::App*) { return true; })) {
    if (known->get_name() == first) return *known;
  }
  CLI::App* const family = app.add_subcommand(first, std::string(script_family.summary));
  family->require_subcommand(1);
  return *family;
}

}  // namespace

const Command* parse(const std::vector<Command>& commands, int argc, const char* const* argv) {
  CLI::App app(
      "Waymark explores every reachable state of a concurrent program, shows how a property fails, and certifies that "
      "it does not.",
      "waymark");
  app.set_version_flag("--version", "waymark " WAYMARK_VERSION);
  app.require_subcommand(1);
  app.set_help_all_flag("--help-all", "Help on all commands");
  std::vector<std::pair<const CLI::App*, const Command*>> known;
  for (const Command& command : commands) {
    const std::string last = command.name.substr(command.name.rfind(' ') + 1);
    CLI::App* const added = parent_of(command, app).add_subcommand(last, command.summary);
    add(*added, command);
    known.emplace_back(added, &command);
  }
  app.footer("'waymark COMMAND --help' tells more about a command.");
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    (void)app.exit(help);
    return nullptr;
  } catch (const CLI::RequiredError& fault) {
    if (!app.get_subcommands().empty()) refuse_usage(app, fault.what());
    refuse_usage(app, fmt::format("one of the commands {} is expected", fmt::join(first_words(commands), ", ")));
  } catch (const CLI::ParseError& fault) {
    refuse_usage(app, fault.what());
  }
  for (const auto& [parsed, command] : known) {
    if (!parsed->parsed()) continue;
    for (const Option* option : options_of(*command)) {
      if (option->unless.empty() || parsed->count(option->name()) != 0 || parsed->count(option->unless) != 0) continue;
      refuse_usage(app, fmt::format("{} is required", option->name()));
    }
    return command;
  }
  CHECK(false);
}

}  // namespace waymark::cli
