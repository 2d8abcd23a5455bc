#include "promela/slice/slice.hpp"

#include <algorithm>
#include <tuple>

#include "promela/slice/cut.hpp"
#include "promela/slice/relevance.hpp"
#include "promela/slice/trim.hpp"
#include "promela/syntax/parse.hpp"
#include "promela/syntax/walk.hpp"

namespace waymark::promela {

namespace {

// Features that depend on the statements of a run, or on their number.
std::string feature_of_steps(const Expr& expr) {
  if (const auto* builtin = std::get_if<Builtin>(&expr.node)) {
    if (builtin->what == Predefined::last) return "_last names the process of every step";
    if (builtin->what == Predefined::priority) return "priorities decide about every step";
    if (builtin->what == Predefined::np) return "np_ depends on every step";
  }
  if (std::holds_alternative<Enabled>(expr.node)) return "enabled() looks at every step";
  if (std::holds_alternative<PcValue>(expr.node)) return "pc_value() numbers all statements";
  if (std::holds_alternative<GetPriority>(expr.node)) return "priorities decide about every step";
  if (const auto* run = std::get_if<Run>(&expr.node); run != nullptr && run->priority != 0) {
    return "priorities decide about every step";
  }
  return "";
}

std::string why_whole(const Specification& specification, const SliceCriteria& criteria,
                      const std::vector<const ExprPtr*>& asked) {
  if (criteria.steps) return "the property counts steps";
  std::string why;
  const auto look = [&](const Expr& expr) {
    if (why.empty()) why = feature_of_steps(expr);
  };
  for (const auto& process : specification.processes) {
    if (process->kind == ProcessKind::never) return "the program has a never claim, which may count steps";
    if (process->kind == ProcessKind::trace || process->kind == ProcessKind::notrace) {
      return "the program has a trace, which looks at every message";
    }
    if (process->priority != 0) return "priorities decide about every step";
    each_statement(process->body, [&](const Stmt& stmt) {
      if (std::holds_alternative<SetPriority>(stmt.node)) why = "priorities decide about every step";
      each_expression(stmt, look);
    });
    each_expression(process->provided, look);
  }
  for (const ExprPtr* expr : asked) each_expression(*expr, look);
  return why;
}

std::size_t count_statements(const Specification& specification) {
  std::size_t count = 0;
  each_statement(specification, [&](const Stmt& stmt) {
    if (!std::holds_alternative<Block>(stmt.node) && !is_declarative(stmt)) ++count;
  });
  return count;
}

std::size_t count_variables(const Specification& specification) {
  std::size_t count = specification.globals.size();
  for (const auto& symbol : specification.symbols) {
    if (symbol->channel != nullptr) count += symbol->channel->fields.size();
  }
  for (const auto& process : specification.processes) count += process->locals.size();
  return count;
}

// In the order of the text; an inline may be there several times.
void arrange(std::vector<Cut>& cuts) {
  const auto place = [](const Cut& cut) { return std::tie(cut.at.file, cut.at.line, cut.at.column, cut.text); };
  std::sort(cuts.begin(), cuts.end(), [&](const Cut& a, const Cut& b) { return place(a) < place(b); });
}

}  // namespace

Slice slice(Specification& specification, const SliceCriteria& criteria, const std::vector<std::string>& formulas) {
  Slice made;
  made.statements_before = count_statements(specification);
  made.variables_before = count_variables(specification);
  std::vector<ExprPtr> expressions;
  std::vector<const ExprPtr*> asked;
  for (const std::string& text : criteria.expressions) {
    expressions.push_back(parse_expression(specification, "--slice", text));
  }
  asked.reserve(expressions.size());
  for (const ExprPtr& expr : expressions) asked.push_back(&expr);
  // What they are about may not be there any more.
  std::erase_if(specification.ltl, [&](const LtlBlock& block) {
    return std::find(formulas.begin(), formulas.end(), block.name) == formulas.end();
  });
  made.whole = why_whole(specification, criteria, asked);
  if (!made.whole.empty()) return made;
  SliceQuestion question;
  question.assertions = criteria.assertions;
  question.output = criteria.output;
  question.runs = criteria.deadlock || criteria.cycles || criteria.acceptance || criteria.progress;
  question.accept_labels = criteria.acceptance;
  question.progress_labels = criteria.progress;
  question.expressions = asked;
  const Relevance relevance(specification, question, most_processes(specification));
  Cutter cutter(specification, relevance);
  cutter.run();
  made.statements = cutter.take_cuts();
  Trimmer trimmer(specification, relevance, asked);
  trimmer.run();
  made.variables = trimmer.take_cuts();
  arrange(made.statements);
  arrange(made.variables);
  return made;
}

}  // namespace waymark::promela
