// Statements and formulas that ask: conditions, selections of them, assertions, propositions.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "promela/abstract/cases_of.hpp"
#include "promela/abstract/rewriter.hpp"
#include "promela/syntax/build.hpp"
#include "promela/syntax/cases.hpp"

namespace waymark::promela {

namespace {

const Stmt* first_of(const Sequence& sequence) {
  for (const StmtPtr& stmt : sequence) {
    const auto* declare = std::get_if<Declare>(&stmt->node);
    if ((declare == nullptr || declare->assigns) && !std::holds_alternative<Exclusive>(stmt->node)) return stmt.get();
  }
  return nullptr;
}

}  // namespace

void Rewriter::find_leads(const Sequence& option, Leads& leads) const {
  const Stmt* first = first_of(option);
  if (first == nullptr) {
    leads.always = true;
  } else {
    find_leads(*first, leads);
  }
}

void Rewriter::find_leads(const Stmt& stmt, Leads& leads) const {
  const auto options = [&](const std::vector<Sequence>& all) {
    for (const Sequence& option : all) find_leads(option, leads);
  };
  std::visit(Cases{
                 [&](const Expression& node) { leads.conditions.push_back(node.expr.get()); },
                 [&](const Else&) {
                   leads.otherwise = true;
                   leads.elses.push_back(const_cast<Stmt*>(&stmt));
                 },
                 [&](const Send&) { leads.other = true; },
                 [&](const Receive&) { leads.other = true; },
                 [&](const Unless&) { leads.other = true; },
                 [&](const If& node) { options(node.options); },
                 [&](const Do& node) { options(node.options); },
                 [&](const Atomic& node) { find_leads(node.body, leads); },
                 [&](const DStep& node) { find_leads(node.body, leads); },
                 [&](const Block& node) { find_leads(node.body, leads); },
                 [&](const auto&) { leads.always = true; },
             },
             stmt.node);
}

// Where the bits leave open whether a process is blocked.
void Rewriter::add_blocked(std::vector<Sequence>& options, const DecidedCondition& all_false, const Stmt& stmt) {
  Region open;
  open.everything = all_false.true_in.everything;
  for (const Valuation& row : all_false.true_in.rows) {
    const std::vector<Valuation>& others = all_false.false_in.rows;
    if (std::find(others.begin(), others.end(), row) != others.end()) open.rows.push_back(row);
  }
  if (open.empty()) return;
  exact_ = false;
  if (in_claim()) return;  // a claim that cannot go on accepts nothing
  if (blocked_file_ == 0) {
    const std::string file = stmt.at.file < specification_.files.size() ? specification_.files[stmt.at.file] : "";
    blocked_file_ = static_cast<std::uint32_t>(specification_.files.size());
    specification_.files.push_back(file + blocked_mark);
  }
  Position at = stmt.at;
  at.file = blocked_file_;
  Sequence& option = options.emplace_back();
  option.push_back(make_condition(at, all_false.inputs.condition(open, at)));
  option.push_back(make_condition(at, make_number(at, 0)));
  ++blocked_places_;
  for (const Label& label : labels_) {
    for (const char* kind : {"end", "accept", "progress"}) {
      if (!label.name.starts_with(kind)) continue;
      option.back()->labels.push_back({fmt::format("{}_blocked{}", kind, blocked_places_), at});
      process_->labels.push_back({option.back()->labels.back().name, option.back().get(), at});
    }
  }
  waiting_.insert(&stmt);
}

void Rewriter::rewrite_branch(Stmt& stmt, std::vector<Sequence>& options, bool leading) {
  Leads leads;
  for (const Sequence& option : options) find_leads(option, leads);
  const bool open = std::any_of(leads.conditions.begin(), leads.conditions.end(),
                                [&](const Expr* condition) { return decider_.mentions_gone(*condition); });
  const auto is_own = [&](const Stmt* wanted) {
    return std::any_of(options.begin(), options.end(),
                       [&](const Sequence& option) { return first_of(option) == wanted; });
  };
  if (open && leads.otherwise && (leading || leads.elses.size() > 1 || !is_own(leads.elses.front()))) {
    refuse(stmt.at, "an else belongs to several selections, one in the other; put skip before the inner one");
  }
  std::optional<DecidedCondition> all_false;
  if (open && !leads.always) {
    std::vector<ExprPtr> negated;
    std::vector<const Expr*> conditions;
    for (const Expr* condition : leads.conditions) {
      negated.push_back(make_not(copy_of(*condition)));
      conditions.push_back(negated.back().get());
    }
    all_false = decider_.condition(conditions, process_);
    if (!all_false->decided || leads.other) exact_ = false;
  }
  const std::vector<Label> labels = labels_;
  for (Sequence& option : options) rewrite(option, true);
  labels_ = labels;
  if (open && leads.otherwise) {
    Stmt& otherwise = *leads.elses.front();
    otherwise.node = Expression{all_false ? all_false->inputs.condition(all_false->true_in, otherwise.at)
                                          : make_number(otherwise.at, 0)};
  } else if (all_false && !leading) {
    add_blocked(options, *all_false, stmt);
  }
}

void Rewriter::rewrite_condition(Stmt& stmt, Expression& node, bool leading) {
  ExprPtr check = check_of(*node.expr);
  const DecidedCondition decided = decider_.condition({node.expr.get()}, process_);
  statements_.push_back({stmt.at, original_text_, cases_of(decided)});
  if (!decided.decided) exact_ = false;
  ExprPtr passes = make_and(std::move(check), decided.inputs.condition(decided.true_in, stmt.at));
  if (leading) {
    stmt.node = std::move(make_condition(stmt.at, std::move(passes))->node);
    return;
  }
  std::vector<Sequence> options;
  options.emplace_back().push_back(make_condition(stmt.at, std::move(passes)));
  DecidedCondition fails;
  fails.true_in = decided.false_in;
  fails.false_in = decided.true_in;
  for (const ExprPtr& input : decided.inputs.expressions) fails.inputs.expressions.push_back(copy_of(*input));
  add_blocked(options, fails, stmt);
  if (options.size() == 1) {
    stmt.node = std::move(options.front().front()->node);
  } else {
    stmt.node = If{std::move(options)};
  }
}

void Rewriter::rewrite_assertion(Stmt& stmt, Assert& node) {
  ExprPtr check = check_of(*node.condition);
  const DecidedCondition decided = decider_.condition({node.condition.get()}, process_);
  statements_.push_back({stmt.at, original_text_, cases_of(decided)});
  if (!decided.decided) exact_ = false;
  If options;
  if (!decided.true_in.empty()) {
    options.options.emplace_back().push_back(
        make_condition(stmt.at, make_and(copy_if_any(check), decided.inputs.condition(decided.true_in, stmt.at))));
  }
  if (!decided.false_in.empty()) {
    const auto fails = [&] { return decided.inputs.condition(decided.false_in, stmt.at); };
    Sequence body;
    body.push_back(make_condition(stmt.at, make_and(std::move(check), fails())));
    body.push_back(make_statement(stmt.at, Assert{make_not(fails())}));
    options.options.emplace_back().push_back(make_statement(stmt.at, DStep{std::move(body)}));
  }
  stmt.node = std::move(options);
}

ExprPtr Rewriter::certainly(const Expr& expr) const {
  if (!decider_.mentions_gone(expr)) return copy_of(expr);
  (void)check_of(expr);
  const DecidedCondition decided = decider_.condition({&expr}, nullptr);
  return make_not(decided.inputs.condition(decided.false_in, expr.at));
}

ExprPtr Rewriter::possibly(const Expr& expr) const {
  if (!decider_.mentions_gone(expr)) return copy_of(expr);
  (void)check_of(expr);
  const DecidedCondition decided = decider_.condition({&expr}, nullptr);
  return decided.inputs.condition(decided.true_in, expr.at);
}

// A run of which the formula is true in the end has to be one of which it was true before: where it is affirmed, what
// is certain counts, where it is denied, what is possible.
void Rewriter::rewrite(Ltl& formula, bool positive) const {
  switch (formula.op) {
    case LtlOp::proposition:
      formula.proposition = positive ? certainly(*formula.proposition) : possibly(*formula.proposition);
      return;
    case LtlOp::logical_not:
      return rewrite(*formula.left, !positive);
    case LtlOp::implies:
      rewrite(*formula.left, !positive);
      return rewrite(*formula.right, positive);
    case LtlOp::equivalent: {
      const auto mentions = [&](const auto& self, const Ltl& part) -> bool {
        return (part.proposition != nullptr && decider_.mentions_gone(*part.proposition)) ||
               (part.left != nullptr && self(self, *part.left)) || (part.right != nullptr && self(self, *part.right));
      };
      if (mentions(mentions, formula)) refuse(formula.at, "<-> affirms and denies what is abstracted; write two ->");
      return;
    }
    default:
      rewrite(*formula.left, positive);
      if (formula.right != nullptr) rewrite(*formula.right, positive);
  }
}

}  // namespace waymark::promela
