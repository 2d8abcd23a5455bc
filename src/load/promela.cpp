#include "load/promela.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "base/diagnostics.hpp"
#include "base/escaped.hpp"
#include "base/utf8.hpp"
#include "load/derivation.hpp"
#include "load/exchanges.hpp"
#include "promela/executor.hpp"
#include "promela/program/compile.hpp"
#include "promela/program/kernel_text.hpp"
#include "promela/slice/slice.hpp"
#include "promela/symmetric.hpp"
#include "promela/syntax/formula.hpp"
#include "promela/syntax/parse.hpp"
#include "promela/syntax/preprocess.hpp"
#include "promela/syntax/text.hpp"

namespace waymark::load {

namespace {

using Tree = std::shared_ptr<const promela::Specification>;

promela::SliceCriteria promela_criteria(const Criteria& criteria) {
  promela::SliceCriteria out;
  out.assertions = criteria.assertion;
  out.deadlock = criteria.deadlock;
  out.steps = criteria.steps;
  out.output = criteria.output;
  out.expressions = criteria.invariants;
  for (const Cycles& asked : criteria.cycles) {
    out.acceptance = out.acceptance || asked.kind == CycleKind::acceptance;
    out.progress = out.progress || asked.kind == CycleKind::progress;
    if (asked.kind != CycleKind::ltl) continue;
    out.cycles = true;
    out.steps = out.steps || ltl::uses_next(*asked.formula);
    for (std::string& proposition : ltl::propositions(*asked.formula))
      out.expressions.push_back(std::move(proposition));
  }
  return out;
}

std::vector<CutAway::Place> places(const std::vector<promela::Cut>& cuts, const promela::Specification& specification) {
  std::vector<CutAway::Place> out;
  for (const promela::Cut& cut : cuts) {
    const std::string file = cut.at.file < specification.files.size() ? specification.files[cut.at.file] : "";
    out.push_back({file, cut.at.line, cut.text});
  }
  return out;
}

// The formulas of the text that are asked, by their names.
std::vector<std::string> asked_blocks(const promela::Specification& specification, const Criteria& criteria) {
  std::vector<std::string> names;
  for (const promela::LtlBlock& block : specification.ltl) {
    if (criteria.include({CycleKind::ltl, promela::formula(*block.formula), false})) names.push_back(block.name);
  }
  return names;
}

bool has_variable(const promela::Specification& tree, const std::string& name) {
  const auto same = [&](const auto& symbol) { return symbol->name == name; };
  return std::any_of(tree.globals.begin(), tree.globals.end(), same) ||
         std::any_of(tree.processes.begin(), tree.processes.end(), [&](const auto& process) {
           return std::any_of(process->locals.begin(), process->locals.end(), same);
         });
}

// An item whose variable is not there any more asks for nothing.
void refuse_cut_away(const std::vector<std::string>& items, const CutAway& away, const promela::Specification& left) {
  for (const std::string& item : items) {
    const std::string whose = item.substr(0, item.find(':'));
    const std::string name = whose.substr(whose.find('.') == std::string::npos ? 0 : whose.find('.') + 1);
    const bool gone = std::any_of(away.variables.begin(), away.variables.end(),
                                  [&](const CutAway::Place& cut) { return cut.text == name; });
    if (!gone || has_variable(left, name)) continue;
    throw base::InputError(fmt::format(
        "waymark: error: --abstract {}: --slice cuts {} away, which bears on nothing that is asked; leave the "
        "item out",
        item, name));
  }
}

class Promela final : public FrontEnd {
 public:
  // Formulas are read in terms of `tree`, and slices are cut out of trees of their own.
  Promela(const script::Digest& text, Tree tree, ReadTree read, Source source, const base::Stop* stop)
      : FrontEnd(text), tree_(std::move(tree)), read_(std::move(read)), source_(std::move(source)), stop_(stop) {}

  [[nodiscard]] ltl::FormulaPtr formula(const std::string& text) const override {
    return promela::formula(tree_->read_formula ? *tree_->read_formula("--ltl", text)
                                                : *promela::parse_ltl(*tree_, "--ltl", text));
  }

  [[nodiscard]] Sliced slice(const Criteria& criteria) const override {
    if (abstract_) return FrontEnd::slice(criteria);
    promela::Slice slice;
    const auto cut = [read = read_, criteria](promela::Slice& cuts) {
      std::unique_ptr<promela::Specification> tree = read();
      const std::vector<std::string> blocks = asked_blocks(*tree, criteria);
      cuts = promela::slice(*tree, promela_criteria(criteria), blocks);
      return tree;
    };
    std::unique_ptr<promela::Specification> tree = cut(slice);
    Sliced made;
    made.away = {places(slice.statements, *tree), places(slice.variables, *tree), slice.statements_before,
                 slice.variables_before, slice.whole};
    made.text = promela::text(*tree);
    const ReadTree read = [cut] {
      promela::Slice cuts;
      return cut(cuts);
    };
    made.front_end = std::make_shared<const Promela>(text_digest(), tree_, read, source_, stop_);
    made.make = models(std::move(tree));
    return made;
  }

  [[nodiscard]] std::string kernel_text(const Criteria& question) const override {
    const auto compiled = promela::compile(abstract_ ? tree_ : Tree(read_()));
    return promela::kernel_text(*compiled, {question.deadlock, question.assertion, question.invariants});
  }

  [[nodiscard]] Exchanges exchanges(const std::vector<std::string>& unchanged) const override {
    const auto compiled = promela::compile(abstract_ ? tree_ : Tree(read_()));
    const promela::Symmetry::Found found = promela::find_symmetry(compiled, unchanged, stop_);
    Exchanges made;
    made.why = found.why;
    if (found.symmetry == nullptr) return made;
    const auto plain = [compiled, steps = steps(), stop = stop_] {
      base::poll(stop);
      auto model = std::make_unique<promela::Executor>(compiled, steps);
      model->set_stop(stop);
      return model;
    };
    const auto exchanged = [plain, unchanged, symmetry = found.symmetry] {
      std::unique_ptr<promela::Executor> model = plain();
      for (const std::string& expression : unchanged) (void)model->watch(expression);
      model->exchange(symmetry);
      return model;
    };
    made.groups = found.symmetry->text();
    made.order = found.symmetry->order();
    made.ends = found.symmetry->ends();
    made.make = exchanged;
    made.plain = plain;
    made.undo = [plain, exchanged, symmetry = found.symmetry](const ChosenRun& run, const base::Stop* stop) {
      const std::unique_ptr<promela::Executor> quotient = exchanged();
      const std::unique_ptr<promela::Executor> own = plain();
      const auto undone =
          promela::without_exchanges(*quotient, *symmetry, *own, {run.choices, run.cycle, run.stuck}, stop);
      return undone ? std::optional<ChosenRun>({undone->choices, undone->cycle, undone->steps, run.stuck})
                    : std::nullopt;
    };
    return made;
  }

  void abstract_slice(Program& program, const CutAway& away) const override {
    if (source_.promela.abstract.empty()) return;
    refuse_cut_away(source_.promela.abstract, away, *read_());
    abstract(program);
  }

  // The program is what this reads.
  void enter(Program& program) const {
    program.formulas.clear();
    for (const promela::LtlBlock& block : tree_->ltl) {
      program.formulas.push_back({block.name, promela::formula(*block.formula)});
    }
    program.has_claim = std::any_of(tree_->processes.begin(), tree_->processes.end(),
                                    [](const auto& process) { return process->kind == promela::ProcessKind::never; });
    program.make = models(tree_);
  }

  // The program is an abstraction of what this reads. What is abstracted is part of what a script is tied to: the
  // options, and the model that the solver's answers make.
  void abstract(Program& program) const {
    auto view = std::make_shared<AbstractView>();
    Tree tree = abstracted(read_, source_.promela.abstract, stop_, *view);
    for (const std::string& item : source_.promela.abstract) {
      std::string& own = program.derivation.own;
      own += fmt::format("{}abstract {}", own.empty() ? "" : "; ", base::escaped(item, ";"));
    }
    const script::Digest before = text_digest();
    std::string both(before.begin(), before.end());
    both += view->text;
    program.view += fmt::format(", {} by {}", view->exact ? "abstracted exactly" : "over-approximated",
                                fmt::join(source_.promela.abstract, " and "));
    program.rests_on.push_back(
        fmt::format("the abstraction by {}, as Z3 decides it", fmt::join(source_.promela.abstract, " and ")));
    program.abstraction = std::move(view);
    auto made = std::make_shared<Promela>(digest(both), std::move(tree), read_, source_, stop_);
    made->abstract_ = true;
    made->enter(program);
    program.front_end = std::move(made);
  }

 private:
  [[nodiscard]] promela::Executor::Steps steps() const {
    return source_.promela.plain ? promela::Executor::Steps::executed : promela::Executor::Steps::cached;
  }
  [[nodiscard]] ModelFactory models(Tree tree) const {
    base::poll(stop_);
    auto compiled = promela::compile(std::move(tree));
    return [compiled = std::move(compiled), steps = steps(), stop = stop_]() -> std::unique_ptr<model::Model> {
      base::poll(stop);
      auto model = std::make_unique<promela::Executor>(compiled, steps);
      model->set_stop(stop);
      return model;
    };
  }

  Tree tree_;
  ReadTree read_;
  Source source_;
  const base::Stop* stop_;
  bool abstract_ = false;  // tree_ is an abstraction, which has no slices
};

}  // namespace

void load_promela(Program& program, const Source& source, const base::Stop* stop) {
  promela::Definitions parse;
  parse.defines = source.defines;
  parse.stop = stop;
  std::string text = promela::preprocess(program.path, parse);
  const ReadTree read = [path = program.path, text = std::move(text), claims = source.promela.claims] {
    std::unique_ptr<promela::Specification> tree = promela::parse_text(path, text);
    if (claims == Claims::none) tree->leave_out_claims();
    return tree;
  };
  const script::Digest known = digest(promela::text(*read()));
  if (!source.promela.abstract.empty() && !source.promela.sliced) {
    Promela(known, nullptr, read, source, stop).abstract(program);
  } else {
    const auto made = std::make_shared<const Promela>(known, read(), read, source, stop);
    made->enter(program);
    program.front_end = made;
  }
  program.rests_on.emplace_back("the reader and the executor of Promela");
  if (!source.promela.plain) program.rests_on.emplace_back("steps and decisions taken from memory");
}

void refuse_malformed(const std::string& name, const std::string& text) { (void)promela::parse_text(name, text); }

}  // namespace waymark::load
