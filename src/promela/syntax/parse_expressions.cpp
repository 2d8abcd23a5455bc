#include "promela/syntax/parse_expressions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "promela/syntax/build.hpp"
#include "promela/syntax/limits.hpp"
#include "promela/syntax/text.hpp"
#include "promela/syntax/types.hpp"

namespace waymark::promela {

namespace {

struct BinaryInfo {
  Tok token;
  int precedence;
  BinaryOp op;
};

// As in C.
constexpr BinaryInfo binary_operators[] = {
    {Tok::or_or, 1, BinaryOp::logical_or},  {Tok::and_and, 2, BinaryOp::logical_and},
    {Tok::bar, 3, BinaryOp::bit_or},        {Tok::caret, 4, BinaryOp::bit_xor},
    {Tok::ampersand, 5, BinaryOp::bit_and}, {Tok::equal, 6, BinaryOp::eq},
    {Tok::not_equal, 6, BinaryOp::ne},      {Tok::less, 7, BinaryOp::lt},
    {Tok::less_equal, 7, BinaryOp::le},     {Tok::greater, 7, BinaryOp::gt},
    {Tok::greater_equal, 7, BinaryOp::ge},  {Tok::shift_left, 8, BinaryOp::shl},
    {Tok::shift_right, 8, BinaryOp::shr},   {Tok::plus, 9, BinaryOp::add},
    {Tok::minus, 9, BinaryOp::sub},         {Tok::star, 10, BinaryOp::mul},
    {Tok::slash, 10, BinaryOp::div},        {Tok::percent, 10, BinaryOp::mod},
};

// Of precedence 0 if it is no binary operator.
BinaryInfo binary_info(Tok kind) {
  const auto* found = std::find_if(std::begin(binary_operators), std::end(binary_operators),
                                   [&](const BinaryInfo& row) { return row.token == kind; });
  return found != std::end(binary_operators) ? *found : BinaryInfo{kind, 0, BinaryOp::add};
}

bool is_arithmetic(BinaryOp op) { return op <= BinaryOp::bit_xor; }

// In the order of ChannelTest.
constexpr std::string_view query_names[] = {"len", "full", "empty", "nfull", "nempty"};

}  // namespace

bool is_state_operator(Tok kind) { return binary_info(kind).precedence > 2; }

// Every node is counted: trees may lean to one side, and walks are recursive.
ExprPtr ExpressionParser::make(const Token& start, ExprNode node) {
  count_operator(start, "expression");
  return make_expression(start.position, std::move(node));
}

void ExpressionParser::count_operator(const Token& at, std::string_view of) {
  if (++operators_ > limits::expression_operators) {
    fail(at, fmt::format("this {} has more than {} operators", of, limits::expression_operators));
  }
}

void ExpressionParser::enter(std::string_view nested) {
  if (++depth_ > limits::expression_depth) {
    depth_ = 0;
    fail(peek(), fmt::format("{} nest more than {} deep here", nested, limits::expression_depth));
  }
}

ExprPtr ExpressionParser::full_expression(ExprPtr left) {
  const Token start = peek();
  if (left == nullptr) begin();
  auto expr = binary(1, std::move(left));
  if (saw_probe_) check_expression(*expr, true, start);
  return expr;
}

ExprPtr ExpressionParser::expression() {
  const Token start = peek();
  const bool outer_probe = std::exchange(saw_probe_, false);
  auto expr = binary(1, nullptr);
  if (saw_probe_) check_expression(*expr, false, start);
  saw_probe_ = outer_probe;
  return expr;
}

// full(q) and its like may be combined by && and || only, so that a reduction can rely on their monotony.
void ExpressionParser::check_expression(const Expr& expr, bool probes_allowed, const Token& start) {
  Token place = start;
  place.position = expr.at;
  if (const auto* query = std::get_if<ChannelQuery>(&expr.node)) {
    if (query->test == ChannelTest::len || probes_allowed) return;
    const auto name = query_names[static_cast<std::size_t>(query->test)];
    const auto opposite = name.front() == 'n' ? std::string(name.substr(1)) : fmt::format("n{}", name);
    return error(place, fmt::format("'{}' may only be combined by && and ||; its negation is '{}'", name, opposite));
  }
  if (const auto* node = std::get_if<Binary>(&expr.node)) {
    const bool logical = node->op == BinaryOp::logical_and || node->op == BinaryOp::logical_or;
    check_expression(*node->left, probes_allowed && logical, start);
    check_expression(*node->right, probes_allowed && logical, start);
  } else if (const auto* one = std::get_if<Unary>(&expr.node)) {
    check_expression(*one->arg, false, start);
  } else if (const auto* choice = std::get_if<Conditional>(&expr.node)) {
    check_expression(*choice->condition, false, start);
    check_expression(*choice->then, false, start);
    check_expression(*choice->otherwise, false, start);
  }
}

void ExpressionParser::check_operand(const Expr& operand, const Token& op) {
  const auto* variable = std::get_if<Variable>(&operand.node);
  if (variable != nullptr && variable->ref.type().base == BaseType::chan) {
    error(op, fmt::format("'{}' is a channel: operator {} cannot compute with it", promela::text(variable->ref),
                          found(op)));
  }
}

ExprPtr ExpressionParser::binary(int lowest, ExprPtr left) {
  if (left == nullptr) left = unary();
  for (;;) {
    const auto info = binary_info(peek().kind);
    if (info.precedence == 0 || info.precedence < lowest) return left;
    const Token op = next();
    auto right = binary(info.precedence + 1, nullptr);
    if (is_arithmetic(info.op)) {
      check_operand(*left, op);
      check_operand(*right, op);
    }
    Token start = op;
    start.position = left->at;
    left = make(start, Binary{info.op, std::move(left), std::move(right)});
  }
}

ExprPtr ExpressionParser::unary() {
  enter("expressions");
  ExprPtr result;
  const Token start = peek();
  const auto prefix = [&](UnaryOp op) {
    next();
    auto arg = unary();
    if (op != UnaryOp::logical_not) check_operand(*arg, start);
    return make(start, Unary{op, std::move(arg)});
  };
  switch (start.kind) {
    case Tok::minus:
      result = prefix(UnaryOp::negate);
      break;
    case Tok::tilde:
      result = prefix(UnaryOp::complement);
      break;
    case Tok::send:
      result = prefix(UnaryOp::logical_not);
      break;
    case Tok::sorted_send: {  // two negations
      auto inner = prefix(UnaryOp::logical_not);
      result = make(start, Unary{UnaryOp::logical_not, std::move(inner)});
      break;
    }
    default:
      result = primary();
  }
  leave();
  return result;
}

ExprPtr ExpressionParser::primary() {
  const Token start = peek();
  switch (start.kind) {
    case Tok::left_paren:
      return parenthesized();
    case Tok::number:
      next();
      return make(start, Number{start.value});
    case Tok::name:
      return named();
    case Tok::kw_run:
      return run();
    case Tok::kw_len:
    case Tok::kw_full:
    case Tok::kw_empty:
    case Tok::kw_nfull:
    case Tok::kw_nempty:
      return channel_query();
    case Tok::kw_timeout:
      next();
      return make(start, Builtin{Predefined::timeout});
    case Tok::kw_np:
      next();
      return make(start, Builtin{Predefined::np});
    case Tok::kw_enabled:
    case Tok::kw_pc_value:
    case Tok::kw_get_priority:
      return call_of_one(start.kind);
    default:
      fail_expected("an expression");
  }
}

// ( e ) or ( condition -> then : otherwise )
ExprPtr ExpressionParser::parenthesized() {
  const Token open = next();
  auto inner = binary(1, nullptr);
  if (at(Tok::arrow)) {
    next();
    auto then = binary(1, nullptr);
    expect(Tok::colon, "between the two values of a conditional expression");
    auto otherwise = binary(1, nullptr);
    expect(Tok::right_paren, "after a conditional expression");
    return make(open, Conditional{std::move(inner), std::move(then), std::move(otherwise)});
  }
  if (!at(Tok::right_paren)) fail_expected("')'");
  next();
  return inner;
}

ExprPtr ExpressionParser::call_of_one(Tok kind) {
  const Token start = next();
  expect(Tok::left_paren, fmt::format("after {}", found(start)));
  auto arg = expression();
  expect(Tok::right_paren, fmt::format("after the argument of {}", found(start)));
  if (kind == Tok::kw_enabled) return make(start, Enabled{std::move(arg)});
  if (kind == Tok::kw_pc_value) return make(start, PcValue{std::move(arg)});
  return make(start, GetPriority{std::move(arg)});
}

ExprPtr ExpressionParser::channel_query() {
  const Token start = next();
  const auto test = static_cast<ChannelTest>(std::find(std::begin(query_names), std::end(query_names), text(start)) -
                                             std::begin(query_names));
  expect(Tok::left_paren, fmt::format("after {}", found(start)));
  const Token name = peek();
  auto channel = reference();
  check_channel(channel, name, text(start));
  expect(Tok::right_paren, fmt::format("after the channel of {}", found(start)));
  if (test != ChannelTest::len) saw_probe_ = true;
  return make(start, ChannelQuery{test, std::move(channel)});
}

ExprPtr ExpressionParser::run() {
  const Token start = next();
  if (state_.process == nullptr) fail(start, "'run' can only be used in the body of a process");
  if (state_.in_d_step) error(start, "'run' cannot stand in a d_step");
  if (saw_run_) fail(start, "only one 'run' can stand in an expression");
  saw_run_ = true;
  const Token name = expect(Tok::name, "of a proctype after 'run'");
  expect(Tok::left_paren, "before the arguments of 'run'");
  Run node{};
  if (!at(Tok::right_paren)) {
    do node.args.push_back(send_argument());
    while (accept(Tok::comma));
  }
  expect(Tok::right_paren, "after the arguments of 'run'");
  node.priority = priority();
  const std::int64_t given = count_fields(node.args);
  auto expr = make(start, std::move(node));
  state_.pending.runs.push_back({&std::get<Run>(expr->node), name, given});
  return expr;
}

// An expression, or a whole record that stands for its fields; in a trace also `_`, which stands for any value.
ExprPtr ExpressionParser::send_argument() {
  if (at_name("_") && in_trace()) {
    const Token start = next();
    return make(start, Variable{sink(start)});
  }
  if (!at(Tok::name)) return expression();
  const auto* symbol = names_.variable(text(peek()));
  if (symbol == nullptr || symbol->type.base != BaseType::record) return expression();
  const Token start = peek();
  auto ref = reference(Whole::record);
  if (ref.type().base != BaseType::record) {
    return binary(1, make(start, Variable{std::move(ref)}));
  }
  if (has_record_array(ref.type())) {
    error(start, fmt::format("'{}' cannot be passed: its type has an array of records in it", promela::text(ref)));
  }
  return make(start, Variable{std::move(ref)});
}

ExprPtr ExpressionParser::named() {
  const Token name = peek();
  const auto spelled = text(name);
  if (const auto found_mtype = names_.mtypes.find(spelled); found_mtype != names_.mtypes.end()) {
    next();
    return make(name, MtypeConstant{found_mtype->second});
  }
  if (is_predefined(spelled)) return predefined(name);
  if (names_.variable(spelled) == nullptr && state_.announced_processes.contains(spelled)) return remote_reference();
  const Token start = name;
  auto ref = reference();
  if (at(Tok::receive) || at(Tok::random_receive)) {
    if (peek(1).kind == Tok::left_bracket) return poll(std::move(ref), start);
    fail(peek(), fmt::format("a receive cannot stand inside an expression; a poll is written {}{}[..]",
                             promela::text(ref), text(peek())));
  }
  return make(start, Variable{std::move(ref)});
}

ExprPtr ExpressionParser::predefined(const Token& name) {
  const auto spelled = text(name);
  const auto needs_process = [&] {
    if (state_.process == nullptr) error(name, fmt::format("'{}' has a value only in a process", spelled));
  };
  next();
  if (spelled == "_pid") {
    needs_process();
    return make(name, Builtin{Predefined::pid});
  }
  if (spelled == "_priority") {
    needs_process();
    return make(name, Builtin{Predefined::priority});
  }
  if (spelled == "_nr_pr") return make(name, Builtin{Predefined::nr_pr});
  if (spelled == "_last") return make(name, Builtin{Predefined::last});
  if (spelled == "_") fail(name, "'_' can only be written to, it has no value");
  if (spelled == "STDIN") fail(name, "STDIN is not supported: a model has no input");
  fail(name, fmt::format("'{}' is an internal name of Spin and not supported", spelled));
}

ExprPtr ExpressionParser::poll(Ref channel, const Token& start) {
  check_channel(channel, start, "a poll");
  Poll node;
  const Token op = next();
  node.random = op.kind == Tok::random_receive;
  expect(Tok::left_bracket, "in a poll");
  receive_arguments(node.args);
  expect(Tok::right_bracket, "after the arguments of a poll");
  check_arguments(channel, count_fields(node.args), op, "polled");
  node.channel = std::move(channel);
  return make(start, std::move(node));
}

// P[pid]@label, P@label, P[pid]:x, P:x. Process and member are bound at the end, since claims often come first.
ExprPtr ExpressionParser::remote_reference() {
  const Token name = next();
  ExprPtr pid;
  if (accept(Tok::left_bracket)) {
    pid = expression();
    expect(Tok::right_bracket, "after the pid of a remote reference");
  }
  if (accept(Tok::at)) {
    const Token label = expect(Tok::name, "of a label after '@'");
    auto expr = make(name, RemoteLabel{nullptr, std::move(pid), word(label), nullptr});
    state_.pending.remotes.push_back({expr.get(), name, label, true, false});
    return expr;
  }
  if (!accept(Tok::colon)) {
    fail(peek(), fmt::format("'{}' is a proctype: expected '@' and a label or ':' and a variable behind it, found {}",
                             text(name), found(peek())));
  }
  const Token member = expect(Tok::name, "of a variable after ':'");
  RemoteVariable node{nullptr, std::move(pid), {}};
  node.ref.parts.push_back({nullptr, nullptr, member.position});
  if (accept(Tok::left_bracket)) {
    node.ref.parts.back().index = expression();
    expect(Tok::right_bracket, "after an index");
  }
  const bool indexed = node.ref.parts.back().index != nullptr;
  auto expr = make(name, std::move(node));
  state_.pending.remotes.push_back({expr.get(), name, member, false, indexed});
  return expr;
}

// ---------------------------------------------------------------- references

const Symbol* ExpressionParser::variable_or_error(const Token& name) {
  const auto spelled = text(name);
  if (const auto* symbol = names_.variable(spelled)) return symbol;
  const auto kind = names_.kind(spelled);
  if (kind.empty()) {
    if (!state_.undeclared.emplace(spelled, true).second) throw Recover{};  // once is enough
    fail(name, fmt::format("'{}' is not declared", spelled));
  }
  if (kind == "an inline") fail(name, fmt::format("'{}' is an inline: a call of it is a statement", spelled));
  fail(name, fmt::format("'{}' is {}, expected a variable", spelled, kind));
}

Ref::Part ExpressionParser::part(const Symbol& symbol, const Token& name, bool array_is_fine) {
  Ref::Part result{&symbol, nullptr, name.position};
  if (accept(Tok::left_bracket)) {
    result.index = expression();
    expect(Tok::right_bracket, "after an index");
  } else if (symbol.is_array && !array_is_fine) {
    error(name, fmt::format("'{}' is an array of {}: an index is missing", symbol.name, symbol.count));
  }
  return result;
}

Ref ExpressionParser::reference(Whole whole) {
  const Token name = expect(Tok::name, "of a variable");
  const Symbol* symbol = variable_or_error(name);
  Ref ref;
  ref.parts.push_back(part(*symbol, name, whole == Whole::array));
  while (at(Tok::dot)) {
    next();
    const Token field = expect(Tok::name, "of a field after '.'");
    if (symbol->type.base != BaseType::record) {
      fail(field, fmt::format("'{}' is {}, which has no fields", promela::text(ref), type_name(symbol->type)));
    }
    const auto& fields = symbol->type.record->fields;
    const auto found_field =
        std::find_if(fields.begin(), fields.end(), [&](const Symbol* f) { return f->name == text(field); });
    if (found_field == fields.end()) {
      fail(field, fmt::format("typedef '{}' has no field '{}'", symbol->type.record->name, text(field)));
    }
    symbol = *found_field;
    ref.parts.push_back(part(*symbol, field, whole == Whole::array));
    if (ref.parts.size() > limits::expression_depth) fail(field, "too many fields of fields");
  }
  if (symbol->type.base == BaseType::record && whole != Whole::record) {
    fail(name, fmt::format("'{}' is a whole '{}': expected one of its fields", promela::text(ref),
                           symbol->type.record->name));
  }
  return ref;
}

void ExpressionParser::check_channel(const Ref& ref, const Token& at, std::string_view use) {
  if (ref.type().base == BaseType::chan) return;
  error(at, fmt::format("'{}' is {}, but {} needs a channel", promela::text(ref), type_name(ref.type()), use));
}

void ExpressionParser::receive_arguments(std::vector<ReceiveArg>& args) {
  enter("expressions");
  for (;;) {
    if (accept(Tok::left_paren)) {
      receive_arguments(args);
      expect(Tok::right_paren, "after the arguments of a receive");
      break;
    }
    args.push_back(receive_argument());
    if (accept(Tok::left_paren)) {
      receive_arguments(args);
      expect(Tok::right_paren, "after the arguments of a receive");
      break;
    }
    if (!accept(Tok::comma)) break;
  }
  leave();
}

ReceiveArg ExpressionParser::receive_argument() {
  const Token start = peek();
  ReceiveArg arg;
  arg.at = start.position;
  if (accept(Tok::kw_eval)) {
    expect(Tok::left_paren, "after 'eval'");
    arg.kind = ReceiveArg::Kind::eval;
    arg.value = expression();
    expect(Tok::right_paren, "after the argument of 'eval'");
  } else if (at(Tok::number) || at(Tok::minus)) {
    const std::int32_t sign = accept(Tok::minus) ? -1 : 1;
    const Token number = expect(Tok::number, "in a receive");
    arg.kind = ReceiveArg::Kind::match;
    // Computed in 64 bits: the text may say -2147483648.
    arg.value = make(start, Number{static_cast<std::int32_t>(std::int64_t{sign} * number.value)});
  } else if (at_name("_")) {
    next();
    arg.kind = ReceiveArg::Kind::sink;
  } else if (at(Tok::name) && names_.mtypes.contains(text(start))) {
    next();
    arg.kind = ReceiveArg::Kind::match;
    arg.value = make(start, MtypeConstant{names_.mtypes.find(text(start))->second});
  } else if (at(Tok::name)) {
    if (is_predefined(text(start))) {
      fail(start, fmt::format("'{}' cannot be written to; eval({}) compares with its value", text(start), text(start)));
    }
    arg.ref = reference(Whole::record);
    if (has_record_array(arg.ref.type())) {
      error(start,
            fmt::format("'{}' cannot be received: its type has an array of records in it", promela::text(arg.ref)));
    }
  } else {
    fail_expected("a variable, a constant, '_' or eval(..) in a receive");
  }
  return arg;
}

std::int64_t count_fields(const std::vector<ExprPtr>& args) {
  std::int64_t count = 0;
  for (const auto& arg : args) {
    const auto* variable = std::get_if<Variable>(&arg->node);
    count += variable != nullptr ? cells(variable->ref.type()) : 1;
  }
  return count;
}

std::int64_t count_fields(const std::vector<ReceiveArg>& args) {
  std::int64_t count = 0;
  for (const auto& arg : args) count += arg.kind == ReceiveArg::Kind::bind ? cells(arg.ref.type()) : 1;
  return count;
}

Ref ExpressionParser::sink(const Token& name) {
  if (sink_ == nullptr) {
    Symbol symbol;
    symbol.name = "_";
    symbol.at = name.position;
    symbol.hidden = true;
    sink_ = &state_.add(std::move(symbol));
    names_.globals.insert_or_assign(sink_->name, sink_);
    specification_.globals.push_back(sink_);
  }
  return reference_to(*sink_, name.position);
}

std::int32_t ExpressionParser::priority() {
  if (!accept(Tok::kw_priority)) return 0;
  const Token value = expect(Tok::number, "after 'priority'");
  if (value.value < 1 || value.value > 255) error(value, "a priority is 1 to 255");
  return value.value;
}

// Too few fields are padded, as in Spin; more than a channel carries is always a mistake.
void ExpressionParser::check_arguments(const Ref& channel, std::int64_t count, const Token& at, std::string_view what) {
  const auto& symbol = channel.last();
  if (symbol.type.base != BaseType::chan) return;
  if (symbol.channel == nullptr) {
    state_.pending.messages.push_back({count, at, what});
  } else if (count > symbol.channel->flat_fields) {
    error(at, fmt::format("channel '{}' carries {} field{}, but {} are {}", promela::text(channel),
                          symbol.channel->flat_fields, symbol.channel->flat_fields == 1 ? "" : "s", count, what));
  }
}

void ExpressionParser::check_mtype(const Ref& target, const Expr& value, const Token& at) {
  const auto* constant = std::get_if<MtypeConstant>(&value.node);
  if (constant == nullptr || target.type().subtype.empty() || target.type().subtype == constant->name->subtype) return;
  const auto& subtype = constant->name->subtype;
  error(at, fmt::format("'{}' is mtype:{}, but '{}' is mtype{}{}", promela::text(target), target.type().subtype,
                        constant->name->name, subtype.empty() ? "" : ":", subtype));
}

}  // namespace waymark::promela
