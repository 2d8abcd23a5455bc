#include "promela/abstract/decide.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "promela/abstract/smt.hpp"
#include "promela/syntax/build.hpp"
#include "promela/syntax/text.hpp"
#include "promela/syntax/walk.hpp"

namespace waymark::promela {

namespace {

constexpr std::size_t most_cases = 1024;  // of inputs and outputs together
constexpr std::size_t most_values = 256;  // cases of terms whose values are tried out
constexpr std::size_t most_atoms = 4;     // conditions of what is not abstracted

using Rows = std::vector<Valuation>;

// The rows' first columns from `column` on, as a decision by one after the other; those that make no difference are
// left out. Null: always.
ExprPtr decision(const std::vector<ExprPtr>& inputs, const std::set<Valuation>& rows, std::size_t column,
                 const Position& at) {
  if (rows.empty()) return make_number(at, 0);
  if (column == inputs.size()) return nullptr;
  std::set<Valuation> with, without;
  for (const Valuation& row : rows) {
    Valuation rest(row.begin() + 1, row.end());
    (row.front() != 0 ? with : without).insert(std::move(rest));
  }
  if (with == without) return decision(inputs, with, column + 1, at);
  ExprPtr input = copy_of(*inputs[column]);
  ExprPtr other = make_not(copy_of(*inputs[column]));
  const auto if_with = [&] { return make_and(std::move(input), decision(inputs, with, column + 1, at)); };
  const auto if_without = [&] { return make_and(std::move(other), decision(inputs, without, column + 1, at)); };
  if (without.empty()) return if_with();
  if (with.empty()) return if_without();
  ExprPtr first = if_with();
  return make_binary(BinaryOp::logical_or, std::move(first), if_without());
}

// Takes rows apart into inputs and what comes of them; answers whether that follows from the inputs.
template <class Outcome>
bool by_outcome(const Rows& rows, std::size_t inputs, std::vector<Outcome>& out) {
  std::map<Valuation, Rows> sorted;
  std::set<Valuation> sources;
  const auto width = static_cast<std::ptrdiff_t>(inputs);
  for (const Valuation& row : rows) {
    Valuation from(row.begin(), row.begin() + width);
    sources.insert(from);
    sorted[{row.begin() + width, row.end()}].push_back(std::move(from));
  }
  for (auto& [values, from] : sorted) out.push_back({{std::move(from), false}, values});
  return sources.size() == rows.size();
}

bool disjoint(const Region& a, const Region& b) {
  if (a.everything || b.everything) return a.empty() || b.empty();
  const std::set<Valuation> known(a.rows.begin(), a.rows.end());
  return std::none_of(b.rows.begin(), b.rows.end(), [&](const Valuation& row) { return known.contains(row); });
}

}  // namespace

ExprPtr Inputs::condition(const Region& region, const Position& at) const {
  if (region.everything) return make_number(at, 1);
  ExprPtr made = decision(expressions, {region.rows.begin(), region.rows.end()}, 0, at);
  return made != nullptr ? std::move(made) : make_number(at, 1);
}

bool Decider::mentions_gone(const ExprPtr& expr) const { return expr != nullptr && mentions_gone(*expr); }

bool Decider::mentions_gone(const Expr& expr) const {
  // A walk begins with the owner of an expression: this one walks over a copy.
  return any_expression(copy_of(expr), [&](const Expr& inner) {
    const auto* variable = std::get_if<Variable>(&inner.node);
    const auto* remote = std::get_if<RemoteVariable>(&inner.node);
    return (variable != nullptr && predicates_->gone.contains(&variable->ref.symbol())) ||
           (remote != nullptr && predicates_->gone.contains(&remote->ref.symbol()));
  });
}

std::vector<const Predicate*> Decider::about(std::unordered_set<const Symbol*> variables, const Process* process,
                                             bool by_others) const {
  std::set<const Predicate*> chosen;
  for (bool grown = true; grown;) {
    grown = false;
    const std::unordered_set<const Symbol*> now = variables;
    for (const Predicate& predicate : predicates_->all) {
      const bool visible = predicate.process == nullptr || predicate.process == process;
      const bool bears = std::any_of(predicate.reads.begin(), predicate.reads.end(),
                                     [&](const Symbol* read) { return now.contains(read); });
      if (!visible || !bears || !chosen.insert(&predicate).second) continue;
      if (!by_others) continue;
      variables.insert(predicate.reads.begin(), predicate.reads.end());
      grown = true;
    }
  }
  std::vector<const Predicate*> ordered;
  for (const Predicate& predicate : predicates_->all) {
    if (chosen.contains(&predicate)) ordered.push_back(&predicate);
  }
  return ordered;
}

// The largest parts, between && and || and !, that read nothing abstracted.
void Decider::find_atoms(const Expr& expr, std::vector<const Expr*>& atoms) const {
  if (!mentions_gone(expr)) {
    if (!std::holds_alternative<Number>(expr.node)) atoms.push_back(&expr);
    return;
  }
  if (const auto* unary = std::get_if<Unary>(&expr.node); unary != nullptr && unary->op == UnaryOp::logical_not) {
    find_atoms(*unary->arg, atoms);
  }
  const auto* binary = std::get_if<Binary>(&expr.node);
  if (binary != nullptr && (binary->op == BinaryOp::logical_and || binary->op == BinaryOp::logical_or)) {
    find_atoms(*binary->left, atoms);
    find_atoms(*binary->right, atoms);
  }
}

DecidedCondition Decider::condition(const std::vector<const Expr*>& all, const Process* process) const {
  std::unordered_set<const Symbol*> read;
  std::vector<const Expr*> atoms;
  for (const Expr* one : all) {
    read.merge(variables_of(copy_of(*one)));
    find_atoms(*one, atoms);
  }
  if (atoms.size() > most_atoms) atoms.clear();
  const auto attempt = [&](bool by_others) {
    DecidedCondition made;
    const auto ask = [&](bool truth, Region& into) {
      Smt smt;
      std::string both = "(and true";
      for (const Expr* one : all) both += " " + smt.truth(*one);
      both += ")";
      std::vector<std::string> names;
      for (const Predicate* predicate : about(read, process, by_others)) {
        names.push_back(smt.named_truth(smt.truth(*predicate->condition)));
      }
      for (const Expr* atom : atoms) names.push_back(smt.named_truth(smt.truth(*atom)));
      smt.require(truth ? both : "(not " + both + ")");
      return solver_->enumerate(smt.question(), names, most_cases, into.rows);
    };
    const Enumeration when_true = ask(true, made.true_in), when_false = ask(false, made.false_in);
    const bool known = when_true == Enumeration::all && when_false == Enumeration::all;
    if (!known) made.true_in = made.false_in = Region{{}, true};
    for (const Predicate* predicate : about(read, process, by_others)) {
      made.inputs.expressions.push_back(make_variable({}, *predicate->bit));
    }
    for (const Expr* atom : atoms) made.inputs.expressions.push_back(copy_of(*atom));
    made.decided = disjoint(made.true_in, made.false_in);
    return made;
  };
  DecidedCondition made = attempt(true);
  return made.true_in.everything ? attempt(false) : std::move(made);
}

DecidedEffect Decider::assignment(const Symbol& variable, const Expr& value, const Process* process) const {
  DecidedEffect made;
  std::unordered_set<const Symbol*> read = variables_of(copy_of(value));
  for (const Predicate& predicate : predicates_->all) {
    if (!predicate.reads.contains(&variable)) continue;
    made.outputs.push_back(&predicate);
    read.insert(predicate.reads.begin(), predicate.reads.end());
  }
  const std::vector<const Predicate*> inputs = about(read, process, true);
  const auto ask = [&](const std::vector<const Predicate*>& before, const std::vector<const Predicate*>& after,
                       Rows& rows) {
    Smt smt;
    std::vector<std::string> names;
    names.reserve(before.size() + after.size());
    for (const Predicate* predicate : before) names.push_back(smt.named_truth(smt.truth(*predicate->condition)));
    smt.assign(variable, smt.value(value));
    for (const Predicate* predicate : after) names.push_back(smt.named_truth(smt.truth(*predicate->condition)));
    return solver_->enumerate(smt.question(), names, most_cases, rows);
  };
  Rows rows;
  if (ask(inputs, made.outputs, rows) == Enumeration::all) {
    made.decided = by_outcome(rows, inputs.size(), made.outcomes);
    for (const Predicate* predicate : inputs) made.inputs.expressions.push_back(make_variable({}, *predicate->bit));
    return made;
  }
  // Too much at once: each for itself, whatever was before.
  for (const Predicate* predicate : made.outputs) {
    Rows alone;
    const bool known = ask({}, {predicate}, alone) == Enumeration::all;
    std::vector<std::int32_t>& can_be = made.independent.emplace_back();
    for (const std::int32_t bit : {0, 1}) {
      if (!known || std::find(alone.begin(), alone.end(), Valuation{bit}) != alone.end()) can_be.push_back(bit);
    }
  }
  return made;
}

DecidedValues Decider::values(const std::vector<const Expr*>& terms, const Process* process) const {
  DecidedValues made;
  std::unordered_set<const Symbol*> read;
  for (const Expr* term : terms) read.merge(variables_of(copy_of(*term)));
  const std::vector<const Predicate*> inputs = about(read, process, true);
  Smt smt;
  std::vector<std::string> names;
  names.reserve(inputs.size() + terms.size());
  for (const Predicate* predicate : inputs) names.push_back(smt.named_truth(smt.truth(*predicate->condition)));
  for (const Expr* term : terms) names.push_back(smt.named_value(smt.value(*term)));
  Rows rows;
  made.known = solver_->enumerate(smt.question(), names, most_values, rows) == Enumeration::all;
  if (!made.known) return made;
  made.decided = by_outcome(rows, inputs.size(), made.outcomes);
  for (const Predicate* predicate : inputs) made.inputs.expressions.push_back(make_variable({}, *predicate->bit));
  return made;
}

}  // namespace waymark::promela
