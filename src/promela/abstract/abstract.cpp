#include "promela/abstract/abstract.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/diagnostics.hpp"
#include "promela/abstract/predicates.hpp"
#include "promela/abstract/rewriter.hpp"
#include "promela/syntax/build.hpp"
#include "promela/syntax/fold.hpp"
#include "promela/syntax/parse.hpp"
#include "promela/syntax/text.hpp"
#include "promela/syntax/walk.hpp"

namespace waymark::promela {

namespace {

// An expression of one tree in another of the same text.
ExprPtr carried_over(const Expr& expr, const Specification& into) {
  const auto same = [&](const Symbol& symbol) { return into.symbols[symbol.id].get(); };
  return copy_of(expr, [&](const Expr& part) -> ExprPtr {
    if (const auto* variable = std::get_if<Variable>(&part.node)) {
      auto copy = std::make_unique<Expr>();
      copy->at = part.at;
      Variable made;
      for (const Ref::Part& one : variable->ref.parts) {
        made.ref.parts.push_back(
            {same(*one.symbol), one.index == nullptr ? nullptr : carried_over(*one.index, into), one.at});
      }
      copy->node = std::move(made);
      return copy;
    }
    if (std::holds_alternative<Number>(part.node) || std::holds_alternative<Unary>(part.node) ||
        std::holds_alternative<Binary>(part.node) || std::holds_alternative<Conditional>(part.node)) {
      return nullptr;
    }
    if (const auto* name = std::get_if<MtypeConstant>(&part.node)) return make_number(part.at, name->name->value);
    if (const auto* label = std::get_if<RemoteLabel>(&part.node)) {
      const Process& process = *into.processes[label->process->index];
      for (const Process::LabelAt& at : process.labels) {
        if (at.name != label->label) continue;
        auto copy = std::make_unique<Expr>();
        copy->at = part.at;
        copy->node = RemoteLabel{&process, label->pid == nullptr ? nullptr : carried_over(*label->pid, into),
                                 label->label, at.target};
        return copy;
      }
    }
    throw base::InputError(fmt::format(
        "waymark: error: --abstract: '{}' stands in an expression with an abstracted variable; ask for it alone",
        text(part)));
  });
}

// What an expression, or a formula, that is written in terms of the program says of the abstract one.
class Questions {
 public:
  Questions(Specification& tree, std::shared_ptr<const Specification> original, Predicates predicates,
            std::shared_ptr<const Solver> solver)
      : predicates_(std::move(predicates)),
        solver_(std::move(solver)),
        rewriter_(tree, predicates_, *solver_),
        tree_(tree),
        original_(std::move(original)) {}

  [[nodiscard]] Rewriter& rewriter() { return rewriter_; }
  [[nodiscard]] const Predicates& predicates() const { return predicates_; }

  [[nodiscard]] ExprPtr expression(const std::string& name, const std::string& written) const {
    try {
      return parse_expression(tree_, name, written);  // about bits, and what is as it was
    } catch (const base::InputError&) {
      return rewriter_.certainly(*carried_over(*parse_expression(*original_, name, written), tree_));
    }
  }
  [[nodiscard]] LtlPtr formula(const std::string& name, const std::string& written) const {
    try {
      return parse_ltl(tree_, name, written);
    } catch (const base::InputError&) {
      LtlPtr made = parse_ltl(*original_, name, written);
      carry_over(*made);
      rewriter_.rewrite(*made, true);
      return made;
    }
  }

 private:
  void carry_over(Ltl& formula) const {
    if (formula.proposition != nullptr) formula.proposition = carried_over(*formula.proposition, tree_);
    if (formula.left != nullptr) carry_over(*formula.left);
    if (formula.right != nullptr) carry_over(*formula.right);
  }

  Predicates predicates_;
  std::shared_ptr<const Solver> solver_;
  Rewriter rewriter_;
  const Specification& tree_;
  std::shared_ptr<const Specification> original_;
};

}  // namespace

Abstraction abstract(Specification& tree, std::shared_ptr<const Specification> original,
                     const std::vector<std::string>& items, const std::shared_ptr<const Solver>& solver) {
  const auto questions = std::make_shared<Questions>(tree, std::move(original), read_predicates(tree, items), solver);
  questions->rewriter().run();
  Abstraction made;
  for (const Predicate& predicate : questions->predicates().all) {
    made.bits.emplace_back(predicate.name, text(*predicate.condition));
  }
  made.statements = questions->rewriter().take_statements();
  made.exact = questions->rewriter().exact();
  tree.read_expression = [questions](const std::string& name, const std::string& written) {
    return questions->expression(name, written);
  };
  tree.read_formula = [questions](const std::string& name, const std::string& written) {
    return questions->formula(name, written);
  };
  return made;
}

}  // namespace waymark::promela
