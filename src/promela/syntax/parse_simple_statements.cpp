#include "promela/syntax/parse_simple_statements.hpp"

#include <fmt/format.h>

#include <utility>

#include "promela/syntax/text.hpp"
#include "promela/syntax/types.hpp"

namespace waymark::promela {

void SimpleStatementParser::only_outside_traces(const Token& start) {
  if (in_trace()) error(start, "only sends, receives, if, do, goto and break can stand in a trace");
}

void SimpleStatementParser::only_outside_claims(const Token& op) {
  if (state_.process->kind == ProcessKind::never) error(op, "a never claim cannot send or receive");
}

void SimpleStatementParser::refuse_run(const Token& at, std::string_view where) {
  if (expressions_.saw_run()) error(at, fmt::format("'run' cannot stand in {}", where));
}

StmtPtr SimpleStatementParser::expression_statement(ExprPtr left, const Token& start) {
  only_outside_traces(start);
  auto expr = expressions_.full_expression(std::move(left));
  if (expressions_.saw_run() && !std::holds_alternative<Run>(expr->node)) {
    error(start, "'run' cannot stand in a compound expression; assign it to a variable first");
  }
  return make_statement(start.position, Expression{std::move(expr)});
}

StmtPtr SimpleStatementParser::assignment(Ref target, const Token& start, const Token& op) {
  refuse_run(op, "an index");
  auto value = expressions_.full_expression();
  // As in Spin, a field may be given the 0 that means no channel.
  if (target.type().base == BaseType::chan && target.parts.size() == 1 &&
      (std::holds_alternative<Number>(value->node) || std::holds_alternative<MtypeConstant>(value->node))) {
    error(op, fmt::format("'{}' is a channel and cannot be given a number", promela::text(target)));
  }
  expressions_.check_mtype(target, *value, op);
  return make_statement(start.position, Assign{std::move(target), std::move(value)});
}

StmtPtr SimpleStatementParser::increment(Ref target, const Token& start) {
  only_outside_traces(start);
  const Token op = next();
  if (target.type().base == BaseType::chan) {
    error(op, fmt::format("'{}' is a channel: operator {} cannot compute with it", promela::text(target), found(op)));
  }
  return make_statement(start.position, Increment{std::move(target), op.kind == Tok::increment ? 1 : -1});
}

StmtPtr SimpleStatementParser::assign_predefined() {
  const Token start = peek();
  if (peek(1).kind != Tok::assign) return expression_statement(nullptr, start);
  next();
  next();
  auto value = expressions_.full_expression();
  if (text(start) == "_priority") {
    return make_statement(start.position,
                          SetPriority{expressions_.make(start, Builtin{Predefined::pid}), std::move(value)});
  }
  return make_statement(start.position, Assign{expressions_.sink(start), std::move(value)});
}

StmtPtr SimpleStatementParser::send(Ref channel, const Token& start) {
  expressions_.check_channel(channel, start, "a send");
  const Token op = next();
  only_outside_claims(op);
  if (op.kind == Tok::sorted_send) only_outside_traces(op);
  Send node;
  node.sorted = op.kind == Tok::sorted_send;
  node.args.push_back(expressions_.send_argument());
  if (accept(Tok::left_paren)) {  // q!type(a, b)
    do node.args.push_back(expressions_.send_argument());
    while (accept(Tok::comma));
    expect(Tok::right_paren, "after the arguments of a send");
  } else {
    while (accept(Tok::comma)) node.args.push_back(expressions_.send_argument());
  }
  refuse_run(op, "a message; assign it to a variable first");
  expressions_.check_arguments(channel, count_fields(node.args), op, "sent");
  node.channel = std::move(channel);
  return make_statement(start.position, std::move(node));
}

StmtPtr SimpleStatementParser::receive(Ref channel, const Token& start) {
  expressions_.check_channel(channel, start, "a receive");
  const Token op = next();
  only_outside_claims(op);
  Receive node;
  node.random = op.kind == Tok::random_receive;
  node.copy = accept(Tok::less);
  if (node.random || node.copy) only_outside_traces(op);
  expressions_.receive_arguments(node.args);
  if (node.copy) expect(Tok::greater, "after the arguments of a receive that copies");
  NameMap<bool> bound;
  for (const auto& arg : node.args) {
    const bool plain = arg.kind == ReceiveArg::Kind::bind && !arg.ref.last().is_array;
    if (plain && !bound.emplace(promela::text(arg.ref), true).second) {
      diagnostics_.error(arg.at, fmt::format("'{}' would be given two fields of one message", promela::text(arg.ref)));
    }
  }
  refuse_run(op, "a receive");
  expressions_.check_arguments(channel, count_fields(node.args), op, "received");
  node.channel = std::move(channel);
  return make_statement(start.position, std::move(node));
}

StmtPtr SimpleStatementParser::assert_() {
  const Token start = next();
  auto condition = expressions_.full_expression();
  refuse_run(start, "an assertion");
  return make_statement(start.position, Assert{std::move(condition)});
}

StmtPtr SimpleStatementParser::goto_() {
  const Token start = next();
  const Token label = expect(Tok::name, "of a label after 'goto'");
  const auto kind = names_.kind(text(label));
  if (!kind.empty() && kind != "a label") {
    error(label, fmt::format("'{}' cannot be a label: it is {}", text(label), kind));
  }
  auto stmt = make_statement(start.position, Goto{word(label), nullptr});
  state_.labels.jump(text(label), std::get<Goto>(stmt->node), label.position);
  return stmt;
}

StmtPtr SimpleStatementParser::printf_() {
  const Token start = next();
  expect(Tok::left_paren, "after 'printf'");
  const Token format = expect(Tok::string, "as the format of 'printf'");
  Printf node;
  node.format = std::string(text(format).substr(1, text(format).size() - 2));
  while (accept(Tok::comma)) node.args.push_back(expressions_.expression());
  expect(Tok::right_paren, "after the arguments of 'printf'");
  refuse_run(start, "a printf");
  return make_statement(start.position, std::move(node));
}

StmtPtr SimpleStatementParser::printm() {
  const Token start = next();
  expect(Tok::left_paren, "after 'printm'");
  auto value = expressions_.expression();
  if (!std::holds_alternative<Variable>(value->node) && !std::holds_alternative<MtypeConstant>(value->node) &&
      !std::holds_alternative<Number>(value->node)) {
    diagnostics_.error(value->at, "'printm' prints a variable or an mtype name");
  }
  expect(Tok::right_paren, "after the argument of 'printm'");
  return make_statement(start.position, Printm{std::move(value)});
}

StmtPtr SimpleStatementParser::set_priority() {
  const Token start = next();
  expect(Tok::left_paren, "after 'set_priority'");
  auto pid = expressions_.expression();
  expect(Tok::comma, "between pid and priority");
  auto value = expressions_.expression();
  expect(Tok::right_paren, "after the arguments of 'set_priority'");
  return make_statement(start.position, SetPriority{std::move(pid), std::move(value)});
}

StmtPtr SimpleStatementParser::exclusive() {
  const Token start = next();
  only_outside_traces(start);
  Exclusive node{start.kind == Tok::kw_xr, {}};
  do {
    const Token name = peek();
    auto ref = expressions_.reference(ExpressionParser::Whole::array);
    expressions_.check_channel(ref, name, text(start));
    if (ref.last().is_array)
      error(name, fmt::format("{} is not possible for the array '{}'", found(start), ref.last().name));
    node.channels.push_back(std::move(ref));
  } while (accept(Tok::comma));
  return make_statement(start.position, std::move(node));
}

}  // namespace waymark::promela
