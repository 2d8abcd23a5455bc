#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "c/extract/lowering.hpp"

namespace waymark::c {

namespace {

const Type int_type{Kind::integer, 32, true, false, nullptr, 0, nullptr, "int"};

bool calls(const Stmt& statement, std::string_view name) {
  const Expr* expression = statement.kind == StmtKind::expression ? statement.expr.get() : nullptr;
  while (expression != nullptr && expression->op == Op::convert) expression = expression->args[0].get();
  return expression != nullptr && expression->op == Op::call && expression->function->name == name;
}

bool contains(const Stmt& statement, StmtKind kind) {
  return statement.kind == kind || std::any_of(statement.body.begin(), statement.body.end(),
                                               [&](const StmtPtr& part) { return part && contains(*part, kind); });
}

// A switch label that is not in the switch's own block.
const Stmt* hidden_label(const Stmt& statement) {
  if (statement.kind == StmtKind::switch_) return nullptr;
  for (const StmtPtr& part : statement.body) {
    if (!part) continue;
    if (part->kind == StmtKind::case_ || part->kind == StmtKind::default_) return part.get();
    if (const Stmt* const inner = hidden_label(*part)) return inner;
  }
  return nullptr;
}

bool is_label(const Stmt& statement) {
  return statement.kind == StmtKind::case_ || statement.kind == StmtKind::default_;
}

bool jumps_away(const Stmt& statement) {
  switch (statement.kind) {
    case StmtKind::break_:
    case StmtKind::continue_:
    case StmtKind::goto_:
    case StmtKind::return_:
      return true;
    case StmtKind::block:
      return !statement.body.empty() && jumps_away(*statement.body.back());
    default:
      return false;
  }
}

}  // namespace

std::string Lowering::label_of(const std::string& name) {
  std::string& made = frames_.back().labels[name];
  if (made.empty()) made = names_.fresh(name);
  return made;
}

void Lowering::simple(const Stmt& of) { simple_effect(*of.expr); }

void Lowering::simple_effect(const Expr& expression) {
  const std::size_t mark = lines_.size(), temporaries = used_temporaries_;
  const Op op = expression.op;
  const char kind = op == Op::assign || op == Op::compound ? 'A' : op == Op::call ? 'F' : 'E';
  const std::string words = text(expression);
  if (treated(decide(kind, words, &expression), kind, words)) return;
  effect(expression);
  merge_temporaries(mark, temporaries);
  substitute(mark);
}

void Lowering::statement(const Stmt& of, bool tail) {
  at_ = of.at;
  const std::size_t temporaries = used_temporaries_;
  const std::size_t high = std::exchange(high_temporaries_, used_temporaries_);
  switch (of.kind) {
    case StmtKind::expression:
      if (calls(of, "__VERIFIER_atomic_end")) refuse_here(of.at, "__VERIFIER_atomic_end has no beginning in its block");
      simple(of);
      break;
    case StmtKind::declare:
      declare(of);
      break;
    case StmtKind::block:
      block(of.body, 0, tail);
      break;
    case StmtKind::if_:
      choose(of, tail);
      break;
    case StmtKind::while_:
    case StmtKind::do_:
    case StmtKind::for_:
      loop(of);
      break;
    case StmtKind::switch_:
      switch_over(of);
      break;
    case StmtKind::case_:
    case StmtKind::default_:
      refuse_here(of.at,
                  "a label of a switch inside another statement is not modelled; put it into the switch's block");
    case StmtKind::break_:
    case StmtKind::continue_:
      leave(of);
      break;
    case StmtKind::goto_:
      line(fmt::format("goto {};", label_of(of.text)));
      break;
    case StmtKind::label:
      label(label_of(of.text));
      break;
    case StmtKind::return_:
      give_back(of, tail);
      break;
    case StmtKind::empty:
      break;
    case StmtKind::unsupported:
      refuse_here(of.at, of.text);
  }
  used_temporaries_ = temporaries;
  high_temporaries_ = std::max(high, high_temporaries_);
}

void Lowering::block(const std::vector<StmtPtr>& body, std::size_t first, bool tail) {
  for (std::size_t i = first; i < body.size(); ++i) {
    if (calls(*body[i], "__VERIFIER_atomic_begin")) {
      i = atomic_part(body, i);
    } else {
      statement(*body[i], tail && i + 1 == body.size());
    }
  }
}

// From __VERIFIER_atomic_begin to __VERIFIER_atomic_end in the same block.
std::size_t Lowering::atomic_part(const std::vector<StmtPtr>& body, std::size_t begin) {
  at_ = body[begin]->at;
  std::size_t end = begin + 1;
  while (end < body.size() && !calls(*body[end], "__VERIFIER_atomic_end")) ++end;
  if (end == body.size()) refuse_here(at_, "__VERIFIER_atomic_begin has no end in its block");
  open("atomic {");
  ++indivisible_;
  const std::size_t mark = lines_.size();
  for (std::size_t i = begin + 1; i < end; ++i) {
    for (const StmtKind kind : {StmtKind::goto_, StmtKind::return_}) {
      if (contains(*body[i], kind)) refuse_here(body[i]->at, "a jump out of an atomic sequence is not modelled");
    }
    if (jumps_away(*body[i])) refuse_here(body[i]->at, "a jump out of an atomic sequence is not modelled");
    statement(*body[i], false);
  }
  if (lines_.size() == mark) line("skip;");
  --indivisible_;
  close("}");
  return end;
}

void Lowering::declare(const Stmt& of) {
  const Variable& variable = *of.variable;
  const std::string words = variable.declaration + (variable.initial ? " = " + text(*variable.initial) : "");
  const Decision decision = decide('D', words, variable.initial.get(), variable.name);
  if (treated(decision, 'D', words)) return;
  const Place to = variable_place(variable);
  if (variable.initial && variable.initial->op == Op::variable && variable.initial->variable == &variable) {
    refuse_here(variable.at, fmt::format("'{}' is its own initial value", variable.name));
  }
  if (variable.initial) {
    if (to.type->kind != Kind::array && to.type->kind != Kind::record && !is_synchronisation(*to.type)) {
      const std::size_t mark = lines_.size(), temporaries = used_temporaries_;
      const Expr* given = variable.initial.get();
      if (given->op == Op::list && given->args.size() == 1) given = given->args[0].get();
      store(to, value(*given), *given);
      merge_temporaries(mark, temporaries);
      return;
    }
    const std::size_t mark = lines_.size();
    reads_shared_ = false;
    initialise(to, variable.initial.get(), true);
    if (indivisible_ > 0 || reads_shared_ || lines_.size() < mark + 2) return;
    std::vector<Line> lines = lines_.cut(mark);
    const bool plain = std::all_of(lines.begin(), lines.end(), [](const Line& one) {
      return one.depth == 0 && one.text.ends_with(";") && one.text.find('{') == std::string::npos &&
             one.text.find("goto") == std::string::npos && one.text.find(" = ") != std::string::npos;
    });
    if (plain) open("atomic {");
    lines_.paste(std::move(lines));
    if (plain) close("}");
    return;
  }
  const bool aggregate = to.type->kind == Kind::array || to.type->kind == Kind::record;
  if (decision.explicitly || is_synchronisation(*to.type) || !(aggregate || variable.address_taken)) return;
  refuse_here(variable.at, fmt::format("'{}' may be read before it has a value; give it one, as in '{} = {}'",
                                       variable.name, variable.name, aggregate ? "{0}" : "0"));
}

void Lowering::choose(const Stmt& of, bool tail) {
  if (tabled_choice(of, tail)) return;
  const std::size_t temporaries = used_temporaries_;
  const Value test = condition_value(*of.expr);
  const bool has_else = of.body.size() > 1;
  if (test.constant) {
    if (test.range.low != 0) statement(*of.body[0], tail);
    if (test.range.low == 0 && has_else) statement(*of.body[1], tail);
    // What is not executed may still be the target of a goto.
    const Stmt* const other = test.range.low == 0 ? of.body[0].get() : has_else ? of.body[1].get() : nullptr;
    if (other != nullptr && contains(*other, StmtKind::label)) {
      refuse_here(other->at, "a label in a branch that is never taken is not modelled");
    }
    return;
  }
  used_temporaries_ = temporaries;
  const Position here = at_;
  open("if");
  option(test.text);
  statement(*of.body[0], tail);
  lines_.back();
  at_ = here;
  option("else");
  if (has_else) statement(*of.body[1], tail);
  lines_.back();
  at_ = here;
  close("fi;");
}

// What a loop does once, behind its condition; then, for a `for`, its step.
void Lowering::loop_body(const Stmt& of) {
  statement(*of.body.back(), false);
  if (!flows_.back().next.empty()) label(flows_.back().next);
  if (!of.step) return;
  at_ = of.step->at;
  const std::size_t temporaries = used_temporaries_;
  simple_effect(*of.step);
  used_temporaries_ = temporaries;
}

void Lowering::loop(const Stmt& of) {
  if (of.kind == StmtKind::for_ && of.body[0]) statement(*of.body[0], false);
  at_ = of.at;
  if (tabled_loop(of)) return;
  flows_.emplace_back();
  open("do");
  const std::size_t temporaries = used_temporaries_;
  const std::size_t mark = lines_.size();
  if (of.kind == StmtKind::do_) {
    option("true");
    loop_body(of);
    at_ = of.expr->at;
    const Value test = condition_value(*of.expr);
    used_temporaries_ = temporaries;
    if (test.constant) {
      if (test.range.low == 0) line("break;");
    } else {
      open("if");
      option(test.text);
      lines_.back();
      option("else");
      line("break;");
      lines_.back();
      close("fi;");
    }
  } else {
    lines_.deeper();
    const Value test = of.expr ? condition_value(*of.expr) : number(1, int_type);
    std::vector<Line> before = lines_.cut(mark);
    lines_.back();
    used_temporaries_ = temporaries;
    const bool endless = test.constant && test.range.low != 0;
    const bool simple_test = before.empty();
    if (!simple_test) {
      option("true");
      lines_.paste(std::move(before));
      open("if");
    }
    option(endless ? "true" : test.constant ? "false" : test.text);
    loop_body(of);
    lines_.back();
    at_ = of.at;
    if (!endless) {
      option("else");
      line("break;");
      lines_.back();
    }
    if (!simple_test) close("fi;");
    if (simple_test) lines_.deeper();
  }
  lines_.back();
  at_ = of.at;
  close("od;");
  flows_.pop_back();
}

void Lowering::leave(const Stmt& of) {
  if (of.kind == StmtKind::continue_) {
    for (auto flow = flows_.rbegin(); flow != flows_.rend(); ++flow) {
      if (!flow->loop) continue;
      if (flow->next.empty()) flow->next = names_.fresh("continued");
      line(fmt::format("goto {};", flow->next));
      return;
    }
  }
  if (flows_.back().loop) {
    line("break;");
  } else {
    line(fmt::format("goto {};", switch_end()));
  }
}

const std::string& Lowering::switch_end() {
  std::string& name = flows_.back().out;
  if (name.empty()) name = names_.fresh("switch_end");
  return name;
}

void Lowering::give_back(const Stmt& of, bool tail) {
  Frame& frame = frames_.back();
  const std::string words = of.expr ? "return " + text(*of.expr) : "return";
  const bool hidden = treated(decide('R', words, of.expr.get()), 'R', words);
  if (of.expr && !hidden) {
    const bool root = frames_.size() == 1;
    const Lifetime of_caller{frames_.size() - 2, UINT32_MAX};
    if (root || frame.result.empty()) {
      effect(*of.expr);
    } else if (of.expr->type->kind == Kind::record) {
      Place to;
      to.before = to.key = frame.result;
      to.type = of.expr->type;
      to.local = true;
      to.lives = of_caller;
      copy(to, record_place(*of.expr));
    } else {
      const std::size_t mark = lines_.size(), temporaries = used_temporaries_;
      const Value given = value(*of.expr);
      Place to;
      to.before = frame.result;
      to.key = fmt::format("{}#{}", thread_.name, frame.result);
      to.type = frame.function->result;
      to.local = true;
      to.lives = of_caller;
      store(to, given, *of.expr);
      merge_temporaries(mark, temporaries);
    }
  }
  if (tail) return;
  frames_.back().end_used = true;
  line(fmt::format("goto {};", frames_.back().end));
}

// Cases that end in a jump are options of one choice; where one falls into the next, their labels are jumped to.
void Lowering::switch_over(const Stmt& of) {
  Value selector = value(*of.expr);
  const std::vector<StmtPtr>* body = &of.body;
  if (of.body.size() == 1 && of.body[0]->kind == StmtKind::block) body = &of.body[0]->body;
  for (const StmtPtr& part : *body) {
    if (const Stmt* const inner = hidden_label(*part)) {
      refuse_here(inner->at,
                  "a label of a switch inside another statement is not modelled; put it into the switch's block");
    }
  }
  if (!body->empty() && !is_label(*body->front())) {
    refuse_here(body->front()->at, "a statement before the first label of a switch is not modelled");
  }
  const bool simple_selector = selector.text.find_first_of(" ([") == std::string::npos;
  if (!selector.constant && !simple_selector) selector = hold(selector);
  Flow flow;
  flow.loop = false;
  flows_.push_back(flow);
  jump_table(selector, *body);
  if (!flows_.back().out.empty()) label(flows_.back().out);
  flows_.pop_back();
}

void Lowering::jump_table(const Value& selector, const std::vector<StmtPtr>& body) {
  struct Group {
    std::string guard;  // empty for `default` alone
    bool is_default = false;
    std::vector<const Stmt*> statements;
    Position at;
    std::string label;
  };
  std::vector<Group> groups;
  for (const StmtPtr& part : body) {
    if (!is_label(*part)) {
      groups.back().statements.push_back(part.get());
      continue;
    }
    if (groups.empty() || !groups.back().statements.empty()) groups.push_back({"", false, {}, part->at, ""});
    Group& group = groups.back();
    if (part->kind == StmtKind::default_) {
      group.is_default = true;
      continue;
    }
    // Labels beyond what the selector can be are never jumped to.
    const Range held = range_of(*selector.type);
    const std::int64_t low = std::max(part->low, held.low), high = std::min(part->high, held.high);
    if (low > high) continue;
    const auto test = [&](Op op, std::int64_t limit) {
      return compute(op, selector, number(limit, *selector.type), int_type, false).value.text;
    };
    const std::string own =
        low == high ? test(Op::eq, low) : fmt::format("({} && {})", test(Op::ge, low), test(Op::le, high));
    group.guard += (group.guard.empty() ? "" : " || ") + own;
  }
  const bool falls = std::any_of(groups.begin(), groups.end(), [&](const Group& group) {
    return &group != &groups.back() && (group.statements.empty() || !jumps_away(*group.statements.back()));
  });
  const Position here = at_;
  open("if");
  const Group* otherwise = nullptr;
  const auto write = [&](const Group& group) {
    for (std::size_t i = 0; i < group.statements.size(); ++i) {
      const Stmt& one = *group.statements[i];
      const bool ends = i + 1 == group.statements.size() && one.kind == StmtKind::break_ && !falls;
      if (!ends) statement(one, false);
    }
  };
  for (Group& group : groups) {
    if (falls) group.label = names_.fresh("switch_case");
    if (group.is_default) otherwise = &group;
    if (group.is_default) continue;
    at_ = group.at;
    option(group.guard.empty() ? "false" : group.guard);
    if (falls) {
      line(fmt::format("goto {};", group.label));
    } else {
      write(group);
    }
    lines_.back();
  }
  at_ = otherwise != nullptr ? otherwise->at : here;
  option("else");
  if (falls) {
    line(fmt::format("goto {};", otherwise != nullptr ? otherwise->label : switch_end()));
  } else if (otherwise != nullptr) {
    write(*otherwise);
  }
  lines_.back();
  at_ = here;
  close("fi;");
  if (!falls) return;
  for (const Group& group : groups) {
    at_ = group.at;
    label(group.label);
    write(group);
  }
}

}  // namespace waymark::c
