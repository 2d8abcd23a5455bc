// abstract: the abstraction of a program.
#include <fmt/format.h>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "cli/commands/commands.hpp"
#include "cli/terminal/terminal.hpp"
#include "load/load.hpp"
#include "report/format.hpp"

namespace waymark::cli {

// The abstract program as text, or what became of each statement.
int show_abstraction(const AbstractOptions& options, base::Stop& stop) {
  if (options.program.promela.abstract.empty()) {
    throw base::InputError("waymark: error: --abstract is required\n'waymark abstract --help' tells more.");
  }
  const load::Program program = load::load(options.program, &stop);
  const load::AbstractView& view = *program.abstraction;
  if (!options.output.empty()) {
    base::write_file(options.output, view.text);
    if (options.output == "-") return exit_holds;
  }
  std::string text =
      view.exact ? "exact: the program's own steps\n" : "over-approximation: the program's steps, and more\n";
  for (const auto& [name, meaning] : view.bits) text += fmt::format("  {}  {}\n", name, meaning);
  for (const load::AbstractView::Statement& statement : view.statements) {
    text += fmt::format("{}  {}\n", statement.location, statement.text);
    for (const auto& [known, effect] : statement.cases) text += fmt::format("    {}: {}\n", known, effect);
  }
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    print(report::printable(text.substr(at, end - at)) + "\n");
    at = end + 1;
  }
  return exit_holds;
}

}  // namespace waymark::cli
