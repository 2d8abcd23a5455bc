// extract: the model of a C program as a text that people can read, and change.
#include <fmt/format.h>

#include "base/files.hpp"
#include "cli/commands.hpp"
#include "cli/terminal.hpp"
#include "load/load.hpp"

namespace waymark::cli {

int extract(const ExtractOptions& options, base::Stop& /*stop*/) {
  if (!options.output.empty()) base::refuse_unwritable(options.output);
  const load::Extracted extracted = load::extract_c(options.program);
  const std::string text = extracted.model.text();
  if (options.output.empty()) {
    print(text);
  } else {
    base::write_file(options.output, text);
  }
  return exit_holds;
}

}  // namespace waymark::cli
