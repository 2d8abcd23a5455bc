#include "cli/commands/artifacts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "check/run/cycle_script.hpp"
#include "cli/commands/commands.hpp"
#include "cli/options/quote_command.hpp"
#include "cli/terminal/terminal.hpp"
#include "load/derive.hpp"
#include "report/trail_file.hpp"

namespace waymark::cli {

namespace {

struct NamedOutput {
  const char* option;
  const std::string& path;
};

std::vector<NamedOutput> outputs_of(const CheckOptions& options) {
  const check::Settings& settings = options.settings;
  return {{"--trail", options.trail},
          {"--script", settings.script},
          {"--checkpoint", settings.checkpoint},
          {"--profile", options.settings.profile},
          {"--html", options.output.html}};
}

// "x.trail", "x.2.trail", "x.3.trail"
std::string numbered(const std::string& path, std::size_t number) {
  if (number == 1 || !base::output_place(path).ordinary) return path;
  return check::with_infix(path, std::to_string(number));
}

report::TrailFile trail_of(const check::Found& found, const CheckOptions& options, const load::Program& program,
                           const check::Result& result) {
  const check::Properties& properties = options.settings.properties;
  report::TrailFile trail{program.path, program.fit(), properties.invariants, found.violation, found.choices};
  trail.cycle = found.cycle;
  trail.fair = properties.fair && found.cycle;
  trail.formula = check::violated_formula(found, result);
  if (program.derivation.slice) trail.slice = program.options_text();
  trail.judged = options.program.judged;
  trail.shown = program.derivation.shown;
  return trail;
}

std::string certifying(const CheckOptions& options, const check::Result& result, const std::string& script) {
  const check::Settings& settings = options.settings;
  const bool states = settings.properties.ask_about_states() || result.liveness.empty();
  std::string asked;
  if (states && script == settings.script) asked = spelled_states(settings.properties);
  for (const check::Liveness& line : result.liveness) {
    if (line.script != script) continue;
    const bool formula = line.kind == check::Property::ltl;
    asked = formula ? "--ltl " + shell_word(line.name.empty() ? line.formula : line.name)
                    : fmt::format("--property {}", base::name(line.kind));
    if (line.fair) asked += " --fair";
  }
  std::string view = result.cut_away ? " --slice" : "";
  for (const std::string& item : options.program.promela.abstract) view += " --abstract " + shell_word(item);
  return fmt::format("waymark certify {}{}{}{} --script {}", spelled(options.program), view, asked.empty() ? "" : " ",
                     asked, shell_word(script));
}

}  // namespace

bool fill_standard_output(const CheckOptions& options) {
  const std::vector<NamedOutput> all = outputs_of(options);
  return std::any_of(all.begin(), all.end(), [](const NamedOutput& one) { return one.path == "-"; });
}

void refuse_outputs(const CheckOptions& options) {
  const char* filling = nullptr;
  for (const auto& [option, path] : outputs_of(options)) {
    if (path.empty()) continue;
    base::refuse_unwritable(path);
    if (!base::output_place(path).ordinary && &path == &options.settings.checkpoint) {
      throw base::InputError(fmt::format("{}: error: a checkpoint is read again; name an ordinary file", path));
    }
    if (path != "-") continue;
    const bool taken = filling != nullptr || options.output.format != OutputFormat::text;
    if (taken) {
      throw base::InputError(fmt::format("waymark: error: {} and {} would both be on standard output; name a file",
                                         filling != nullptr ? filling : "--format", option));
    }
    filling = option;
  }
}

void write_trails(const CheckOptions& options, const load::Program& told, const load::Program& checked,
                  check::Result& result) {
  if (options.trail.empty()) return;
  for (std::size_t i = 0; i < result.found.size(); ++i) {
    const std::string path = numbered(options.trail, i + 1);
    try {
      base::write_file(path, report::write_trail(trail_of(result.found[i], options, i == 0 ? told : checked, result)));
      result.trails.push_back(path);
    } catch (const base::InputError& fault) {
      result.faults.emplace_back(fault.what());
      break;  // the others would not fare better
    }
  }
  if (!result.trails.empty()) result.trail_file = result.trails.front();
}

void suggest(const CheckOptions& options, check::Result& result) {
  const std::vector<std::string>& trails = result.trails;
  if (!trails.empty() && base::output_place(trails.front()).ordinary) {
    const std::string written = trails.size() == 1
                                    ? fmt::format("Trail written to {}.", trails.front())
                                    : fmt::format("{} trails written: {}.", trails.size(), fmt::join(trails, ", "));
    result.suggestions.push_back(
        {fmt::format("{} To see {} again, with --columns or --msc as a picture:", written,
                     trails.size() == 1 ? "it" : "the first"),
         fmt::format("waymark replay {} --trail {}", spelled(options.program), shell_word(trails.front()))});
  }
  for (const std::string& script : result.scripts) {
    if (!base::output_place(script).ordinary) continue;
    result.suggestions.push_back({fmt::format("Script {}written to {}. To check it:",
                                              result.script_in_part ? "of what was explored " : "", script),
                                  certifying(options, result, script)});
  }
}

int conclude(int code, const std::vector<std::string>& faults) {
  for (const std::string& fault : faults) print_error(fault + "\n");
  return faults.empty() || code == exit_violation ? code : exit_bad_input;
}

}  // namespace waymark::cli
