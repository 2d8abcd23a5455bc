// schema: what every result of --format json obeys.
#include "cli/commands/commands.hpp"
#include "cli/terminal/terminal.hpp"
#include "report/embedded.hpp"

namespace waymark::cli {

int show_schema(const SchemaOptions&, base::Stop&) {
  print(report::result_schema);
  return exit_holds;
}

}  // namespace waymark::cli
