#include "load/derive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "base/quantities.hpp"
#include "base/utf8.hpp"
#include "load/cycles.hpp"
#include "load/exchanges.hpp"
#include "model/preemptions.hpp"

namespace waymark::load {

namespace {

// Of whom preemptions cannot be counted.
std::string why_unmarked(const Program& program) {
  if (program.has_claim) return "a never claim moves beside the processes";
  if (program.reduced) return "a reduced program lacks orders of steps";
  if (program.symmetry != nullptr) return "symmetry changes which process is which";
  if (program.abstraction != nullptr || program.derivation.slice) {
    return "in a slice or an abstraction other processes can move than in the program";
  }
  return "";
}

std::string drop(const Program& program, const Derivation::Reduction& reduction) {
  if (program.front_end->invalidate(reduction.dropped)) return "";
  return fmt::format("'{}' is nothing that a reduction of this program presumes", base::printable(reduction.dropped));
}

std::string derive_steps(Program& program, const Derivation& asked, const base::Stop& stop) {
  if (asked.slice) {
    (void)slice(program, *asked.slice);
  } else if (asked.own != program.derivation.own) {
    return "they are not those of this program";
  }
  std::string why;
  show(program, asked.shown);
  if (asked.symmetry) why = use_symmetry(program, asked.symmetry->unchanged);
  if (why.empty() && asked.preemptions) why = bound_preemptions(program, *asked.preemptions);
  if (why.empty() && asked.reduction) why = drop(program, *asked.reduction);
  if (!why.empty()) return why;
  if (asked.cycles) return watch(program, *asked.cycles, asked.reduction.has_value(), &stop);
  return asked.reduction ? reduce(program, asked.reduction->visible) : "";
}

}  // namespace

Sliced slice(Program& program, const Criteria& criteria) {
  Sliced sliced = program.front_end->slice(criteria);
  program.front_end = sliced.front_end;
  program.make = sliced.make;
  program.derivation.slice = criteria;
  program.rests_on.emplace_back("slicing");
  sliced.front_end->abstract_slice(program, sliced.away);
  return sliced;
}

void show(Program& program, std::vector<std::string> expressions) {
  std::sort(expressions.begin(), expressions.end());
  expressions.erase(std::unique(expressions.begin(), expressions.end()), expressions.end());
  if (expressions.empty()) return;
  ModelFactory make = program.front_end->showing(expressions);
  if (!make) return;
  program.make = std::move(make);
  program.derivation.shown = std::move(expressions);
}

std::optional<std::string> unshown(const Program& program, const std::vector<std::string>& expressions) {
  const std::vector<std::string>& shown = program.derivation.shown;
  for (const std::string& one : expressions) {
    const bool is_shown = std::find(shown.begin(), shown.end(), one) != shown.end();
    if (!is_shown && program.front_end->showing({one})) return one;
  }
  return std::nullopt;
}

std::string use_symmetry(Program& program, const std::vector<std::string>& unchanged) {
  auto exchanges = std::make_shared<Exchanges>(program.front_end->exchanges(unchanged));
  if (!exchanges->why.empty()) return exchanges->why;
  program.derivation.symmetry = {unchanged};
  program.view += " up to symmetry";
  program.rests_on.emplace_back("symmetry");
  program.make = exchanges->make;
  program.symmetry = std::move(exchanges);
  return "";
}

std::string with_at_most(std::uint64_t preemptions) {
  return fmt::format("with at most {}", base::counted(preemptions, "preemption"));
}

std::string mark_preemptions(Program& program) {
  if (std::string why = why_unmarked(program); !why.empty()) return why;
  program.make = [plain = program.make] { return std::make_unique<model::LastMover>(plain()); };
  return "";
}

std::string bound_preemptions(Program& program, std::uint32_t bound) {
  if (std::string why = why_unmarked(program); !why.empty()) return why;
  if (bound > model::FewPreemptions::most) return fmt::format("{} is the largest bound", model::FewPreemptions::most);
  program.derivation.preemptions = bound;
  program.view += " " + with_at_most(bound);
  program.make = [plain = program.make, bound] {
    return std::make_unique<model::FewPreemptions>(std::make_unique<model::LastMover>(plain()), bound);
  };
  return "";
}

std::string reduce(Program& program, const std::vector<std::string>& visible) {
  Derivation::Reduction reduction = reduction_of(program, visible);
  const auto make = [plain = program.make, visible] {
    std::unique_ptr<model::Model> model = plain();
    for (const std::string& expression : visible) (void)model->watch(expression);
    return model;
  };
  std::string why = make()->reduce({});
  if (!why.empty()) return why;
  rest_on_reduction(program, std::move(reduction));
  program.make = [make] {
    std::unique_ptr<model::Model> model = make();
    (void)model->reduce({});
    return model;
  };
  return "";
}

std::string derive(Program& program, const Derivation& asked, const base::Stop& stop) {
  try {
    return derive_steps(program, asked, stop);
  } catch (const base::InputError& error) {
    return fault_of_options(error);
  }
}

}  // namespace waymark::load
