// slice: a program without what bears on nothing that is asked, as text.
#include "load/derive.hpp"

#include "base/files.hpp"
#include "check/plan/compatibility.hpp"
#include "check/plan/property.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/rules.hpp"
#include "cli/terminal/terminal.hpp"
#include "load/load.hpp"
#include "report/json.hpp"
#include "report/text.hpp"

namespace waymark::cli {

int show_slice(const SliceOptions& options, base::Stop& stop) {
  load::Program program = load::load(options.program, &stop);
  const std::vector<check::CycleProperty> cycles = check::cycle_properties(options.properties, program);
  options::refuse_conflict(check::parts_of(options.properties, cycles, program));
  load::Criteria criteria = check::criteria(options.properties, program);
  criteria.output = options.keep_prints;
  const load::Sliced sliced = load::slice(program, criteria);
  if (options.output.empty()) {
    print(sliced.text);
    return exit_holds;
  }
  base::write_file(options.output, sliced.text);
  const auto say = options.output == "-" ? print_error : print;
  if (options.json) {
    say(report::json(sliced.away));
  } else {
    say(report::printable(options.output) + ": " + report::printable(criteria.text()) + "\n" +
        report::cut_away(sliced.away));
  }
  return exit_holds;
}

}  // namespace waymark::cli
