// Statements in which no other stands: what begins with a name, calls of inlines, and those with a word of their own.
#include <fmt/format.h>

#include <utility>

#include "promela/syntax/limits.hpp"
#include "promela/syntax/parser.hpp"
#include "promela/syntax/text.hpp"
#include "promela/syntax/types.hpp"

namespace waymark::promela {

StmtPtr Parser::expression_statement(ExprPtr left, const Token& start) {
  only_outside_traces(start);
  auto expr = full_expression_from(std::move(left));
  if (saw_run_ && !std::holds_alternative<Run>(expr->node)) {
    error(start, "'run' cannot stand in a compound expression; assign it to a variable first");
  }
  return make_stmt(start, Expression{std::move(expr)});
}

// ---------------------------------------------------------------- statements that begin with a name

bool Parser::at_inline_call() {
  return at(Tok::name) && names_.inlines.contains(text(peek())) && peek(1).kind == Tok::left_paren;
}

StmtPtr Parser::begin_with_reference() {
  const Token start = peek();
  const auto name = text(start);
  if (at_inline_call()) {
    call_inline();
    return statement();
  }
  if (name == "_" || name == "_priority") return assign_predefined();
  const bool expression_only = names_.mtypes.contains(name) || is_predefined(name) ||
                               (names_.variable(name) == nullptr && announced_processes_.contains(name));
  if (expression_only) {
    if (peek(1).kind == Tok::assign || peek(1).kind == Tok::increment || peek(1).kind == Tok::decrement) {
      fail(start, fmt::format("'{}' is {} and cannot be assigned to", name, names_.kind(name)));
    }
    return expression_statement(nullptr, start);
  }
  if (names_.kind(name).empty() && peek(1).kind == Tok::name && !peek(1).newline_before) {
    error(start, fmt::format("'{}' is not a type", name));
    next();
    Sequence unused;
    declarator(DeclaredAs::local, Symbol(), &unused, nullptr);  // so that its name is known
    throw Recover{};
  }
  if (names_.kind(name).empty() && peek(1).kind == Tok::left_paren) {
    fail(start, fmt::format("'{}' is not declared; an inline must stand before its first call", name));
  }
  std::vector<Token> tokens;
  recording_ = &tokens;
  auto ref = reference();
  recording_ = nullptr;
  switch (peek().kind) {
    case Tok::assign:
      return assignment(std::move(ref), start, tokens);
    case Tok::increment:
    case Tok::decrement:
      return increment(std::move(ref), start);
    case Tok::send:
    case Tok::sorted_send:
      return send(std::move(ref), start);
    case Tok::receive:
    case Tok::random_receive:
      if (peek(1).kind == Tok::left_bracket) return expression_statement(poll(std::move(ref), start), start);
      return receive(std::move(ref), start);
    default:
      return expression_statement(make(start, Variable{std::move(ref)}), start);
  }
}

StmtPtr Parser::assignment(Ref target, const Token& start, const std::vector<Token>& target_tokens) {
  only_outside_traces(start);
  const Token op = next();
  if (at_inline_call()) {
    // The body's `return e` will assign.
    return_targets_[call_inline()] = target_tokens;
    return statement();
  }
  if (saw_run_) error(op, "'run' cannot stand in an index");
  auto value = full_expression();
  // As in Spin, a field may be given the 0 that means no channel.
  if (target.type().base == BaseType::chan && target.parts.size() == 1 &&
      (std::holds_alternative<Number>(value->node) || std::holds_alternative<MtypeConstant>(value->node))) {
    error(op, fmt::format("'{}' is a channel and cannot be given a number", promela::text(target)));
  }
  check_mtype(target, *value, op);
  return make_stmt(start, Assign{std::move(target), std::move(value)});
}

StmtPtr Parser::increment(Ref target, const Token& start) {
  only_outside_traces(start);
  const Token op = next();
  if (target.type().base == BaseType::chan) {
    error(op, fmt::format("'{}' is a channel: operator {} cannot compute with it", promela::text(target), found(op)));
  }
  return make_stmt(start, Increment{std::move(target), op.kind == Tok::increment ? 1 : -1});
}

// `_ = e` evaluates and forgets; `_priority = e` is the process's own set_priority.
StmtPtr Parser::assign_predefined() {
  const Token start = peek();
  if (peek(1).kind != Tok::assign) return expression_statement(nullptr, start);
  next();
  next();
  auto value = full_expression();
  if (text(start) == "_priority") {
    return make_stmt(start, SetPriority{make(start, Builtin{Predefined::pid}), std::move(value)});
  }
  return make_stmt(start, Assign{sink(start), std::move(value)});
}

// The write-only `_`: a hidden global, there only in models that use it in such a place.
Ref Parser::sink(const Token& name) {
  if (sink_ == nullptr) {
    Symbol symbol;
    symbol.name = "_";
    symbol.at = name.position;
    symbol.hidden = true;
    sink_ = &install(std::move(symbol), DeclaredAs::global, name, nullptr, nullptr);
  }
  Ref ref;
  ref.parts.push_back({sink_, nullptr, name.position});
  return ref;
}

StmtPtr Parser::send(Ref channel, const Token& start) {
  check_channel(channel, start, "a send");
  const Token op = next();
  if (process_->kind == ProcessKind::never) error(op, "a never claim cannot send or receive");
  if (op.kind == Tok::sorted_send) only_outside_traces(op);
  Send node;
  node.sorted = op.kind == Tok::sorted_send;
  node.args.push_back(send_argument());
  if (accept(Tok::left_paren)) {  // q!type(a, b)
    do node.args.push_back(send_argument());
    while (accept(Tok::comma));
    expect(Tok::right_paren, "after the arguments of a send");
  } else {
    while (accept(Tok::comma)) node.args.push_back(send_argument());
  }
  if (saw_run_) error(op, "'run' cannot stand in a message; assign it to a variable first");
  std::int64_t count = 0;
  for (const auto& arg : node.args) {
    const auto* variable = std::get_if<Variable>(&arg->node);
    count += variable != nullptr ? cells(variable->ref.type()) : 1;
  }
  check_arguments(channel, count, op, "sent");
  node.channel = std::move(channel);
  return make_stmt(start, std::move(node));
}

StmtPtr Parser::receive(Ref channel, const Token& start) {
  check_channel(channel, start, "a receive");
  const Token op = next();
  if (process_->kind == ProcessKind::never) error(op, "a never claim cannot send or receive");
  Receive node;
  node.random = op.kind == Tok::random_receive;
  node.copy = accept(Tok::less);
  if (node.random || node.copy) only_outside_traces(op);
  node.args = receive_arguments();
  if (node.copy) expect(Tok::greater, "after the arguments of a receive that copies");
  std::int64_t count = 0;
  NameMap<bool> bound;
  for (const auto& arg : node.args) {
    count += arg.kind == ReceiveArg::Kind::bind ? cells(arg.ref.type()) : 1;
    const bool plain = arg.kind == ReceiveArg::Kind::bind && !arg.ref.last().is_array;
    if (plain && !bound.emplace(promela::text(arg.ref), true).second) {
      diagnostics_.error(arg.at, fmt::format("'{}' would be given two fields of one message", promela::text(arg.ref)));
    }
  }
  if (saw_run_) error(op, "'run' cannot stand in a receive");
  check_arguments(channel, count, op, "received");
  node.channel = std::move(channel);
  return make_stmt(start, std::move(node));
}

// ---------------------------------------------------------------- inline calls

std::vector<std::vector<Token>> Parser::inline_arguments() {
  std::vector<std::vector<Token>> arguments;
  const Token open = next();
  std::size_t nesting = 0;
  std::vector<Token> current;
  bool any = false;
  for (;;) {
    if (at(Tok::end)) fail(open, "the arguments of this call are never closed");
    // Taken from the stream itself: braces in an argument open no block here.
    const Token token = stream_.next();
    if (token.kind == Tok::right_paren && nesting == 0) break;
    any = true;
    if (token.kind == Tok::comma && nesting == 0) {
      arguments.push_back(std::exchange(current, {}));
      continue;
    }
    if (token.kind == Tok::left_paren || token.kind == Tok::left_bracket) ++nesting;
    if ((token.kind == Tok::right_paren || token.kind == Tok::right_bracket) && nesting > 0) --nesting;
    current.push_back(token);
  }
  if (any) arguments.push_back(std::move(current));
  return arguments;
}

std::uint32_t Parser::call_inline() {
  const Token name = next();
  const auto number = names_.inlines.find(text(name))->second;
  const Inline& definition = inlines_[number];
  auto arguments = inline_arguments();
  if (arguments.size() != definition.parameters.size()) {
    fail(name, fmt::format("inline '{}' has {} parameter{}, but {} argument{} given", definition.name,
                           definition.parameters.size(), definition.parameters.size() == 1 ? "" : "s", arguments.size(),
                           arguments.size() == 1 ? " is" : "s are"));
  }
  if (!stream_.may_expand(definition)) fail(name, fmt::format("inline '{}' calls itself", definition.name));
  if (stream_.expansion_depth() >= limits::inline_depth) {
    fail(name, fmt::format("inline calls nest more than {} deep", limits::inline_depth));
  }
  initialization_done_ = true;
  return stream_.expand(definition, number + 1, std::move(arguments), name);
}

// `return e` in an inline that was called as `x = f(..)`: an assignment, no jump.
StmtPtr Parser::return_() {
  const Token start = next();
  const auto target = return_targets_.find(start.expansion);
  if (target == return_targets_.end()) {
    fail(start, start.expansion == 0 ? "'return' outside of an inline"
                                     : "'return' in an inline whose value is not assigned to anything");
  }
  auto tokens = target->second;
  Token assign = start;
  assign.kind = Tok::assign;
  tokens.push_back(assign);
  stream_.insert(tokens, start);
  return statement();
}

// ---------------------------------------------------------------- the others

StmtPtr Parser::assert_(const Token& start) {
  next();
  auto condition = full_expression();
  if (saw_run_) error(start, "'run' cannot stand in an assertion");
  return make_stmt(start, Assert{std::move(condition)});
}

StmtPtr Parser::goto_() {
  const Token start = next();
  const Token label = expect(Tok::name, "of a label after 'goto'");
  const auto kind = names_.kind(text(label));
  if (!kind.empty() && kind != "a label") {
    error(label, fmt::format("'{}' cannot be a label: it is {}", text(label), kind));
  }
  auto stmt = make_stmt(start, Goto{word(label), nullptr});
  labels_.jump(text(label), std::get<Goto>(stmt->node), label.position);
  return stmt;
}

StmtPtr Parser::printf_() {
  const Token start = next();
  expect(Tok::left_paren, "after 'printf'");
  const Token format = expect(Tok::string, "as the format of 'printf'");
  Printf node;
  node.format = std::string(text(format).substr(1, text(format).size() - 2));
  while (accept(Tok::comma)) node.args.push_back(expression());
  expect(Tok::right_paren, "after the arguments of 'printf'");
  if (saw_run_) error(start, "'run' cannot stand in a printf");
  return make_stmt(start, std::move(node));
}

StmtPtr Parser::printm() {
  const Token start = next();
  expect(Tok::left_paren, "after 'printm'");
  auto value = expression();
  if (!std::holds_alternative<Variable>(value->node) && !std::holds_alternative<MtypeConstant>(value->node) &&
      !std::holds_alternative<Number>(value->node)) {
    diagnostics_.error(value->at, "'printm' prints a variable or an mtype name");
  }
  expect(Tok::right_paren, "after the argument of 'printm'");
  return make_stmt(start, Printm{std::move(value)});
}

StmtPtr Parser::set_priority() {
  const Token start = next();
  expect(Tok::left_paren, "after 'set_priority'");
  auto pid = expression();
  expect(Tok::comma, "between pid and priority");
  auto value = expression();
  expect(Tok::right_paren, "after the arguments of 'set_priority'");
  return make_stmt(start, SetPriority{std::move(pid), std::move(value)});
}

StmtPtr Parser::exclusive() {
  const Token start = next();
  only_outside_traces(start);
  Exclusive node{start.kind == Tok::kw_xr, {}};
  do {
    const Token name = peek();
    auto ref = reference(Whole::array);
    check_channel(ref, name, text(start));
    if (ref.last().is_array)
      error(name, fmt::format("{} is not possible for the array '{}'", found(start), ref.last().name));
    node.channels.push_back(std::move(ref));
  } while (accept(Tok::comma));
  return make_stmt(start, std::move(node));
}

}  // namespace waymark::promela
