// Sequences of statements, and statements in which others stand.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "promela/syntax/limits.hpp"
#include "promela/syntax/parser.hpp"

namespace waymark::promela {

namespace {

// What a trace can be made of.
bool may_stand_in_trace(Tok first) {
  return first == Tok::kw_if || first == Tok::kw_do || first == Tok::kw_break || first == Tok::kw_goto ||
         first == Tok::name || first == Tok::kw_return;
}

// Beside names, with which sends and receives begin too.
bool begins_expression(Tok first) {
  static constexpr std::array firsts{
      Tok::number,     Tok::left_paren, Tok::minus,      Tok::tilde,       Tok::send,           Tok::sorted_send,
      Tok::kw_run,     Tok::kw_len,     Tok::kw_full,    Tok::kw_empty,    Tok::kw_nfull,       Tok::kw_nempty,
      Tok::kw_timeout, Tok::kw_np,      Tok::kw_enabled, Tok::kw_pc_value, Tok::kw_get_priority};
  return std::find(firsts.begin(), firsts.end(), first) != firsts.end();
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

StmtPtr Parser::make_stmt(const Token& start, StmtNode node) {
  auto stmt = std::make_unique<Stmt>();
  stmt->at = start.position;
  stmt->node = std::move(node);
  return stmt;
}

// What can only begin a new unit: if it comes, a closing brace is missing before it.
bool Parser::at_unit_keyword() {
  switch (peek().kind) {
    case Tok::kw_active:
    case Tok::kw_proctype:
    case Tok::kw_d_proctype:
    case Tok::kw_init:
    case Tok::kw_never:
    case Tok::kw_trace:
    case Tok::kw_notrace:
    case Tok::kw_ltl:
    case Tok::kw_inline:
    case Tok::kw_typedef:
    case Tok::end:
      return true;
    default:
      return false;
  }
}

bool Parser::at_sequence_end() {
  switch (peek().kind) {
    case Tok::right_brace:
    case Tok::kw_fi:
    case Tok::kw_od:
    case Tok::option:
      return true;
    default:
      return at_unit_keyword();
  }
}

Sequence Parser::sequence(std::string_view where) {
  Sequence out;
  const Token start = peek();
  bool faulty = false;
  for (;;) {
    while (accept(Tok::semicolon) || accept(Tok::arrow)) {
    }
    if (at(Tok::kw_typedef)) {
      error(peek(), "a typedef cannot stand in a process");
      typedef_();
      stream_.set_in_sequence(true);
      faulty = true;
      continue;
    }
    if (at_sequence_end()) break;
    const auto depth = statement_depth_;
    const auto loops = loops_;
    const bool in_d_step = in_d_step_;
    const auto level = brace_level_;
    try {
      step(out);
      if (!at(Tok::semicolon) && !at(Tok::arrow) && !at_sequence_end()) {
        fail(peek(), fmt::format("expected ';' or '->' before {}", found(peek())));
      }
    } catch (const Recover&) {
      statement_depth_ = depth;
      loops_ = loops;
      in_d_step_ = in_d_step;
      recording_ = nullptr;
      faulty = true;
      recover_statement(level);
      while (brace_level_ > level) {  // blocks that were left by the fault
        --brace_level_;
        names_.close_block();
      }
    }
  }
  if (out.empty() && !faulty && !at_unit_keyword())
    error(start, fmt::format("{} must have at least one statement", where));
  return out;
}

// Skips to the end of the statement at hand, over whatever nests in it; `level` is that of the braces around it.
void Parser::recover_statement(std::size_t level) {
  stream_.forget_parentheses();
  expression_depth_ = 0;
  std::size_t open = brace_level_ > level ? brace_level_ - level : 0;
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

Sequence Parser::braced(std::string_view where) {
  expect(Tok::left_brace, fmt::format("after '{}'", where));
  initialization_done_ = true;
  auto out = sequence(fmt::format("a block of '{}'", where));
  if (!at(Tok::right_brace)) fail_expected("';', '->' or '}'");
  next();
  return out;
}

void Parser::step(Sequence& out) {
  operators_ = 0;
  saw_run_ = saw_probe_ = false;
  if (++statement_depth_ > limits::block_depth) {
    error(peek(), fmt::format("statements nest more than {} deep here", limits::block_depth));
    diagnostics_.throw_if_any();
  }
  if (at_declaration()) {
    declaration(DeclaredAs::local, &out, nullptr);
  } else if (at(Tok::kw_xr) || at(Tok::kw_xs)) {
    out.push_back(exclusive());
  } else {
    const auto pending = labels();
    if (!pending.empty() && (at_declaration() || at(Tok::kw_xr) || at(Tok::kw_xs))) {
      error(pending.front().token,
            fmt::format("label '{}' stands before a declaration, expected a statement", text(pending.front().token)));
      step(out);
      --statement_depth_;
      return;
    }
    StmtPtr stmt;
    if (!pending.empty() && (at_sequence_end() || at(Tok::semicolon) || at(Tok::arrow))) {
      stmt = make_stmt(pending.back().token, Expression{make(pending.back().token, Number{1})});
    } else {
      stmt = statement();
    }
    initialization_done_ = true;
    if (at(Tok::kw_unless)) stmt = unless(std::move(stmt), !pending.empty());
    attach(pending, *stmt);
    out.push_back(std::move(stmt));
  }
  --statement_depth_;
}

std::vector<Parser::PendingLabel> Parser::labels() {
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
    pending.push_back({name, labels_.mention(text(name)), inline_number});
  }
  return pending;
}

void Parser::attach(const std::vector<PendingLabel>& pending, Stmt& stmt) {
  for (const auto& label : pending) {
    if (!labels_.define(label.mentioned, stmt, label.token.position, label.inline_number)) {
      error(label.token, fmt::format("label '{}' is already there", text(label.token)));
    }
    stmt.labels.push_back({word(label.token), label.token.position});
  }
}

StmtPtr Parser::unless(StmtPtr main, bool labelled) {
  const Token start = next();
  if (in_d_step_) error(start, "'unless' cannot stand in a d_step");
  if (labelled && !is_braced(*main) && !is_loop(*main)) {
    error(start, "the statement before 'unless' has a label: write 'label: { statement unless .. }'");
  }
  const auto pending = labels();
  auto escape = statement();
  if (!pending.empty()) {
    error(pending.front().token, "the escape of an 'unless' cannot have a label: it is not one place");
    attach(pending, *escape);
  }
  auto stmt = std::make_unique<Stmt>();
  stmt->at = main->at;
  stmt->node = Unless{std::move(main), std::move(escape)};
  return stmt;
}

// Spin has no place to jump to inside such a block before its first statement.
void Parser::check_first_label(const Sequence& body, std::string_view opening) {
  if (body.empty() || body.front()->labels.empty() || is_loop(*body.front())) return;
  const auto& label = body.front()->labels.front();
  diagnostics_.error(label.at, fmt::format("label '{}' must stand before '{}', not behind it", label.name, opening));
}

void Parser::only_outside_traces(const Token& start) {
  if (process_->kind == ProcessKind::trace || process_->kind == ProcessKind::notrace) {
    error(start, "only sends, receives, if, do, goto and break can stand in a trace");
  }
}

StmtPtr Parser::do_(const Token& start) {
  next();
  ++loops_;
  auto all = options(Tok::kw_od);
  --loops_;
  return make_stmt(start, Do{std::move(all)});
}

StmtPtr Parser::break_(const Token& start) {
  next();
  if (loops_ == 0) {
    error(start, in_d_step_ ? "'break' would leave the d_step; expected it inside a loop of the d_step"
                            : "'break' outside of a do or for loop");
  }
  return make_stmt(start, Break{});
}

StmtPtr Parser::atomic(const Token& start) {
  next();
  auto body = braced("atomic");
  check_first_label(body, "atomic {");
  return make_stmt(start, Atomic{std::move(body)});
}

StmtPtr Parser::d_step(const Token& start) {
  next();
  const auto loops = std::exchange(loops_, in_d_step_ ? loops_ : 0);
  const bool nested = std::exchange(in_d_step_, true);
  auto body = braced("d_step");
  in_d_step_ = nested;
  loops_ = loops;
  check_first_label(body, "d_step {");
  return make_stmt(start, DStep{std::move(body)});
}

StmtPtr Parser::block(const Token& start) {
  next();
  initialization_done_ = true;
  auto body = sequence("a block");
  if (!at(Tok::right_brace)) fail_expected("';', '->' or '}'");
  next();
  check_first_label(body, "{");
  return make_stmt(start, Block{std::move(body)});
}

StmtPtr Parser::statement() {
  const Token start = peek();
  if (!may_stand_in_trace(start.kind)) only_outside_traces(start);
  switch (start.kind) {
    case Tok::kw_if:
      next();
      return make_stmt(start, If{options(Tok::kw_fi)});
    case Tok::kw_do:
      return do_(start);
    case Tok::kw_for:
      return for_();
    case Tok::kw_select:
      return select();
    case Tok::kw_else:
      next();
      return make_stmt(start, Else{});
    case Tok::kw_break:
      return break_(start);
    case Tok::kw_goto:
      return goto_();
    case Tok::kw_return:
      return return_();
    case Tok::kw_atomic:
      return atomic(start);
    case Tok::kw_d_step:
      return d_step(start);
    case Tok::left_brace:
      return block(start);
    case Tok::kw_assert:
      return assert_(start);
    case Tok::kw_printf:
      return printf_();
    case Tok::kw_printm:
      return printm();
    case Tok::kw_set_priority:
      return set_priority();
    case Tok::name:
      return begin_with_reference();
    case Tok::kw_xr:
    case Tok::kw_xs:
      fail(start, fmt::format("{} is a promise about a process, not a statement", found(start)));
    default:
      if (!begins_expression(start.kind)) fail_expected("a statement");
      return expression_statement(nullptr, start);
  }
}

std::vector<Sequence> Parser::options(Tok closing) {
  std::vector<Sequence> all;
  const std::string_view opening = closing == Tok::kw_fi ? "if" : "do";
  if (!at(Tok::option)) {
    error(peek(), fmt::format("expected '::' after '{}', found {}", opening, found(peek())));
    skip_options(closing);
    return all;
  }
  while (accept(Tok::option)) {
    initialization_done_ = true;
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
void Parser::skip_options(Tok closing) {
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

void Parser::check_else(const std::vector<Sequence>& options) {
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
