// Statements that the table has something else in mind for than to keep them.
#include <fmt/format.h>

#include <algorithm>

#include "c/extract/lowering.hpp"

namespace waymark::c {

namespace {

void collect_names(const Expr& expression, std::set<std::string>& out) {
  if (expression.op == Op::variable) out.insert(expression.variable->name);
  for (const ExprPtr& part : expression.args) {
    if (part) collect_names(*part, out);
  }
}

// A statement's own text, as a printf of the model.
std::string printed(char kind, const std::string& words) {
  std::string made = fmt::format("printf(\"{}: ", kind);
  for (const char c : words) {
    if (c == '%') made += '%';
    made += c == '"' || c == '\\' ? '\'' : c;
  }
  return made + "\\n\")";
}

}  // namespace

Decision Lowering::decide(char kind, const std::string& words, const Expr* expression, const std::string& name) {
  if (outline_.options.table == nullptr) return {};
  std::set<std::string> names;
  if (expression != nullptr) collect_names(*expression, names);
  if (!name.empty()) names.insert(name);
  Table& table = *outline_.options.table;
  Decision made = table.decide(frames_.back().function->name, kind, words, names);
  const bool passes = made.treatment != Treatment::keep && made.treatment != Treatment::never;
  if (!passes || expression == nullptr) return made;
  const bool overflow = outline_.options.overflow;
  const auto matters = [&](const Expr& part) { return has_effects(part) || may_fail(part, overflow); };
  // Of a call, what the call itself does is weighed by its name.
  const bool call = kind == 'F' && expression->op == Op::call;
  const bool lost = call ? std::any_of(expression->args.begin() + 1, expression->args.end(),
                                       [&](const ExprPtr& one) { return matters(*one); })
                         : kind == 'D' || matters(*expression);
  if (lost) table.lose_effect();
  return made;
}

// Whether the statement was written as the table says; otherwise it is to be kept.
bool Lowering::treated(const Decision& decision, char kind, const std::string& words) {
  switch (decision.treatment) {
    case Treatment::keep:
      return false;
    case Treatment::hide:
    case Treatment::always:
      return true;
    case Treatment::comment:
    case Treatment::warn:
      line(fmt::format("/* {}: {} */", kind, words));
      return true;
    case Treatment::print:
      line(printed(kind, words) + ";");
      return true;
    case Treatment::skip:
      line("skip;");
      return true;
    case Treatment::never:
      line("false;");
      return true;
    case Treatment::text:
      line(decision.text + (decision.text.ends_with(";") ? "" : ";"));
      return true;
  }
  return false;
}

void Lowering::substitute(std::size_t mark) {
  if (outline_.options.table == nullptr) return;
  for (std::size_t i = mark; i < lines_.size(); ++i) {
    lines_.at(i).text = outline_.options.table->substituted(lines_.at(i).text);
  }
}

std::string Lowering::guard(const Decision& decision, const std::string& words, const Expr& expression, bool positive) {
  switch (decision.treatment) {
    case Treatment::keep: {
      const std::size_t mark = lines_.size();
      const Value test = condition_value(expression);
      substitute(mark);
      if (test.constant) return (test.range.low != 0) == positive ? "true" : "";
      return outline_.options.table->substituted(positive ? test.text : fmt::format("!({})", test.text));
    }
    case Treatment::never:
      return "";
    case Treatment::print:
      return printed('C', words);
    case Treatment::text:
      return decision.text;
    default:
      return "true";
  }
}

Lowering::Guards Lowering::guards(const Expr& expression) {
  Guards made;
  if (outline_.options.table == nullptr) return made;
  const std::string words = text(expression);
  const std::string contrary = Table::negated(words);
  const Decision yes = decide('C', words, &expression);
  const Decision no = decide('C', contrary, &expression);
  if (yes.treatment == Treatment::keep && no.treatment == Treatment::keep) return made;
  made.tabled = true;
  made.yes = guard(yes, words, expression, true);
  made.no = guard(no, contrary, expression, false);
  return made;
}

// if and else, each behind what the table makes of its condition; an option that is never passable is left out.
bool Lowering::tabled_choice(const Stmt& of, bool tail) {
  const Guards both = guards(*of.expr);
  if (!both.tabled) return false;
  const Position here = at_;
  const Stmt* const otherwise = of.body.size() > 1 ? of.body[1].get() : nullptr;
  if (both.yes.empty() && both.no.empty()) {
    line("false;");
  } else if (both.yes.empty() || both.no.empty()) {
    const Stmt* const taken = both.yes.empty() ? otherwise : of.body[0].get();
    line((both.yes.empty() ? both.no : both.yes) + ";");
    if (taken != nullptr) statement(*taken, tail);
  } else {
    open("if");
    option(both.yes);
    statement(*of.body[0], tail);
    lines_.back();
    at_ = here;
    option(both.no);
    if (otherwise != nullptr) statement(*otherwise, tail);
    lines_.back();
    at_ = here;
    close("fi;");
  }
  return true;
}

bool Lowering::tabled_loop(const Stmt& of) {
  if (!of.expr || outline_.options.table == nullptr) return false;
  const std::size_t mark = lines_.size();
  const Guards both = guards(*of.expr);
  if (!both.tabled) return false;
  std::vector<Line> before = lines_.cut(mark);
  const Position here = at_;
  flows_.emplace_back();
  open("do");
  const bool first = of.kind != StmtKind::do_;
  if (!first || !before.empty()) option("true");
  if (!first) loop_body(of);
  lines_.paste(std::move(before));
  const bool inner = !first || lines_.last().text != "do";
  if (inner && (!both.yes.empty() || !both.no.empty())) open("if");
  if (!both.yes.empty()) {
    option(both.yes);
    if (first) loop_body(of);
    lines_.back();
  }
  at_ = here;
  if (!both.no.empty()) {
    option(both.no);
    line("break;");
    lines_.back();
  }
  if (both.yes.empty() && both.no.empty()) {
    if (!inner) option("false");
    if (inner) line("false;");
    if (!inner) lines_.back();
  }
  if (inner && (!both.yes.empty() || !both.no.empty())) close("fi;");
  if (inner) lines_.back();
  close("od;");
  flows_.pop_back();
  return true;
}

}  // namespace waymark::c
