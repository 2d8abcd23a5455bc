#include "promela/syntax/build.hpp"

#include <memory>

#include "promela/syntax/cases.hpp"

namespace waymark::promela {

namespace {

std::vector<ExprPtr> copies_of(const std::vector<ExprPtr>& all, const Replacement& other) {
  std::vector<ExprPtr> out;
  out.reserve(all.size());
  for (const ExprPtr& one : all) out.push_back(copy_of(*one, other));
  return out;
}

ExprPtr copy_if_any(const ExprPtr& expr, const Replacement& other) {
  return expr == nullptr ? nullptr : copy_of(*expr, other);
}

}  // namespace

ExprPtr copy_if_any(const ExprPtr& expr) { return expr == nullptr ? nullptr : copy_of(*expr); }

ExprPtr make_expression(const Position& at, ExprNode node) {
  auto expr = std::make_unique<Expr>();
  expr->at = at;
  expr->node = std::move(node);
  return expr;
}

ExprPtr make_number(const Position& at, std::int32_t value) { return make_expression(at, Number{value}); }

Ref reference_to(const Symbol& symbol, const Position& at) {
  Ref ref;
  ref.parts.push_back({&symbol, nullptr, at});
  return ref;
}

ExprPtr make_variable(const Position& at, const Symbol& symbol) {
  return make_expression(at, Variable{reference_to(symbol, at)});
}

ExprPtr make_not(ExprPtr expr) {
  const Position at = expr->at;
  return make_expression(at, Unary{UnaryOp::logical_not, std::move(expr)});
}

ExprPtr make_binary(BinaryOp op, ExprPtr left, ExprPtr right) {
  if (left == nullptr) return right;
  if (right == nullptr) return left;
  const Position at = left->at;
  return make_expression(at, Binary{op, std::move(left), std::move(right)});
}

ExprPtr make_and(ExprPtr left, ExprPtr right) {
  return make_binary(BinaryOp::logical_and, std::move(left), std::move(right));
}

StmtPtr make_statement(const Position& at, StmtNode node) {
  auto stmt = std::make_unique<Stmt>();
  stmt->at = at;
  stmt->node = std::move(node);
  return stmt;
}

ExprPtr make_true(const Position& at) {
  return make_expression(at, Binary{BinaryOp::eq, make_number(at, 1), make_number(at, 1)});
}

StmtPtr make_condition(const Position& at, ExprPtr expr) {
  const auto* number = std::get_if<Number>(&expr->node);
  if (number != nullptr && number->value != 0) expr = make_true(at);
  return make_statement(at, Expression{std::move(expr)});
}

StmtPtr make_assignment(const Position& at, const Symbol& symbol, ExprPtr value) {
  return make_statement(at, Assign{reference_to(symbol, at), std::move(value)});
}

Ref copy_of(const Ref& ref, const Replacement& other) {
  Ref out;
  for (const Ref::Part& part : ref.parts) out.parts.push_back({part.symbol, copy_if_any(part.index, other), part.at});
  return out;
}

ExprPtr copy_of(const Expr& expr, const Replacement& other) {
  if (ExprPtr replaced = other(expr)) return replaced;
  const auto arguments = [&](const std::vector<ReceiveArg>& args) {
    std::vector<ReceiveArg> out;
    out.reserve(args.size());
    for (const ReceiveArg& arg : args) {
      out.push_back({arg.kind, arg.at, copy_of(arg.ref, other), copy_if_any(arg.value, other)});
    }
    return out;
  };
  return make_expression(
      expr.at,
      std::visit(Cases{
                     [](const Number& node) -> ExprNode { return node; },
                     [](const MtypeConstant& node) -> ExprNode { return node; },
                     [&](const Variable& node) -> ExprNode { return Variable{copy_of(node.ref, other)}; },
                     [&](const Unary& node) -> ExprNode {
                       return Unary{node.op, copy_of(*node.arg, other)};
                     },
                     [&](const Binary& node) -> ExprNode {
                       return Binary{node.op, copy_of(*node.left, other), copy_of(*node.right, other)};
                     },
                     [&](const Conditional& node) -> ExprNode {
                       return Conditional{copy_of(*node.condition, other), copy_of(*node.then, other),
                                          copy_of(*node.otherwise, other)};
                     },
                     [](const Builtin& node) -> ExprNode { return node; },
                     [&](const ChannelQuery& node) -> ExprNode {
                       return ChannelQuery{node.test, copy_of(node.channel, other)};
                     },
                     [&](const Poll& node) -> ExprNode {
                       return Poll{copy_of(node.channel, other), node.random, arguments(node.args)};
                     },
                     [&](const Run& node) -> ExprNode {
                       return Run{node.process, copies_of(node.args, other), node.priority};
                     },
                     [&](const Enabled& node) -> ExprNode { return Enabled{copy_of(*node.pid, other)}; },
                     [&](const PcValue& node) -> ExprNode { return PcValue{copy_of(*node.pid, other)}; },
                     [&](const GetPriority& node) -> ExprNode { return GetPriority{copy_of(*node.pid, other)}; },
                     [&](const RemoteLabel& node) -> ExprNode {
                       return RemoteLabel{node.process, copy_if_any(node.pid, other), node.label, node.target};
                     },
                     [&](const RemoteVariable& node) -> ExprNode {
                       return RemoteVariable{node.process, copy_if_any(node.pid, other), copy_of(node.ref, other)};
                     },
                 },
                 expr.node));
}

ExprPtr copy_of(const Expr& expr) {
  return copy_of(expr, [](const Expr&) { return ExprPtr(); });
}

}  // namespace waymark::promela
