// The units of a specification: processes, claims, typedefs, inlines; and what is bound when all are read.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "promela/syntax/d_steps.hpp"
#include "promela/syntax/limits.hpp"
#include "promela/syntax/parser.hpp"
#include "promela/syntax/types.hpp"
#include "promela/syntax/walk.hpp"

namespace waymark::promela {

void Parser::specification() {
  specification_.files = source_.files();
  while (!at(Tok::end)) {
    try {
      unit();
    } catch (const Recover&) {
      recover_unit();
    }
  }
  for (auto& pending : formulas_) {
    stream_.restart(std::move(pending.tokens));
    names_.leave_process();
    process_ = nullptr;
    try {
      specification_.ltl[pending.index].formula = formula();
      accept(Tok::semicolon);
      if (!at(Tok::end)) fail_expected("an operator or '}'");
    } catch (const Recover&) {
      expression_depth_ = 0;
    }
  }
  bind_runs();
  bind_remote_references();
  if (diagnostics_.any()) return;  // what follows could be the consequence of a faulty declaration
  check_message_sizes();
  check_subtypes();
  check_processes();
}

void Parser::know(const Specification& specification) {
  for (const auto& name : specification.mtypes) names_.mtypes[name->name] = name.get();
  for (const auto& record : specification.records) names_.records[record->name] = record.get();
  for (const auto* symbol : specification.globals) names_.globals[symbol->name] = symbol;
  for (const auto& process : specification.processes) {
    if (process->kind != ProcessKind::proctype) continue;
    names_.processes[process->name] = process.get();
    announced_processes_[process->name] = true;
  }
}

ExprPtr Parser::lone_expression() {
  ExprPtr result;
  try {
    if (at(Tok::end)) fail_expected("an expression");
    result = full_expression();
    if (!at(Tok::end)) fail_expected("an operator or the end");
  } catch (const Recover&) {
  }
  bind_remote_references();
  return result;
}

LtlPtr Parser::lone_formula() {
  LtlPtr result;
  try {
    if (at(Tok::end)) fail_expected("a formula");
    result = formula();
    if (!at(Tok::end)) fail_expected("an operator or the end");
  } catch (const Recover&) {
  }
  bind_remote_references();
  return result;
}

void Parser::recover_unit() {
  stream_.forget_parentheses();
  stream_.set_in_sequence(false);
  expression_depth_ = statement_depth_ = loops_ = 0;
  in_d_step_ = false;
  recording_ = nullptr;
  names_.leave_process();
  process_ = nullptr;
  while (!at(Tok::end)) {
    const auto kind = peek().kind;
    if (at_unit_keyword()) break;
    const bool closed = brace_level_ == 0;
    next();
    if ((kind == Tok::semicolon && closed) || (kind == Tok::right_brace && brace_level_ == 0)) break;
  }
  brace_level_ = 0;
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
      return typedef_();
    case Tok::kw_inline:
      return inline_();
    default:
      break;
  }
  if (!at_declaration()) {
    const Token token = next();  // whatever it is, it must not be met again
    if (token.kind == Tok::name && at(Tok::name)) {
      error(token, fmt::format("'{}' is not a type", text(token)));
      return declarator(DeclaredAs::global, Symbol(), nullptr, nullptr);  // so that its name is known
    }
    fail(token, fmt::format("expected a declaration, a proctype, init, a claim or an inline, found {}", found(token)));
  }
  declaration(DeclaredAs::global, nullptr, nullptr);
  if (!at(Tok::semicolon) && !at(Tok::arrow) && !at_unit_keyword() && !at_declaration()) {
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
  process_ = specification_.processes.back().get();
  names_.enter_process();
  labels_.clear();
  undeclared_.clear();
  return *process_;
}

void Parser::body(Process& process) {
  statement_depth_ = loops_ = 0;
  in_d_step_ = initialization_done_ = false;
  expect(Tok::left_brace, "before the body");
  stream_.set_in_sequence(true);
  process.body = sequence("a body");
  if (!at(Tok::right_brace)) fail_expected("';', '->' or '}'");
  process.end = next().position;
  stream_.set_in_sequence(false);
  for (const auto& jump : labels_.jumps()) {
    if (jump.target == nullptr) {
      diagnostics_.error(jump.at, fmt::format("there is no label '{}' to go to", jump.name));
    } else if (!diagnostics_.any()) {
      jump.statement->target = jump.target;
    }
  }
  process.labels = labels_.list();
  names_.leave_process();
  process_ = nullptr;
  if (!diagnostics_.any()) {
    check_d_steps(process,
                  [&](base::Position position, std::string_view message) { diagnostics_.error(position, message); });
  }
}

std::uint32_t Parser::active_count() {
  if (!accept(Tok::kw_active)) return 0;
  if (!accept(Tok::left_bracket)) return 1;
  const Token start = peek();
  const auto count = constant("the number of active processes");
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
  const auto kind = names_.kind(text(name));
  if (!kind.empty()) {
    error(name, fmt::format("'{}' is already declared: it is {}", text(name), kind));
    const auto earlier = names_.processes.find(text(name));
    if (earlier != names_.processes.end()) diagnostics_.note(earlier->second->at, "the other one is here");
  }
  Process& process = new_process(ProcessKind::proctype, word(name), name);
  process.deterministic = deterministic;
  process.active = active;
  names_.processes.emplace(process.name, &process);
  parameters();
  process.priority = priority();
  provided(process);
  body(process);
}

void Parser::parameters() {
  expect(Tok::left_paren, "before the parameters");
  while (!at(Tok::right_paren)) {
    if (accept(Tok::semicolon)) continue;
    declaration(DeclaredAs::parameter, nullptr, nullptr);
    if (!at(Tok::semicolon) && !at(Tok::right_paren)) {
      fail_expected("',', ';' or ')' among the parameters");
    }
  }
  next();
}

std::int32_t Parser::priority() {
  if (!accept(Tok::kw_priority)) return 0;
  const Token value = expect(Tok::number, "after 'priority'");
  if (value.value < 1 || value.value > 255) error(value, "a priority is 1 to 255");
  return value.value;
}

void Parser::provided(Process& process) {
  if (!accept(Tok::kw_provided)) return;
  expect(Tok::left_paren, "after 'provided'");
  process.provided = full_expression();
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
  process.priority = priority();
  body(process);
}

void Parser::never() {
  const Token start = next();
  auto name = fmt::format("never_{}", nevers_++);
  Token named = start;
  if (at(Tok::name)) {
    named = next();
    name = word(named);
  }
  if (!claim_names_.emplace(name, true).second) error(named, fmt::format("there is a claim '{}' already", name));
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
  if (!claim_names_.emplace(block.name, true).second)
    error(named, fmt::format("there is a claim '{}' already", block.name));
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
  formulas_.push_back({specification_.ltl.size(), std::move(tokens)});
  specification_.ltl.push_back(std::move(block));
}

void Parser::typedef_() {
  next();
  const Token name = expect(Tok::name, "after 'typedef'");
  const auto kind = names_.kind(text(name));
  if (!kind.empty()) {
    error(name, fmt::format("'{}' is already declared: it is {}", text(name), kind));
    const auto earlier = names_.records.find(text(name));
    if (earlier != names_.records.end()) diagnostics_.note(earlier->second->at, "the other one is here");
  }
  specification_.records.push_back(std::make_unique<Record>());
  Record& record = *specification_.records.back();
  record.name = word(name);
  record.at = name.position;
  const Token open = expect(Tok::left_brace, "before the fields");
  stream_.set_in_sequence(true);
  while (!at(Tok::right_brace)) {
    if (accept(Tok::semicolon)) continue;
    declaration(DeclaredAs::field, nullptr, &record);
    if (!at(Tok::semicolon) && !at(Tok::right_brace)) fail_expected("';', ',' or '}' after a field");
  }
  next();
  stream_.set_in_sequence(false);
  if (record.fields.empty()) error(open, fmt::format("typedef '{}' has no fields", record.name));
  if (record.cells > limits::cells) {
    error(name, fmt::format("typedef '{}' is too large: at most {} values", record.name, limits::cells));
  }
  names_.records.emplace(record.name, &record);
}

void Parser::inline_() {
  next();
  const Token name = expect(Tok::name, "after 'inline'");
  const auto kind = names_.kind(text(name));
  if (!kind.empty()) error(name, fmt::format("'{}' is already declared: it is {}", text(name), kind));
  Inline definition;
  definition.name = word(name);
  definition.at = name.position;
  expect(Tok::left_paren, "before the parameters of an inline");
  while (!at(Tok::right_paren)) {
    const Token parameter = expect(Tok::name, "of a parameter, which has no type in an inline");
    if (std::find(definition.parameters.begin(), definition.parameters.end(), text(parameter)) !=
        definition.parameters.end()) {
      error(parameter, fmt::format("inline '{}' has a parameter '{}' already", definition.name, text(parameter)));
    }
    definition.parameters.push_back(word(parameter));
    if (definition.parameters.size() > limits::inline_parameters) {
      fail(parameter, fmt::format("an inline can have at most {} parameters", limits::inline_parameters));
    }
    if (!at(Tok::right_paren)) expect(Tok::comma, "between the parameters of an inline");
  }
  next();
  if (!at(Tok::left_brace)) fail_expected("'{' before the body of an inline");
  const Token open = peek();
  definition.body = stream_.take_braced();
  if (definition.body.empty()) fail(open, fmt::format("the body of inline '{}' is never closed", definition.name));
  names_.inlines.emplace(definition.name, inlines_.size());
  inlines_.push_back(std::move(definition));
}

// ---------------------------------------------------------------- bound at the end

void Parser::bind_runs() {
  for (const auto& [run, name, given] : runs_) {
    const auto found_process = names_.processes.find(text(name));
    if (found_process == names_.processes.end()) {
      error(name, fmt::format("there is no proctype '{}' to run", text(name)));
      continue;
    }
    std::int64_t wanted = 0;
    for (const auto* parameter : found_process->second->parameters) wanted += cells(parameter->type);
    if (given != wanted) {
      error(name, fmt::format("proctype '{}' has {} parameter{}, but {} argument{} given", text(name), wanted,
                              wanted == 1 ? "" : "s", given, given == 1 ? " is" : "s are"));
    }
    if (!diagnostics_.any()) run->process = found_process->second;
  }
}

void Parser::bind_remote_references() {
  std::map<const Process*, NameMap<const Stmt*>> labels;
  std::map<const Process*, NameMap<const Symbol*>> variables;
  for (const auto& remote : remotes_) {
    const auto found_process = names_.processes.find(text(remote.process));
    if (found_process == names_.processes.end()) continue;  // its own fault has been reported
    const Process& process = *found_process->second;
    const auto name = text(remote.member);
    if (remote.label) {
      auto& known = labels[&process];
      if (known.empty()) {
        for (const auto& entry : process.labels) known.emplace(entry.name, entry.target);  // the first of a name counts
      }
      const auto target = known.find(name);
      if (target == known.end()) {
        error(remote.member, fmt::format("proctype '{}' has no label '{}'", process.name, name));
      } else if (!diagnostics_.any()) {
        auto& node = std::get<RemoteLabel>(remote.expr->node);
        node.process = &process;
        node.target = target->second;
      }
      continue;
    }
    auto& known = variables[&process];
    if (known.empty()) {
      for (const auto* symbol : process.parameters) known.emplace(symbol->name, symbol);
      for (const auto* symbol : process.locals) {
        if (symbol->scope.empty()) known.emplace(symbol->name, symbol);
      }
      for (const auto* symbol : process.locals) known.emplace(symbol->name, symbol);
    }
    const auto variable = known.find(name);
    if (variable == known.end()) {
      error(remote.member, fmt::format("proctype '{}' has no local variable '{}'", process.name, name));
      continue;
    }
    const Symbol& symbol = *variable->second;
    if (symbol.type.base == BaseType::record) {
      error(remote.member, fmt::format("'{}' is a record; only single values can be referred to from outside", name));
    } else if (symbol.is_array && !remote.indexed) {
      error(remote.member, fmt::format("'{}' is an array of {}: an index is missing", name, symbol.count));
    }
    if (!diagnostics_.any()) {
      auto& node = std::get<RemoteVariable>(remote.expr->node);
      node.process = &process;
      node.ref.parts.front().symbol = &symbol;
    }
  }
}

// A channel that is a parameter or was assigned may be any of the model's.
void Parser::check_message_sizes() {
  std::int64_t most = 0;
  for (const auto& symbol : specification_.symbols) {
    if (symbol->channel != nullptr) most = std::max<std::int64_t>(most, symbol->channel->flat_fields);
  }
  for (const auto& message : messages_) {
    if (message.count <= most) continue;
    error(message.at, most == 0 ? fmt::format("something is {}, but the model makes no channel", message.what)
                                : fmt::format("{} fields are {}, but no channel of the model carries more than {}",
                                              message.count, message.what, most));
  }
}

void Parser::check_subtypes() {
  for (const auto& [subtype, token] : subtypes_) {
    if (!mtype_sizes_.contains(subtype)) error(token, fmt::format("mtype:{} has no names", subtype));
  }
}

void Parser::check_processes() {
  std::uint64_t running = 0;
  for (const auto& process : specification_.processes) running += process->active;
  if (running == 0) {
    diagnostics_.error({}, "nothing runs: the model has neither an init nor an active proctype");
  }
  if (running > limits::processes) {
    diagnostics_.error({}, fmt::format("{} processes run from the start, at most {} can", running, limits::processes));
  }
}

}  // namespace waymark::promela
