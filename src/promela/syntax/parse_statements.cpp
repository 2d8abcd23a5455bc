#include "promela/syntax/parse_statements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "promela/syntax/limits.hpp"

namespace waymark::promela {

namespace {

// What a trace can be made of.
bool may_stand_in_trace(Tok first) {
  return is_one_of(first, {Tok::kw_if, Tok::kw_do, Tok::kw_break, Tok::kw_goto, Tok::name, Tok::kw_return});
}

// Beside names, with which sends and receives begin too.
bool begins_expression(Tok first) {
  return is_one_of(first, {Tok::number, Tok::left_paren, Tok::minus, Tok::tilde, Tok::send, Tok::sorted_send,
                           Tok::kw_run, Tok::kw_len, Tok::kw_full, Tok::kw_empty, Tok::kw_nfull, Tok::kw_nempty,
                           Tok::kw_timeout, Tok::kw_np, Tok::kw_enabled, Tok::kw_pc_value, Tok::kw_get_priority});
}

// Spin puts a point of its own in front of a loop, and a label goes behind it.
bool is_loop(const Stmt& stmt) {
  const auto* choice = std::get_if<Select>(&stmt.node);
  return std::holds_alternative<Do>(stmt.node) || std::holds_alternative<ForRange>(stmt.node) ||
         std::holds_alternative<ForArray>(stmt.node) || std::holds_alternative<ForChannel>(stmt.node) ||
         (choice != nullptr && !choice->literal);
}

bool is_braced(const Stmt& stmt) {
  return std::holds_alternative<Block>(stmt.node) || std::holds_alternative<Atomic>(stmt.node) ||
         std::holds_alternative<DStep>(stmt.node);
}

}  // namespace

void StatementParser::begin() {
  depth_ = loops_ = 0;
  state_.in_d_step = state_.initialization_done = false;
}

bool StatementParser::at_sequence_end() {
  return is_one_of(peek().kind, {Tok::right_brace, Tok::kw_fi, Tok::kw_od, Tok::option}) || at_unit_keyword();
}

Sequence StatementParser::sequence(std::string_view where) {
  Sequence out;
  const Token start = peek();
  bool faulty = false;
  for (;;) {
    while (accept(Tok::semicolon) || accept(Tok::arrow)) {
    }
    if (at(Tok::kw_typedef)) {
      error(peek(), "a typedef cannot stand in a process");
      declarations_.typedef_();
      stream_.set_in_sequence(true);
      faulty = true;
      continue;
    }
    if (at_sequence_end()) break;
    const auto depth = depth_;
    const auto loops = loops_;
    const bool in_d_step = state_.in_d_step;
    const auto level = state_.brace_level;
    try {
      step(out);
      if (!at_separator() && !at_sequence_end()) {
        fail(peek(), fmt::format("expected ';' or '->' before {}", found(peek())));
      }
    } catch (const Recover&) {
      depth_ = depth;
      loops_ = loops;
      state_.in_d_step = in_d_step;
      state_.recording = nullptr;
      faulty = true;
      recover_statement(level);
      while (state_.brace_level > level) {  // blocks that were left by the fault
        --state_.brace_level;
        names_.close_block();
      }
    }
  }
  if (out.empty() && !faulty && !at_unit_keyword())
    error(start, fmt::format("{} must have at least one statement", where));
  return out;
}

// Skips to the end of the statement at hand, over whatever nests in it; `level` is that of the braces around it.
void StatementParser::recover_statement(std::size_t level) {
  stream_.forget_parentheses();
  expressions_.recover();
  std::size_t open = state_.brace_level > level ? state_.brace_level - level : 0;
  while (!at_unit_keyword()) {
    switch (peek().kind) {
      case Tok::semicolon:
      case Tok::arrow:
      case Tok::option:
        if (open == 0) return;
        break;
      case Tok::left_brace:
      case Tok::kw_if:
      case Tok::kw_do:
        ++open;
        break;
      case Tok::right_brace:
      case Tok::kw_fi:
      case Tok::kw_od:
        if (open == 0) return;
        --open;
        break;
      default:
        break;
    }
    next();
  }
}

Sequence StatementParser::braced(std::string_view where) {
  expect(Tok::left_brace, fmt::format("after '{}'", where));
  state_.initialization_done = true;
  auto out = sequence(fmt::format("a block of '{}'", where));
  expect_end();
  return out;
}

void StatementParser::expect_end() {
  if (!at(Tok::right_brace)) fail_expected("';', '->' or '}'");
  next();
}

void StatementParser::step(Sequence& out) {
  expressions_.begin();
  if (++depth_ > limits::block_depth) {
    error(peek(), fmt::format("statements nest more than {} deep here", limits::block_depth));
    diagnostics_.throw_if_any();
  }
  if (declarations_.at_declaration()) {
    declarations_.declaration(DeclarationParser::DeclaredAs::local, &out);
  } else if (at(Tok::kw_xr) || at(Tok::kw_xs)) {
    out.push_back(simple_.exclusive());
  } else {
    const auto pending = labels();
    if (!pending.empty() && (declarations_.at_declaration() || at(Tok::kw_xr) || at(Tok::kw_xs))) {
      error(pending.front().token,
            fmt::format("label '{}' stands before a declaration, expected a statement", text(pending.front().token)));
      step(out);
      --depth_;
      return;
    }
    StmtPtr stmt;
    if (!pending.empty() && (at_sequence_end() || at_separator())) {
      stmt =
          make_statement(pending.back().token.position, Expression{expressions_.make(pending.back().token, Number{1})});
    } else {
      const Token start = peek();
      stmt = statement();
      stmt->written = written_since(start);
    }
    state_.initialization_done = true;
    if (at(Tok::kw_unless)) stmt = unless(std::move(stmt), !pending.empty());
    attach(pending, *stmt);
    out.push_back(std::move(stmt));
  }
  --depth_;
}

// The text from a token to the last one that was read, its spaces as one; empty if it came out of an inline, or if a
// comment or much else lies in it.
std::string StatementParser::written_since(const Token& start) const {
  const Token& last = state_.last;
  constexpr std::size_t longest = 200;
  if (start.expansion != 0 || last.expansion != 0 || start.position.file != last.position.file) return {};
  if (last.begin < start.begin || last.begin + last.length - start.begin > longest) return {};
  std::string out;
  for (const char c : stream_.text_between(start, last)) {
    const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!space) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  const bool more =
      out.find("/*") != std::string::npos || out.find("//") != std::string::npos || out.find('#') != std::string::npos;
  return more ? std::string() : out;
}

std::vector<StatementParser::PendingLabel> StatementParser::labels() {
  std::vector<PendingLabel> pending;
  while (at(Tok::name) && peek(1).kind == Tok::colon && !names_.processes.contains(text(peek()))) {
    const auto inline_number = stream_.current_inline();
    const Token name = next();
    next();
    const auto kind = names_.kind(text(name));
    if (kind.empty()) {
      names_.declare_label(text(name));
    } else if (kind != "a label") {
      error(name, fmt::format("'{}' cannot be a label: it is {}", text(name), kind));
    }
    pending.push_back({name, state_.labels.mention(text(name)), inline_number});
  }
  return pending;
}

void StatementParser::attach(const std::vector<PendingLabel>& pending, Stmt& stmt) {
  for (const auto& label : pending) {
    if (!state_.labels.define(label.mentioned, stmt, label.token.position, label.inline_number)) {
      error(label.token, fmt::format("label '{}' is already there", text(label.token)));
    }
    stmt.labels.push_back({word(label.token), label.token.position});
  }
}

StmtPtr StatementParser::unless(StmtPtr main, bool labelled) {
  const Token start = next();
  if (state_.in_d_step) error(start, "'unless' cannot stand in a d_step");
  if (labelled && !is_braced(*main) && !is_loop(*main)) {
    error(start, "the statement before 'unless' has a label: write 'label: { statement unless .. }'");
  }
  const auto pending = labels();
  auto escape = statement();
  if (!pending.empty()) {
    error(pending.front().token, "the escape of an 'unless' cannot have a label: it is not one place");
    attach(pending, *escape);
  }
  const Position at = main->at;
  return make_statement(at, Unless{std::move(main), std::move(escape)});
}

// Spin has no place to jump to inside such a block before its first statement.
void StatementParser::check_first_label(const Sequence& body, std::string_view opening) {
  if (body.empty() || body.front()->labels.empty() || is_loop(*body.front())) return;
  const auto& label = body.front()->labels.front();
  diagnostics_.error(label.at, fmt::format("label '{}' must stand before '{}', not behind it", label.name, opening));
}

StmtPtr StatementParser::do_() {
  const Token start = next();
  ++loops_;
  auto all = options(Tok::kw_od);
  --loops_;
  return make_statement(start.position, Do{std::move(all)});
}

StmtPtr StatementParser::break_() {
  const Token start = next();
  if (loops_ == 0) {
    error(start, state_.in_d_step ? "'break' would leave the d_step; expected it inside a loop of the d_step"
                                  : "'break' outside of a do or for loop");
  }
  return make_statement(start.position, Break{});
}

StmtPtr StatementParser::atomic() {
  const Token start = next();
  auto body = braced("atomic");
  check_first_label(body, "atomic {");
  return make_statement(start.position, Atomic{std::move(body)});
}

StmtPtr StatementParser::d_step() {
  const Token start = next();
  const auto loops = std::exchange(loops_, state_.in_d_step ? loops_ : 0);
  const bool nested = std::exchange(state_.in_d_step, true);
  auto body = braced("d_step");
  state_.in_d_step = nested;
  loops_ = loops;
  check_first_label(body, "d_step {");
  return make_statement(start.position, DStep{std::move(body)});
}

StmtPtr StatementParser::block() {
  const Token start = next();
  state_.initialization_done = true;
  auto body = sequence("a block");
  expect_end();
  check_first_label(body, "{");
  return make_statement(start.position, Block{std::move(body)});
}

StmtPtr StatementParser::statement() {
  const Token start = peek();
  if (!may_stand_in_trace(start.kind)) simple_.only_outside_traces(start);
  switch (start.kind) {
    case Tok::kw_if:
      next();
      return make_statement(start.position, If{options(Tok::kw_fi)});
    case Tok::kw_do:
      return do_();
    case Tok::kw_for:
      return for_();
    case Tok::kw_select:
      return select();
    case Tok::kw_else:
      next();
      return make_statement(start.position, Else{});
    case Tok::kw_break:
      return break_();
    case Tok::kw_goto:
      return simple_.goto_();
    case Tok::kw_return:
      inlines_.return_();
      return statement();
    case Tok::kw_atomic:
      return atomic();
    case Tok::kw_d_step:
      return d_step();
    case Tok::left_brace:
      return block();
    case Tok::kw_assert:
      return simple_.assert_();
    case Tok::kw_printf:
      return simple_.printf_();
    case Tok::kw_printm:
      return simple_.printm();
    case Tok::kw_set_priority:
      return simple_.set_priority();
    case Tok::name:
      return begin_with_reference();
    case Tok::kw_xr:
    case Tok::kw_xs:
      fail(start, fmt::format("{} is a promise about a process, not a statement", found(start)));
    default:
      if (!begins_expression(start.kind)) fail_expected("a statement");
      return simple_.expression_statement(nullptr, start);
  }
}

StmtPtr StatementParser::begin_with_reference() {
  const Token start = peek();
  const auto name = text(start);
  if (inlines_.at_call()) {
    inlines_.call();
    return statement();
  }
  if (name == "_" || name == "_priority") return simple_.assign_predefined();
  const bool expression_only = names_.mtypes.contains(name) || is_predefined(name) ||
                               (names_.variable(name) == nullptr && state_.announced_processes.contains(name));
  if (expression_only) {
    if (peek(1).kind == Tok::assign || peek(1).kind == Tok::increment || peek(1).kind == Tok::decrement) {
      fail(start, fmt::format("'{}' is {} and cannot be assigned to", name, names_.kind(name)));
    }
    return simple_.expression_statement(nullptr, start);
  }
  if (names_.kind(name).empty() && peek(1).kind == Tok::name && !peek(1).newline_before) {
    error(start, fmt::format("'{}' is not a type", name));
    next();
    Sequence unused;
    declarations_.declare_untyped(DeclarationParser::DeclaredAs::local, &unused);
    throw Recover{};
  }
  if (names_.kind(name).empty() && peek(1).kind == Tok::left_paren) {
    fail(start, fmt::format("'{}' is not declared; an inline must stand before its first call", name));
  }
  std::vector<Token> tokens;
  state_.recording = &tokens;
  auto ref = expressions_.reference();
  state_.recording = nullptr;
  switch (peek().kind) {
    case Tok::assign:
      return assignment(std::move(ref), start, std::move(tokens));
    case Tok::increment:
    case Tok::decrement:
      return simple_.increment(std::move(ref), start);
    case Tok::send:
    case Tok::sorted_send:
      return simple_.send(std::move(ref), start);
    case Tok::receive:
    case Tok::random_receive:
      if (peek(1).kind == Tok::left_bracket)
        return simple_.expression_statement(expressions_.poll(std::move(ref), start), start);
      return simple_.receive(std::move(ref), start);
    default:
      return simple_.expression_statement(expressions_.make(start, Variable{std::move(ref)}), start);
  }
}

// `x = f(..)`: the `return e` of the inline's body will assign.
StmtPtr StatementParser::assignment(Ref target, const Token& start, std::vector<Token> target_tokens) {
  simple_.only_outside_traces(start);
  const Token op = next();
  if (!inlines_.at_call()) return simple_.assignment(std::move(target), start, op);
  inlines_.call(std::move(target_tokens));
  return statement();
}

std::vector<Sequence> StatementParser::options(Tok closing) {
  std::vector<Sequence> all;
  const std::string_view opening = closing == Tok::kw_fi ? "if" : "do";
  if (!at(Tok::option)) {
    error(peek(), fmt::format("expected '::' after '{}', found {}", opening, found(peek())));
    skip_options(closing);
    return all;
  }
  while (accept(Tok::option)) {
    state_.initialization_done = true;
    all.push_back(sequence(fmt::format("an option of '{}'", opening)));
  }
  if (!at(closing)) {
    fail(peek(), fmt::format("expected '::' or {} in this '{}', found {}", describe(closing), opening, found(peek())));
  }
  next();
  check_else(all);
  return all;
}

// Over the faulty rest of an if or do, so that its end is not a fault of its own.
void StatementParser::skip_options(Tok closing) {
  stream_.forget_parentheses();
  std::size_t open = 0;
  while (!at_unit_keyword()) {
    const auto kind = peek().kind;
    if (open == 0 && kind == closing) {
      next();
      return;
    }
    if (kind == Tok::left_brace || kind == Tok::kw_if || kind == Tok::kw_do) ++open;
    if (kind == Tok::right_brace || kind == Tok::kw_fi || kind == Tok::kw_od) {
      if (open == 0) throw Recover{};
      --open;
    }
    next();
  }
  throw Recover{};
}

void StatementParser::check_else(const std::vector<Sequence>& options) {
  const Stmt* first = nullptr;
  for (const auto& option : options) {
    if (option.empty() || !std::holds_alternative<Else>(option.front()->node)) continue;
    if (first != nullptr) {
      diagnostics_.error(option.front()->at, "a second 'else' in the same if or do");
      diagnostics_.note(first->at, "the first is here");
      return;
    }
    first = option.front().get();
  }
}

}  // namespace waymark::promela
