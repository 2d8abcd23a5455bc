// Statements that change what is known: assignments, receives, sends.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "promela/abstract/cases_of.hpp"
#include "promela/abstract/rewriter.hpp"
#include "promela/abstract/smt.hpp"
#include "promela/syntax/build.hpp"
#include "promela/syntax/cases.hpp"
#include "promela/syntax/fold.hpp"
#include "promela/syntax/text.hpp"
#include "promela/syntax/walk.hpp"

namespace waymark::promela {

namespace {

// What a variable of this type would have of a value.
ExprPtr as_stored(const Type& type, ExprPtr value) {
  if (type.width >= 32) return value;
  const Position at = value->at;
  if (!is_signed(type)) {
    return make_binary(BinaryOp::bit_and, std::move(value),
                       make_number(at, static_cast<std::int32_t>((std::uint32_t{1} << type.width) - 1)));
  }
  const std::int32_t unused = 32 - type.width;
  return make_binary(BinaryOp::shr, make_binary(BinaryOp::shl, std::move(value), make_number(at, unused)),
                     make_number(at, unused));
}

// Made of numbers and operators that always have a value.
bool is_arithmetic(const Expr& expr) {
  const auto* binary = std::get_if<Binary>(&expr.node);
  return binary != nullptr || std::holds_alternative<Number>(expr.node) ||
         std::holds_alternative<MtypeConstant>(expr.node) || std::holds_alternative<Unary>(expr.node) ||
         std::holds_alternative<Conditional>(expr.node);
}

// Several as one step.
StmtNode as_one_step(Sequence statements) {
  if (statements.size() == 1) return std::move(statements.front()->node);
  return DStep{std::move(statements)};
}

// A copy with values in place of terms.
ExprPtr with_values(const Expr& expr, const std::vector<const Expr*>& terms, const Valuation& values) {
  return copy_of(expr, [&](const Expr& part) -> ExprPtr {
    const auto at = std::find(terms.begin(), terms.end(), &part);
    return at == terms.end() ? nullptr : make_number(part.at, values[static_cast<std::size_t>(at - terms.begin())]);
  });
}

// By the first condition that is true; the last value needs none.
ExprPtr chosen(const Inputs& inputs, const std::vector<std::pair<const Region*, ExprPtr>>& cases, const Position& at) {
  ExprPtr made = copy_of(*cases.back().second);
  for (std::size_t i = cases.size() - 1; i-- > 0;) {
    made = make_expression(
        at, Conditional{inputs.condition(*cases[i].first, at), copy_of(*cases[i].second), std::move(made)});
  }
  return made;
}

}  // namespace

// ---------------------------------------------------------------- assignments

// Nothing but the value decides, and that is known.
bool Rewriter::is_direct(const Symbol& target, const Expr& value) const {
  if (decider_.mentions_gone(value)) return false;
  return std::all_of(predicates_.all.begin(), predicates_.all.end(), [&](const Predicate& predicate) {
    return !predicate.reads.contains(&target) ||
           std::all_of(predicate.reads.begin(), predicate.reads.end(),
                       [&](const Symbol* read) { return read == &target || !is_gone(*read); });
  });
}

Sequence Rewriter::direct(const Symbol& target, const Expr& value, const Position& at) const {
  Sequence made;
  for (const Predicate& predicate : predicates_.all) {
    if (!predicate.reads.contains(&target)) continue;
    ExprPtr after = copy_of(*predicate.condition, [&](const Expr& expr) -> ExprPtr {
      const auto* variable = std::get_if<Variable>(&expr.node);
      if (variable == nullptr || &variable->ref.symbol() != &target) return nullptr;
      return as_stored(target.type, copy_of(value));
    });
    if (const auto constant = fold(*after)) after = make_number(at, *constant != 0 ? 1 : 0);
    made.push_back(make_assignment(at, *predicate.bit, std::move(after)));
  }
  return made;
}

void Rewriter::rewrite_assignment(Stmt& stmt, const Ref& target, ExprPtr value) {
  for (const Ref::Part& part : target.parts) {
    if (decider_.mentions_gone(part.index)) {
      refuse(stmt.at, fmt::format("'{}' writes where an abstracted variable says", original_text_));
    }
  }
  const Symbol& symbol = target.symbol();
  if (!is_touched(symbol)) return rewrite_plain(stmt, target, *value);
  if (!is_gone(symbol) && decider_.mentions_gone(value)) {
    refuse(stmt.at, fmt::format("{} gets a value of what is abstracted, and a condition reads it; abstract it as well",
                                symbol.name));
  }
  StmtPtr besides;
  if (!is_gone(symbol)) besides = make_assignment(stmt.at, symbol, copy_of(*value));
  const auto read = [&](const Predicate& predicate) { return predicate.reads.contains(&symbol); };
  if (std::none_of(predicates_.all.begin(), predicates_.all.end(), read)) {
    // Nothing is known of it; what can go wrong on the way does.
    stmt.node = std::move(make_condition(stmt.at, make_and(check_of(*value), make_number(stmt.at, 1)))->node);
    return;
  }
  const DecidedEffect effect = decider_.assignment(symbol, *value, process_);
  statements_.push_back({stmt.at, original_text_, cases_of(effect)});
  if (is_direct(symbol, *value)) {
    Sequence all = direct(symbol, *value, stmt.at);
    if (besides != nullptr) all.push_back(std::move(besides));
    stmt.node = as_one_step(std::move(all));
    return;
  }
  if (!effect.decided) exact_ = false;
  ExprPtr check = check_of(*value);
  Sequence made = effect.outcomes.empty() ? one_by_one(stmt, effect, std::move(check), std::move(besides))
                                          : by_outcomes(stmt, effect, std::move(check), std::move(besides));
  stmt.node = std::move(made.front()->node);
}

Sequence Rewriter::by_outcomes(const Stmt& stmt, const DecidedEffect& effect, ExprPtr check, StmtPtr besides) {
  Sequence made;
  const bool plain = check == nullptr && besides == nullptr;
  if (plain && effect.decided && effect.outputs.size() == 1) {
    const auto truth = [](const DecidedEffect::Outcome& outcome) { return outcome.bits.front() != 0; };
    const auto found = std::find_if(effect.outcomes.begin(), effect.outcomes.end(), truth);
    ExprPtr value = make_number(stmt.at, found == effect.outcomes.end() ? 0 : 1);
    if (effect.outcomes.size() > 1) value = effect.inputs.condition(found->from, stmt.at);
    made.push_back(make_assignment(stmt.at, *effect.outputs.front()->bit, std::move(value)));
    return made;
  }
  If options;
  for (const DecidedEffect::Outcome& outcome : effect.outcomes) {
    Sequence body;
    body.push_back(make_condition(
        stmt.at,
        make_and(copy_if_any(check), effect.outcomes.size() == 1 ? make_number(stmt.at, 1)
                                                                 : effect.inputs.condition(outcome.from, stmt.at))));
    if (besides != nullptr) {
      const auto& assign = std::get<Assign>(besides->node);
      body.push_back(make_assignment(stmt.at, assign.target.symbol(), copy_of(*assign.value)));
    }
    for (std::size_t i = 0; i < effect.outputs.size(); ++i) {
      body.push_back(make_assignment(stmt.at, *effect.outputs[i]->bit, make_number(stmt.at, outcome.bits[i])));
    }
    options.options.emplace_back().push_back(make_statement(stmt.at, DStep{std::move(body)}));
  }
  made.push_back(make_statement(stmt.at, std::move(options)));
  return made;
}

Sequence Rewriter::one_by_one(const Stmt& stmt, const DecidedEffect& effect, ExprPtr check, StmtPtr besides) {
  Sequence body;
  if (check != nullptr) body.push_back(make_condition(stmt.at, std::move(check)));
  if (besides != nullptr) body.push_back(std::move(besides));
  for (std::size_t i = 0; i < effect.outputs.size(); ++i) {
    If options;
    for (const std::int32_t bit : effect.independent[i]) {
      options.options.emplace_back().push_back(
          make_assignment(stmt.at, *effect.outputs[i]->bit, make_number(stmt.at, bit)));
    }
    body.push_back(make_statement(stmt.at, std::move(options)));
  }
  Sequence made;
  made.push_back(make_statement(stmt.at, Atomic{std::move(body)}));
  return made;
}

// ---------------------------------------------------------------- values of what is abstracted

void Rewriter::find_terms(const Expr& expr, std::vector<const Expr*>& terms) const {
  if (!decider_.mentions_gone(expr)) return;
  bool closed = true;
  each_expression(copy_of(expr), [&](const Expr& inner) {
    const auto* variable = std::get_if<Variable>(&inner.node);
    closed = closed && (variable != nullptr ? is_gone(variable->ref.symbol()) : is_arithmetic(inner));
  });
  if (closed) {
    terms.push_back(&expr);
    return;
  }
  std::visit(
      Cases{
          [&](const Unary& node) { find_terms(*node.arg, terms); },
          [&](const Binary& node) { find_terms(*node.left, terms), find_terms(*node.right, terms); },
          [&](const Conditional& node) {
            find_terms(*node.condition, terms);
            find_terms(*node.then, terms);
            find_terms(*node.otherwise, terms);
          },
          [&](const auto&) { refuse(expr.at, fmt::format("'{}' depends on an abstracted variable", text(expr))); },
      },
      expr.node);
}

DecidedValues Rewriter::values_of(const Stmt& stmt, const std::vector<const Expr*>& terms) const {
  DecidedValues values = decider_.values(terms, process_);
  if (values.known) return values;
  refuse(stmt.at,
         fmt::format("'{}' uses the value of {}, which the conditions leave open; abstract what gets it as well, "
                     "or give single values as in 0..3",
                     original_text_, text(*terms.front())));
}

void Rewriter::rewrite_plain(Stmt& stmt, const Ref& target, const Expr& value) {
  std::vector<const Expr*> terms;
  find_terms(value, terms);
  ExprPtr check = check_of(value);
  const DecidedValues values = values_of(stmt, terms);
  const auto no_change = [](const Expr&) { return ExprPtr(); };
  if (values.decided) {
    std::vector<std::pair<const Region*, ExprPtr>> cases;
    for (const DecidedValues::Outcome& outcome : values.outcomes)
      cases.emplace_back(&outcome.from, with_values(value, terms, outcome.values));
    stmt.node = Assign{copy_of(target, no_change), chosen(values.inputs, cases, stmt.at)};
    return;
  }
  exact_ = false;
  If options;
  for (const DecidedValues::Outcome& outcome : values.outcomes) {
    Sequence body;
    body.push_back(
        make_condition(stmt.at, make_and(copy_if_any(check), values.inputs.condition(outcome.from, stmt.at))));
    body.push_back(
        make_statement(stmt.at, Assign{copy_of(target, no_change), with_values(value, terms, outcome.values)}));
    options.options.emplace_back().push_back(make_statement(stmt.at, DStep{std::move(body)}));
  }
  stmt.node = std::move(options);
}

// A send may wait, so that no other step can stand before it: its values have to follow from what is known.
void Rewriter::rewrite_send(Stmt& stmt, Send& node) {
  for (ExprPtr& arg : node.args) {
    if (!decider_.mentions_gone(arg)) continue;
    (void)check_of(*arg);
    std::vector<const Expr*> terms;
    find_terms(*arg, terms);
    const DecidedValues values = values_of(stmt, terms);
    if (!values.decided) {
      refuse(stmt.at,
             fmt::format("'{}' sends what the conditions leave open; give single values as in 0..3", original_text_));
    }
    std::vector<std::pair<const Region*, ExprPtr>> cases;
    for (const DecidedValues::Outcome& outcome : values.outcomes) {
      cases.emplace_back(&outcome.from, with_values(*arg, terms, outcome.values));
    }
    arg = chosen(values.inputs, cases, stmt.at);
  }
  if (touches(stmt)) refuse(stmt.at, fmt::format("'{}' reads an abstracted variable", original_text_));
}

// What comes is known for a moment, in a variable of its own, and forgotten.
void Rewriter::rewrite_receive(Stmt& stmt, Receive& node) {
  const Symbol& channel = node.channel.symbol();
  const bool buffered = channel.channel != nullptr && channel.channel->capacity > 0 && !channel.is_array;
  if (!buffered || node.channel.parts.size() != 1) {
    refuse(stmt.at, fmt::format("'{}' receives into an abstracted variable from a channel that may be a rendezvous",
                                original_text_));
  }
  Sequence body, known;
  Receive receive = std::move(node);
  for (ReceiveArg& arg : receive.args) {
    const bool reads = decider_.mentions_gone(arg.value);
    if (reads) refuse(stmt.at, fmt::format("'{}' compares with an abstracted variable", original_text_));
    if (arg.kind != ReceiveArg::Kind::bind || !is_touched(arg.ref.symbol())) continue;
    const Symbol& target = arg.ref.symbol();
    const Symbol& came = arrival(target);
    const ExprPtr value = make_variable(stmt.at, came);
    if (!is_gone(target) || !is_direct(target, *value)) {
      refuse(stmt.at, fmt::format("'{}' receives what a condition compares with others", original_text_));
    }
    for (StmtPtr& one : direct(target, *value, stmt.at)) known.push_back(std::move(one));
    known.push_back(make_assignment(stmt.at, came, make_number(stmt.at, 0)));
    arg.ref = reference_to(came, stmt.at);
  }
  if (known.empty()) refuse(stmt.at, fmt::format("'{}' depends on an abstracted variable", original_text_));
  body.push_back(make_statement(stmt.at, std::move(receive)));
  body.push_back(make_statement(stmt.at, DStep{std::move(known)}));
  stmt.node = Atomic{std::move(body)};
}

// One for each process and type of variable.
const Symbol& Rewriter::arrival(const Symbol& like) {
  for (const Symbol* local : process_->locals) {
    const bool same = local->type.base == like.type.base && local->type.width == like.type.width;
    if (arrivals_.contains(local) && same) return *local;
  }
  auto made = std::make_unique<Symbol>();
  made->id = static_cast<std::uint32_t>(specification_.symbols.size());
  made->name = fmt::format("came_{}", arrivals_.size() + 1);
  made->type = like.type;
  made->process = process_;
  made->at = like.at;
  const Symbol& symbol = *made;
  arrivals_.insert(&symbol);
  process_->locals.push_back(&symbol);
  specification_.symbols.push_back(std::move(made));
  return symbol;
}

}  // namespace waymark::promela
