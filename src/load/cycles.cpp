#include "load/cycles.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "base/diagnostics.hpp"
#include "base/escaped.hpp"
#include "base/utf8.hpp"
#include "load/symmetry.hpp"

namespace waymark::load {

namespace {

constexpr std::string_view fair_text = "weakly fair; ";
constexpr std::string_view cycles_text = "cycles ";

// Why nothing may be left out when this is asked, however the program can be reduced.
std::string why_whole(const Program& program, const Cycles& cycles) {
  if (!cycles.formula && !program.whole_cycles.empty()) return program.whole_cycles;
  if (cycles.fair) return "fairness looks at every step that could be taken";
  if (cycles.formula && ltl::uses_next(*cycles.formula)) return "a formula with 'next' counts steps";
  return "";
}

// What options_for() has written behind the program's own options. Throws base::InputError if a formula is none.
std::optional<Cycles> read_question(std::string_view text) {
  Cycles cycles;
  if (text.starts_with(fair_text)) {
    cycles.fair = true;
    text.remove_prefix(fair_text.size());
  }
  if (!text.starts_with(cycles_text)) return std::nullopt;
  text.remove_prefix(cycles_text.size());
  const auto kind = base::named<CycleKind>(text.substr(0, text.find(' ')));
  if (!kind) return std::nullopt;
  text.remove_prefix(base::name(*kind).size());
  if (*kind == CycleKind::acceptance && text.empty()) return Cycles::no_acceptance(cycles.fair);
  if (*kind == CycleKind::progress && text.empty()) return Cycles::progress(cycles.fair);
  if (*kind != CycleKind::ltl || text.empty()) return std::nullopt;
  const std::optional<std::string> formula = base::unescaped(text.substr(1));
  if (!formula) return std::nullopt;
  cycles.formula = ltl::parse(*formula, "ltl");
  return cycles;
}

}  // namespace

std::string options_for(const Program& program, const Cycles& cycles, bool reduced) {
  std::string text = reduced ? reduced_options(program) : program.options_text;
  if (!text.empty()) text += "; ";
  if (cycles.fair) text += fair_text;
  text += cycles_text;
  text += base::name(cycles.kind);
  if (cycles.kind == CycleKind::ltl) text += " " + base::escaped(cycles.text(), ";");
  return text;
}

Cycles Cycles::progress(bool fair) {
  return {CycleKind::progress, ltl::parse(fmt::format("!(<> [] {})", ltl::no_progress), "progress"), fair};
}

std::string Cycles::text() const {
  return kind == CycleKind::ltl ? ltl::text(*formula) : std::string(base::name(kind));
}

Cycles Cycles::as_told() const {
  Cycles read = *this;
  if (kind == CycleKind::ltl) read.formula = ltl::parse(text(), "ltl");
  return read;
}

model::Violation Cycles::violation() const {
  const std::string name(base::name(kind));
  if (kind == CycleKind::acceptance) return {name, "a cycle through an accepting state", "", model::Step::moved};
  if (kind == CycleKind::progress) return {name, "a cycle without progress", "", model::Step::moved};
  return {name, text() + " does not hold", "", model::Step::moved};
}

Watched watched(const Program& program, const Cycles& cycles, const std::shared_ptr<const ltl::Prepared>& automaton,
                const model::Violation& violation) {
  Watched made{program.make()};
  if (!cycles.formula) return made;
  auto product = std::make_unique<ltl::Product>(std::move(made.model), automaton, violation);
  made.product = product.get();
  made.model = std::move(product);
  return made;
}

std::string reduce(model::Model& model, const Program& program, const Cycles& cycles) {
  std::string why = why_whole(program, cycles);
  if (!why.empty()) return why;
  const bool progress = cycles.kind == CycleKind::progress;
  return model.reduce({.accepting = !progress, .progress = progress});
}

std::string why_not_symmetric(const Cycles& cycles, bool end) {
  if (cycles.fair) return "fairness is about each process, and symmetry changes which is which";
  if (cycles.kind == CycleKind::progress) return "progress is not judged up to symmetry";
  if (end && cycles.formula && ltl::uses_next(*cycles.formula)) {
    return "a formula with 'next' counts steps, and up to symmetry processes do not end";
  }
  return "";
}

std::string watch(Program& program, const Cycles& asked, bool reduced, const base::Stop* stop) {
  const Cycles cycles = asked.as_told();
  // Claim and automaton would both watch, and a verdict about the two together is about neither.
  if (cycles.formula && program.has_claim) return "the program has a never claim, and a formula would be a second one";
  if (program.symmetry != nullptr) {
    if (std::string why = why_not_symmetric(cycles, program.symmetry->ends); !why.empty()) return why;
  }
  ltl::Automaton automaton;
  if (cycles.formula) automaton = ltl::translate(*cycles.formula, true, stop);
  if (cycles.formula && automaton.states.empty()) return "every run of every program satisfies the formula";
  std::shared_ptr<const ltl::Prepared> prepared;
  if (cycles.formula) prepared = std::make_shared<const ltl::Prepared>(ltl::prepare(std::move(automaton), stop));
  const auto make = [plain = program, cycles, prepared = std::move(prepared)] {
    return watched(plain, cycles, prepared, cycles.violation()).model;
  };
  const std::unique_ptr<model::Model> first = make();  // sees to it that the propositions are ones
  std::string why = reduced ? reduce(*first, program, cycles) : "";
  if (!why.empty()) return why;
  program.options_text = options_for(program, cycles, reduced);
  program.options_digest = digest(program.options_text);
  if (cycles.formula) program.rests_on.emplace_back("the automaton of the formula, and its product with the program");
  if (reduced) rest_on_reduction(program);
  program.make = [make, plain = program, cycles, reduced] {
    std::unique_ptr<model::Model> model = make();
    if (reduced) (void)reduce(*model, plain, cycles);
    return model;
  };
  return "";
}

std::optional<Cycles> watch_as(Program& program, const std::string& options_text, std::string& why,
                               const base::Stop* stop) {
  const auto fault = [&](std::string what) {
    why = std::move(what);
    return std::nullopt;
  };
  std::string_view rest = options_text;
  const std::string own = program.options_text.empty() ? "" : program.options_text + "; ";
  if (!rest.starts_with(own)) return fault("they are not those of this program");
  rest.remove_prefix(own.size());
  const std::optional<std::size_t> behind = read_reduction(program, rest);
  if (!behind) return fault("they name what this program's reduction does not know");
  rest.remove_prefix(*behind);
  try {
    std::optional<Cycles> cycles = read_question(rest);
    if (!cycles) return fault("they do not say about which cycles the script is");
    Program made = program;
    if (std::string unfit = watch(made, *cycles, *behind != 0, stop); !unfit.empty()) return fault(std::move(unfit));
    // One spelling for each question: what the certifier has made of the text says the same.
    if (made.options_text != options_text) return fault(fmt::format("'{}' would be meant", made.options_text));
    program = std::move(made);
    return cycles;
  } catch (const base::InputError& error) {
    return fault(fault_of_options(error));
  }
}

}  // namespace waymark::load
