#include "c/extract/analysis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/diagnostics.hpp"
#include "c/extract/value.hpp"

namespace waymark::c {

namespace {

using Times = std::optional<std::uint64_t>;

// Nothing, however often, is nothing.
Times product(Times one, Times other) {
  if ((one && *one == 0) || (other && *other == 0)) return 0;
  std::uint64_t both = 0;
  if (!one || !other || __builtin_mul_overflow(*one, *other, &both)) return std::nullopt;
  return both;
}
Times sum(Times one, Times other) {
  std::uint64_t both = 0;
  if (!one || !other || __builtin_add_overflow(*one, *other, &both)) return std::nullopt;
  return both;
}

const Expr& without_conversions(const Expr& expression) {
  const Expr* inner = &expression;
  while (inner->op == Op::convert) inner = inner->args[0].get();
  return *inner;
}

// The variable that a place is a part of; null if one gets there through a pointer.
Variable* root(const Expr& place) {
  const Expr& inner = without_conversions(place);
  if (inner.op == Op::variable) return inner.variable;
  if (inner.op == Op::member) return root(*inner.args[0]);
  if (inner.op == Op::index && inner.args[0]->type->kind == Kind::array) return root(*inner.args[0]);
  return nullptr;
}

bool changes(const Expr& expression, const Variable& variable) {
  const bool writes = expression.op == Op::assign || expression.op == Op::compound || expression.op == Op::increment ||
                      expression.op == Op::decrement;
  if (writes && root(*expression.args[0]) == &variable) return true;
  return std::any_of(expression.args.begin(), expression.args.end(),
                     [&](const ExprPtr& part) { return part && changes(*part, variable); });
}

bool changes(const Stmt& statement, const Variable& variable) {
  const Variable* const declared = statement.kind == StmtKind::declare ? statement.variable : nullptr;
  if (declared != nullptr && declared->initial && changes(*declared->initial, variable)) return true;
  for (const Expr* part : {statement.expr.get(), statement.step.get()}) {
    if (part != nullptr && changes(*part, variable)) return true;
  }
  return std::any_of(statement.body.begin(), statement.body.end(),
                     [&](const StmtPtr& part) { return part && changes(*part, variable); });
}

// for (i = a; i < b; i++) with constants a and b, and a counter of the function's own that nothing else changes
Times iterations(const Stmt& loop) {
  if (loop.kind != StmtKind::for_ || !loop.expr || !loop.step || !loop.body[0]) return std::nullopt;
  const Stmt& start = *loop.body[0];
  const Expr* first = nullptr;
  const Variable* variable = nullptr;
  if (start.kind == StmtKind::declare) {
    variable = start.variable;
    first = variable->initial.get();
  } else if (start.kind == StmtKind::expression && start.expr->op == Op::assign) {
    variable = root(*start.expr->args[0]);
    first = start.expr->args[1].get();
  }
  const Expr& test = without_conversions(*loop.expr);
  const bool ordered = test.op == Op::lt || test.op == Op::le || test.op == Op::ne;
  if (first == nullptr || variable == nullptr || !ordered) return std::nullopt;
  const Expr& from = without_conversions(*first);
  const Expr& counter = without_conversions(*test.args[0]);
  const Expr& to = without_conversions(*test.args[1]);
  const bool constants = from.op == Op::constant && to.op == Op::constant;
  if (!constants || counter.op != Op::variable || counter.variable != variable) return std::nullopt;
  if (loop.step->op != Op::increment || root(*loop.step->args[0]) != variable) return std::nullopt;
  if (variable->owner == nullptr || variable->is_static || changes(*loop.body.back(), *variable)) return std::nullopt;
  const std::int64_t behind = to.value + (test.op == Op::le ? 1 : 0);  // what the counter is at last
  if (behind > range_of(*variable->type).high || (test.op == Op::ne && behind < from.value)) return std::nullopt;
  return behind < from.value ? Times(0) : Times(static_cast<std::uint64_t>(behind - from.value));
}

// Whether a statement can leave the one around it: by return or goto, or also by break and continue.
bool leaves(const Stmt& statement, bool loops) {
  if (statement.kind == StmtKind::return_ || statement.kind == StmtKind::goto_) return true;
  if (loops && (statement.kind == StmtKind::break_ || statement.kind == StmtKind::continue_)) return true;
  return std::any_of(statement.body.begin(), statement.body.end(),
                     [&](const StmtPtr& part) { return part && leaves(*part, loops); });
}

}  // namespace

Analysis::Analysis(Program& program, const std::vector<std::string>& processes) : program_(program) {
  const std::vector<std::string> names = processes.empty() ? std::vector<std::string>{"main"} : processes;
  for (const std::string& name : names) {
    const Function* const root_function = program.function(name);
    if (root_function == nullptr || root_function->body == nullptr) {
      throw base::InputError(fmt::format("{}: error: there is no function {}", program.files.front(), name));
    }
    roots_.push_back(root_function);
  }
  std::map<const Function*, std::uint64_t> runs;
  for (const Function* one : roots_) reach(*one, 1, runs);
  std::set<const Function*> around;
  creations_ = 0;
  for (const Function* one : roots_) creations_ = sum(creations_, count(*one, false, around));
  const Times joins = count(*roots_.front(), true, around);
  all_joined_ = creations_ && joins && *joins >= *creations_;
  find_shared();
}

const Analysis::Facts& Analysis::facts(const Function& function) {
  const auto [place, fresh] = facts_.try_emplace(&function);
  if (fresh && function.body != nullptr) {
    Walk all{place->second};
    walk(*function.body, all);
  }
  return place->second;
}

// The function runs `times` more often than was known. Twice stands for any number above one, a loop without a bound
// among them, so each function is gone through at most three times, also one that calls itself.
void Analysis::reach(const Function& function, std::uint64_t times, std::map<const Function*, std::uint64_t>& runs) {
  constexpr std::uint64_t many = 2;
  const auto [known, fresh] = runs.try_emplace(&function, 0);
  const std::uint64_t more = std::min(known->second + times, many) - known->second;
  if (!fresh && more == 0) return;
  known->second += more;
  for (const Site& site : facts(function).sites) {
    called_.insert(site.callee->name);
    const std::uint64_t here = std::min(site.times.value_or(many), many) * more;
    if (site.creates) starts_[site.callee] += here;
    reach(*site.callee, here, runs);
  }
}

// Calls of pthread_create, or of pthread_join, in one call of a function; joins only if they are certain.
Times Analysis::count(const Function& function, bool joins, std::set<const Function*>& around) {
  if (const auto known = counted_.find({&function, joins}); known != counted_.end()) return known->second;
  if (!around.insert(&function).second) return std::nullopt;
  Times total = 0;
  for (const Site& site : facts(function).sites) {
    if (joins && (!site.certain || site.creates)) continue;
    const bool counts = joins ? site.callee->name == "pthread_join" : site.creates;
    total = sum(total, product(site.times, sum(counts ? 1 : 0, count(*site.callee, joins, around))));
  }
  around.erase(&function);
  return counted_[{&function, joins}] = total;
}

void Analysis::find_shared() {
  std::map<const Variable*, std::uint64_t> users;
  const auto uses = [&](const Function& start, std::uint64_t times) {
    // What a thread executes: all but the threads it creates.
    std::set<const Function*> seen;
    std::vector<const Function*> left{&start};
    std::set<const Variable*> own;
    while (!left.empty()) {
      const Function& one = *left.back();
      left.pop_back();
      if (!seen.insert(&one).second) continue;
      const Facts& known = facts(one);
      own.insert(known.variables.begin(), known.variables.end());
      for (const Site& site : known.sites) {
        if (!site.creates) left.push_back(site.callee);
      }
    }
    for (const Variable* variable : own) users[variable] += times;
  };
  for (const Function* root_function : roots_) uses(*root_function, 1);
  if (roots_.front()->name == "main") {
    for (const auto& [variable, times] : users) main_uses_.insert(variable);
  }
  for (const auto& [start, times] : starts_) uses(*start, times);
  for (const auto& [variable, times] : users) {
    used_.insert(variable);
    const bool lasting = variable->owner == nullptr || variable->is_static;
    const bool changes = variable->assigned || variable->address_taken;
    if (changes && threaded() && (variable->address_taken || (lasting && times > 1))) shared_.insert(variable);
  }
}

std::vector<const Function*> Analysis::starts() const {
  std::vector<const Function*> all;
  for (const Function& function : program_.functions) {
    if (starts_.contains(&function)) all.push_back(&function);
  }
  return all;
}

bool Analysis::shared(const Variable& variable) const { return shared_.contains(&variable); }

void Analysis::walk(const Stmt& statement, Walk& around) {
  const auto condition = [&](Walk& in) {
    if (statement.expr) walk(*statement.expr, in);
  };
  switch (statement.kind) {
    case StmtKind::declare:
      around.facts.variables.insert(statement.variable);
      if (statement.variable->initial) walk(*statement.variable->initial, around);
      return;
    case StmtKind::if_:
    case StmtKind::switch_: {
      condition(around);
      Walk inner = around;
      inner.certain = false;
      for (const StmtPtr& part : statement.body) walk(*part, inner);
      if (leaves(statement, true)) around.certain = false;
      return;
    }
    case StmtKind::while_:
    case StmtKind::do_:
    case StmtKind::for_: {
      if (!statement.body.empty() && statement.body[0] && statement.kind == StmtKind::for_) {
        walk(*statement.body[0], around);
      }
      Walk inner = around;
      const Times times = iterations(statement);
      inner.times = product(around.times, times);
      inner.certain = around.certain && times.has_value() && !leaves(statement, true);
      condition(inner);
      if (statement.step) walk(*statement.step, inner);
      walk(*statement.body.back(), inner);
      if (leaves(statement, false)) around.certain = false;
      return;
    }
    case StmtKind::case_:
      note_compared(statement.low);
      note_compared(statement.high);
      return;
    case StmtKind::break_:
    case StmtKind::continue_:
    case StmtKind::goto_:
    case StmtKind::label:
    case StmtKind::return_:
      condition(around);
      // What follows may be passed over, or come again.
      if (statement.kind == StmtKind::label) around.times = std::nullopt;
      around.certain = false;
      return;
    default:
      condition(around);
      for (const StmtPtr& part : statement.body) walk(*part, around);
  }
}

void Analysis::note_address(const Expr& place, bool by_library) {
  Variable* const variable = root(place);
  if (variable == nullptr) return;
  (by_library ? variable->assigned : variable->address_taken) = true;
}

void Analysis::note_compared(std::int64_t constant) {
  constexpr Range all{int_min - 1, 2 * int_max + 2};  // beyond it, nothing is an input's
  if (Range{constant, constant}.within(all)) compared_.insert(constant);
}

void Analysis::walk_call(const Expr& expression, Walk& around) {
  const Function& callee = *expression.function;
  const bool library = callee.body == nullptr;
  around.facts.sites.push_back({&callee, around.times, around.certain, false});
  for (std::size_t i = 1; i < expression.args.size(); ++i) {
    const Expr& argument = without_conversions(*expression.args[i]);
    const bool starts = (callee.name == "pthread_create" && i == 3) || (callee.name == "pthread_once" && i == 2);
    if (starts && argument.op == Op::function) {
      around.facts.sites.push_back({argument.function, around.times, around.certain, callee.name == "pthread_create"});
    } else if (library && argument.op == Op::address && !(callee.name == "pthread_create" && i == 4)) {
      note_address(*argument.args[0], true);
      walk(*argument.args[0], around);
    } else {
      walk(argument, around);
    }
  }
}

void Analysis::walk(const Expr& expression, Walk& around) {
  switch (expression.op) {
    case Op::variable: {
      Variable& variable = *expression.variable;
      const bool first = around.facts.variables.insert(&variable).second;
      if (first && variable.is_static && variable.initial) walk(*variable.initial, around);
      return;
    }
    case Op::call:
      walk_call(expression, around);
      return;
    case Op::address:
      note_address(*expression.args[0], false);
      break;
    case Op::assign:
    case Op::compound:
    case Op::increment:
    case Op::decrement:
      note_address(*expression.args[0], true);
      break;
    case Op::lt:
    case Op::le:
    case Op::gt:
    case Op::ge:
    case Op::eq:
    case Op::ne:
      for (const ExprPtr& side : expression.args) {
        const Expr& inner = without_conversions(*side);
        const bool minus = inner.op == Op::negate;
        const Expr& constant = minus ? without_conversions(*inner.args[0]) : inner;
        if (constant.op == Op::constant) note_compared(minus ? -constant.value : constant.value);
      }
      break;
    case Op::logical_and:
    case Op::logical_or:
    case Op::conditional: {
      walk(*expression.args[0], around);
      Walk inner = around;
      inner.certain = false;
      for (std::size_t i = 1; i < expression.args.size(); ++i) walk(*expression.args[i], inner);
      return;
    }
    default:
      break;
  }
  for (const ExprPtr& part : expression.args) {
    if (part) walk(*part, around);
  }
}

}  // namespace waymark::c
