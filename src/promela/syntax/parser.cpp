#include "promela/syntax/parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "promela/syntax/d_steps.hpp"
#include "promela/syntax/limits.hpp"
#include "promela/syntax/walk.hpp"

namespace waymark::promela {

Parser::Parser(const base::Source& source, ParserState& state, std::vector<Token> tokens)
    : TokenReader(state), source_(source) {
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    const bool announces = tokens[i].kind == Tok::kw_proctype || tokens[i].kind == Tok::kw_d_proctype;
    if (announces && tokens[i + 1].kind == Tok::name) state_.announced_processes[word(tokens[i + 1])] = true;
  }
  stream_.restart(std::move(tokens));
}

void Parser::specification() {
  specification_.files = source_.files();
  while (!at(Tok::end)) {
    try {
      unit();
    } catch (const Recover&) {
      recover_unit();
    }
  }
  for (auto& pending : pending_formulas_) {
    stream_.restart(std::move(pending.tokens));
    names_.leave_process();
    state_.process = nullptr;
    try {
      specification_.ltl[pending.index].formula = formulas_.formula();
      accept(Tok::semicolon);
      if (!at(Tok::end)) fail_expected("an operator or '}'");
    } catch (const Recover&) {
      expressions_.recover();
    }
  }
  bindings_.bind_runs();
  bindings_.bind_remote_references();
  if (!diagnostics_.any()) bindings_.check();
}

void Parser::know(const Specification& specification) {
  for (const auto& name : specification.mtypes) names_.mtypes[name->name] = name.get();
  for (const auto& record : specification.records) names_.records[record->name] = record.get();
  for (const auto* symbol : specification.globals) names_.globals[symbol->name] = symbol;
  for (const auto& process : specification.processes) {
    if (process->kind != ProcessKind::proctype) continue;
    names_.processes[process->name] = process.get();
    state_.announced_processes[process->name] = true;
  }
}

ExprPtr Parser::lone_expression() {
  ExprPtr result;
  try {
    if (at(Tok::end)) fail_expected("an expression");
    result = expressions_.full_expression();
    if (!at(Tok::end)) fail_expected("an operator or the end");
  } catch (const Recover&) {
  }
  bindings_.bind_remote_references();
  return result;
}

LtlPtr Parser::lone_formula() {
  LtlPtr result;
  try {
    if (at(Tok::end)) fail_expected("a formula");
    result = formulas_.formula();
    if (!at(Tok::end)) fail_expected("an operator or the end");
  } catch (const Recover&) {
  }
  bindings_.bind_remote_references();
  return result;
}

void Parser::recover_unit() {
  stream_.forget_parentheses();
  stream_.set_in_sequence(false);
  expressions_.recover();
  statements_.begin();
  state_.recording = nullptr;
  names_.leave_process();
  state_.process = nullptr;
  while (!at(Tok::end)) {
    const auto kind = peek().kind;
    if (at_unit_keyword()) break;
    const bool closed = state_.brace_level == 0;
    next();
    if ((kind == Tok::semicolon && closed) || (kind == Tok::right_brace && state_.brace_level == 0)) break;
  }
  state_.brace_level = 0;
}

void Parser::unit() {
  switch (peek().kind) {
    case Tok::semicolon:
    case Tok::arrow:
      next();
      return;
    case Tok::kw_active:
    case Tok::kw_proctype:
    case Tok::kw_d_proctype:
      return proctype();
    case Tok::kw_init:
      return init();
    case Tok::kw_never:
      return never();
    case Tok::kw_trace:
    case Tok::kw_notrace:
      return trace();
    case Tok::kw_ltl:
      return ltl();
    case Tok::kw_typedef:
      return declarations_.typedef_();
    case Tok::kw_inline:
      return inlines_.definition();
    default:
      break;
  }
  if (!declarations_.at_declaration()) {
    const Token token = next();  // whatever it is, it must not be met again
    if (token.kind == Tok::name && at(Tok::name)) {
      error(token, fmt::format("'{}' is not a type", text(token)));
      return declarations_.declare_untyped(DeclaredAs::global);
    }
    fail(token, fmt::format("expected a declaration, a proctype, init, a claim or an inline, found {}", found(token)));
  }
  declarations_.declaration(DeclaredAs::global);
  if (!at(Tok::semicolon) && !at(Tok::arrow) && !at_unit_keyword() && !declarations_.at_declaration()) {
    fail_expected("';' or ',' after a declaration");
  }
}

// ---------------------------------------------------------------- processes

Process& Parser::new_process(ProcessKind kind, std::string name, const Token& at) {
  auto process = std::make_unique<Process>();
  process->index = static_cast<std::uint32_t>(specification_.processes.size());
  process->kind = kind;
  process->name = std::move(name);
  process->at = at.position;
  specification_.processes.push_back(std::move(process));
  state_.process = specification_.processes.back().get();
  names_.enter_process();
  state_.labels.clear();
  state_.undeclared.clear();
  return *state_.process;
}

void Parser::body(Process& process) {
  statements_.begin();
  expect(Tok::left_brace, "before the body");
  stream_.set_in_sequence(true);
  process.body = statements_.sequence("a body");
  if (!at(Tok::right_brace)) fail_expected("';', '->' or '}'");
  process.end = next().position;
  stream_.set_in_sequence(false);
  for (const auto& jump : state_.labels.jumps()) {
    if (jump.target == nullptr) {
      diagnostics_.error(jump.at, fmt::format("there is no label '{}' to go to", jump.name));
    } else if (!diagnostics_.any()) {
      jump.statement->target = jump.target;
    }
  }
  process.labels = state_.labels.list();
  names_.leave_process();
  state_.process = nullptr;
  if (!diagnostics_.any()) {
    check_d_steps(process,
                  [&](base::Position position, std::string_view message) { diagnostics_.error(position, message); });
  }
}

std::uint32_t Parser::active_count() {
  if (!accept(Tok::kw_active)) return 0;
  if (!accept(Tok::left_bracket)) return 1;
  const Token start = peek();
  const auto count = declarations_.constant("the number of active processes");
  expect(Tok::right_bracket, "after the number of active processes");
  if (count < 0 || count > static_cast<std::int32_t>(limits::processes)) {
    error(start, fmt::format("the number of active processes is 0 to {}, not {}", limits::processes, count));
    return 0;
  }
  return static_cast<std::uint32_t>(count);
}

void Parser::proctype() {
  const auto active = active_count();
  if (!at(Tok::kw_proctype) && !at(Tok::kw_d_proctype)) fail_expected("'proctype' after 'active'");
  const bool deterministic = next().kind == Tok::kw_d_proctype;
  const Token name = expect(Tok::name, "after 'proctype'");
  check_undeclared(name, names_.processes);
  Process& process = new_process(ProcessKind::proctype, word(name), name);
  process.deterministic = deterministic;
  process.active = active;
  names_.processes.emplace(process.name, &process);
  parameters();
  process.priority = expressions_.priority();
  provided(process);
  body(process);
}

void Parser::parameters() {
  expect(Tok::left_paren, "before the parameters");
  while (!at(Tok::right_paren)) {
    if (accept(Tok::semicolon)) continue;
    declarations_.declaration(DeclaredAs::parameter);
    if (!at(Tok::semicolon) && !at(Tok::right_paren)) {
      fail_expected("',', ';' or ')' among the parameters");
    }
  }
  next();
}

void Parser::provided(Process& process) {
  if (!accept(Tok::kw_provided)) return;
  expect(Tok::left_paren, "after 'provided'");
  process.provided = expressions_.full_expression();
  expect(Tok::right_paren, "after the condition of 'provided'");
  // It is evaluated on behalf of a process, but from outside.
  each_expression(process.provided, [&](const Expr& expr) {
    if (const auto* variable = std::get_if<Variable>(&expr.node);
        variable != nullptr && variable->ref.symbol().process) {
      diagnostics_.error(
          expr.at, fmt::format("'provided' can only use globals and _pid, '{}' is local", variable->ref.symbol().name));
    } else if (std::holds_alternative<Run>(expr.node)) {
      diagnostics_.error(expr.at, "'run' cannot stand in a 'provided' condition");
    }
  });
}

void Parser::init() {
  const Token start = next();
  if (++inits_ > 1) error(start, "there is an init already");
  Process& process = new_process(ProcessKind::init, ":init:", start);
  process.active = 1;
  process.priority = expressions_.priority();
  body(process);
}

void Parser::check_claim_name(const std::string& name, const Token& at) {
  if (!claim_names_.emplace(name, true).second) error(at, fmt::format("there is a claim '{}' already", name));
}

void Parser::never() {
  const Token start = next();
  auto name = fmt::format("never_{}", nevers_++);
  Token named = start;
  if (at(Tok::name)) {
    named = next();
    name = word(named);
  }
  check_claim_name(name, named);
  body(new_process(ProcessKind::never, std::move(name), start));
}

void Parser::trace() {
  const Token start = next();
  if (++traces_ > 1) error(start, "there is a trace or notrace already");
  const bool negative = start.kind == Tok::kw_notrace;
  body(new_process(negative ? ProcessKind::notrace : ProcessKind::trace, negative ? ":notrace:" : ":trace:", start));
}

// A formula may speak of processes that come later, so it is read when all the rest is known.
void Parser::ltl() {
  const Token start = next();
  LtlBlock block;
  block.at = start.position;
  Token named = start;
  if (at(Tok::name)) {
    named = next();
    block.name = word(named);
    block.at = named.position;
  } else {
    block.name = fmt::format("ltl_{}", unnamed_formulas_++);
  }
  if (!at(Tok::left_brace)) fail_expected("'{' before a formula");
  const Token open = peek();
  auto tokens = stream_.take_braced();
  if (tokens.empty()) fail(open, "this formula is never closed");
  check_claim_name(block.name, named);
  const auto begin = tokens.front().begin + 1;
  for (const char c : source_.text().substr(begin, tokens.back().begin - begin)) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!blank)
      block.text += c;
    else if (!block.text.empty() && block.text.back() != ' ')
      block.text += ' ';
  }
  if (block.text.ends_with(' ')) block.text.pop_back();
  tokens.erase(tokens.begin());
  tokens.back().kind = Tok::end;
  pending_formulas_.push_back({specification_.ltl.size(), std::move(tokens)});
  specification_.ltl.push_back(std::move(block));
}

}  // namespace waymark::promela
