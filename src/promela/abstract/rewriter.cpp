#include "promela/abstract/rewriter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/diagnostics.hpp"
#include "promela/syntax/build.hpp"
#include "promela/syntax/cases.hpp"
#include "promela/syntax/fold.hpp"
#include "promela/syntax/text.hpp"
#include "promela/syntax/walk.hpp"

namespace waymark::promela {

namespace {

bool is_shifted_safely(const Binary& node) {
  if (node.op != BinaryOp::shl && node.op != BinaryOp::shr) return true;
  const auto by = fold(*node.right);
  return by && *by >= 0 && *by < 32;
}

// Whether computing this part, apart from those in it, can be an error.
bool can_fail(const Expr& expr) {
  return std::visit(Cases{
                        [](const Binary& node) { return !is_divided_safely(node) || !is_shifted_safely(node); },
                        [](const Variable& node) { return !is_index_safe(node.ref); },
                        [](const Number&) { return false; },
                        [](const MtypeConstant&) { return false; },
                        [](const Unary&) { return false; },
                        [](const Conditional&) { return false; },
                        [](const Builtin&) { return false; },
                        [](const auto&) { return true; },
                    },
                    expr.node);
}

bool is_shortcut(const Expr& expr) {
  const auto* binary = std::get_if<Binary>(&expr.node);
  return std::holds_alternative<Conditional>(expr.node) ||
         (binary != nullptr && (binary->op == BinaryOp::logical_and || binary->op == BinaryOp::logical_or));
}

const Stmt* first_waiting(const Sequence& sequence, bool at_start);

// A statement that may wait, within or as the whole of one; none if it stands at the start, where it may.
const Stmt* first_waiting(const Stmt& stmt, bool at_start) {
  const auto selection = [&](const std::vector<Sequence>& options) -> const Stmt* {
    bool goes_on = at_start;
    const Stmt* found = nullptr;
    for (const Sequence& option : options) {
      goes_on = goes_on || (!option.empty() && std::holds_alternative<Else>(option.front()->node));
      if (found == nullptr) found = first_waiting(option, true);
    }
    return goes_on ? found : &stmt;
  };
  return std::visit(Cases{
                        [&](const If& node) { return selection(node.options); },
                        [&](const Do& node) { return selection(node.options); },
                        [&](const Block& node) { return first_waiting(node.body, at_start); },
                        [&](const Atomic& node) { return first_waiting(node.body, at_start); },
                        [&](const DStep& node) { return first_waiting(node.body, at_start); },
                        [&](const ForRange& node) { return first_waiting(node.body, false); },
                        [&](const ForArray& node) { return first_waiting(node.body, false); },
                        [&](const ForChannel&) -> const Stmt* { return &stmt; },
                        [&](const Expression& node) -> const Stmt* {
                          const auto value = fold(*node.expr);
                          return at_start || (value && *value != 0) ? nullptr : &stmt;
                        },
                        [&](const Send&) -> const Stmt* { return at_start ? nullptr : &stmt; },
                        [&](const Receive&) -> const Stmt* { return at_start ? nullptr : &stmt; },
                        [](const auto&) -> const Stmt* { return nullptr; },
                    },
                    stmt.node);
}

const Stmt* first_waiting(const Sequence& sequence, bool at_start) {
  for (const StmtPtr& stmt : sequence) {
    if (const Stmt* found = first_waiting(*stmt, at_start)) return found;
    at_start = at_start && is_silent_declaration(*stmt);
  }
  return nullptr;
}

}  // namespace

Rewriter::Rewriter(Specification& specification, Predicates& predicates, const Solver& solver)
    : specification_(specification), predicates_(predicates), decider_(predicates, solver) {}

void Rewriter::refuse(const Position& at, const std::string& why) const {
  const std::string file = at.file < specification_.files.size() ? specification_.files[at.file] : "";
  throw base::InputError(fmt::format("{}:{}: error: --abstract: {}", file, at.line, why));
}

void Rewriter::run() {
  refuse_unfit();
  declare_bits();
  free_timeouts();
  for (const auto& process : specification_.processes) {
    process_ = process.get();
    rewrite(process->body, false);
  }
  undeclare_gone();
  for (LtlBlock& block : specification_.ltl) rewrite(*block.formula, true);
  each_expression(specification_, [&](const Expr& expr) {
    const auto* label = std::get_if<RemoteLabel>(&expr.node);
    if (label == nullptr || !waiting_.contains(label->target)) return;
    refuse(expr.at, fmt::format("{} names a statement at which a process may wait for what is abstracted", text(expr)));
  });
}

// ---------------------------------------------------------------- what cannot be abstracted

void Rewriter::refuse_unfit() const {
  const auto look = [&](const Expr& expr) {
    const auto* builtin = std::get_if<Builtin>(&expr.node);
    if (std::holds_alternative<Enabled>(expr.node)) refuse(expr.at, "enabled() asks what may be unknown");
    if (std::holds_alternative<PcValue>(expr.node)) refuse(expr.at, "pc_value() numbers statements, which change");
    if (std::holds_alternative<GetPriority>(expr.node) ||
        (builtin != nullptr && builtin->what == Predefined::priority)) {
      refuse(expr.at, "priorities ask who can go on, which may be unknown");
    }
    const auto* remote = std::get_if<RemoteVariable>(&expr.node);
    if (remote != nullptr && is_touched(remote->ref.symbol())) {
      refuse(expr.at, fmt::format("{} looks at an abstracted variable from outside", text(expr)));
    }
  };
  each_expression(specification_, look);
  for (const auto& process : specification_.processes) refuse_unfit(*process);
}

void Rewriter::refuse_unfit(const Process& process) const {
  if (process.priority != 0) refuse(process.at, "priorities ask who can go on, which may be unknown");
  if (decider_.mentions_gone(process.provided)) refuse(process.at, "a provided clause reads an abstracted variable");
  if (process.deterministic &&
      std::any_of(process.body.begin(), process.body.end(), [&](const StmtPtr& stmt) { return touches(*stmt); })) {
    refuse(process.at, "a D_proctype must have one way to go; write proctype");
  }
  each_statement(process.body, [&](const Stmt& stmt) {
    if (std::holds_alternative<SetPriority>(stmt.node)) {
      refuse(stmt.at, "priorities ask who can go on, which may be unknown");
    }
    if (std::holds_alternative<Unless>(stmt.node) && touches(stmt)) {
      refuse(stmt.at, "an unless depends on what may be unknown");
    }
  });
}

bool Rewriter::is_touched(const Symbol& symbol) const {
  return is_gone(symbol) || std::any_of(predicates_.all.begin(), predicates_.all.end(),
                                        [&](const Predicate& predicate) { return predicate.reads.contains(&symbol); });
}

bool Rewriter::touches(const Stmt& stmt) const {
  bool found = false;
  each_within(stmt, [&](const Stmt& inner) {
    const auto* declare = std::get_if<Declare>(&inner.node);
    found = found || (declare != nullptr && declare->assigns && is_touched(*declare->symbol));
    each_target(inner, [&](const Ref& ref) { found = found || is_touched(ref.symbol()); });
    each_expression(inner, [&](const Expr& expr) {
      const auto* variable = std::get_if<Variable>(&expr.node);
      found = found || (variable != nullptr && is_gone(variable->ref.symbol()));
    });
  });
  return found;
}

ExprPtr Rewriter::check_of(const Expr& expr) const {
  ExprPtr check;
  const ExprPtr whole = copy_of(expr);
  const bool shortcut = any_expression(whole, is_shortcut);
  each_expression(whole, [&](const Expr& inner) {
    if (!can_fail(inner)) return;
    if (decider_.mentions_gone(inner)) {
      refuse(expr.at, fmt::format("whether {} can be computed depends on an abstracted variable", text(inner)));
    }
    if (shortcut) {
      refuse(expr.at, fmt::format("{} is not always computed, and may be an error; make it a statement of its own",
                                  text(inner)));
    }
    if (std::holds_alternative<Run>(inner.node)) refuse(expr.at, "run stands beside an abstracted variable");
    check = make_and(std::move(check), make_binary(BinaryOp::eq, copy_of(inner), copy_of(inner)));
  });
  return check;
}

// ---------------------------------------------------------------- statements

// Whether all processes are blocked is unknown now: a timeout may happen at any time.
void Rewriter::free_timeouts() {
  each_statement(specification_, [&](Stmt& stmt) {
    each_expression(stmt, [&](Expr& expr) {
      const auto* builtin = std::get_if<Builtin>(&expr.node);
      if (builtin == nullptr || builtin->what != Predefined::timeout) return;
      expr.node = std::move(make_true(expr.at)->node);
      exact_ = false;
    });
  });
}

void Rewriter::rewrite(Sequence& sequence, bool leading) {
  for (const StmtPtr& stmt : sequence) {
    const bool silent = is_silent_declaration(*stmt);
    if (!leading) labels_.clear();
    rewrite(*stmt, leading);
    leading = leading && silent;
  }
  labels_.clear();
}

void Rewriter::rewrite(Stmt& stmt, bool leading) {
  original_text_ = text(stmt);
  labels_.insert(labels_.end(), stmt.labels.begin(), stmt.labels.end());
  if (auto* branch = std::get_if<If>(&stmt.node)) return rewrite_branch(stmt, branch->options, leading);
  if (auto* loop = std::get_if<Do>(&stmt.node)) return rewrite_branch(stmt, loop->options, leading);
  if (auto* atomic = std::get_if<Atomic>(&stmt.node)) return rewrite(atomic->body, leading);
  if (auto* block = std::get_if<Block>(&stmt.node)) return rewrite(block->body, leading);
  if (auto* d_step = std::get_if<DStep>(&stmt.node)) return rewrite_d_step(stmt, *d_step, leading);
  const bool loops = std::holds_alternative<ForRange>(stmt.node) || std::holds_alternative<ForArray>(stmt.node) ||
                     std::holds_alternative<ForChannel>(stmt.node) || std::holds_alternative<Select>(stmt.node);
  if (loops) return rewrite_loop(stmt);
  if (!touches(stmt)) return;
  std::visit(Cases{
                 [&](Expression& node) { rewrite_condition(stmt, node, leading); },
                 [&](Assert& node) { rewrite_assertion(stmt, node); },
                 [&](Assign& node) {
                   const Ref target = std::move(node.target);
                   rewrite_assignment(stmt, target, std::move(node.value));
                 },
                 [&](Increment& node) {
                   const Ref target = std::move(node.target);
                   ExprPtr now = make_variable(stmt.at, target.symbol());
                   now = make_binary(BinaryOp::add, std::move(now), make_number(stmt.at, node.by));
                   rewrite_assignment(stmt, target, std::move(now));
                 },
                 [&](Declare& node) {
                   const Symbol& symbol = *node.symbol;
                   rewrite_assignment(stmt, reference_to(symbol, stmt.at),
                                      symbol.initial != nullptr ? copy_of(*symbol.initial) : make_number(stmt.at, 0));
                 },
                 [&](Send& node) { rewrite_send(stmt, node); },
                 [&](Receive& node) { rewrite_receive(stmt, node); },
                 [&](Printf&) {
                   stmt.node = Printf{"", {}};
                 },
                 [&](Printm&) {
                   stmt.node = Printf{"", {}};
                 },
                 [&](auto&) { refuse(stmt.at, fmt::format("'{}' reads an abstracted variable", text(stmt))); },
             },
             stmt.node);
}

// A d_step takes the first of several ways, which would leave some out; what could wait in its middle is an error
// there, and none in an atomic sequence.
void Rewriter::rewrite_d_step(Stmt& stmt, DStep& node, bool leading) {
  if (!touches(stmt)) return;
  if (const Stmt* waits = first_waiting(node.body, true)) {
    refuse(waits->at, fmt::format("'{}' may wait within a d_step; write atomic", text(*waits)));
  }
  Atomic atomic{std::move(node.body)};
  stmt.node = std::move(atomic);
  rewrite(std::get<Atomic>(stmt.node).body, leading);
}

}  // namespace waymark::promela
