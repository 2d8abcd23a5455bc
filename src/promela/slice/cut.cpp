#include "promela/slice/cut.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "promela/syntax/build.hpp"
#include "promela/syntax/text.hpp"
#include "promela/syntax/walk.hpp"

namespace waymark::promela {

namespace {

StmtPtr constant_condition(const Position& at, std::int32_t value) {
  return make_statement(at, Expression{make_number(at, value)});
}

bool is_declarations(const Sequence& sequence) {
  return std::all_of(sequence.begin(), sequence.end(), [](const StmtPtr& it) { return is_declarative(*it); });
}

bool is_plain_skip(const Stmt& stmt) {
  const auto* expression = std::get_if<Expression>(&stmt.node);
  const auto* constant = expression == nullptr ? nullptr : std::get_if<Number>(&expression->expr->node);
  return constant != nullptr && constant->value == 1 && stmt.labels.empty();
}

// Spin puts its label behind its first assignment: no other label can be moved there.
bool starts_before_label(const Stmt& stmt) {
  const auto* select = std::get_if<Select>(&stmt.node);
  return std::holds_alternative<ForRange>(stmt.node) || std::holds_alternative<ForArray>(stmt.node) ||
         std::holds_alternative<ForChannel>(stmt.node) || (select != nullptr && !select->literal);
}

}  // namespace

Cutter::Cutter(Specification& specification, const Relevance& relevance)
    : specification_(&specification), relevance_(&relevance) {
  each_statement(specification, [&](const Stmt& stmt) {
    if (const auto* jump = std::get_if<Goto>(&stmt.node)) targets_.insert(jump->target);
  });
  find_held();
}

// A step that may fail, or that starts a process, writes where it always did.
void Cutter::find_held() {
  for (const auto& process : specification_->processes) {
    const Relevance::Judged& judged = relevance_->of(*process);
    for (Flow::Node node = 0; node < judged.step.size(); ++node) {
      const Stmt* stmt = judged.flow.place(node).stmt;
      if (stmt == nullptr || !judged.step[node]) continue;
      if (std::holds_alternative<Receive>(stmt->node)) continue;  // it may leave a field to nobody
      each_target(*stmt, [&](const Ref& ref) { held_.insert(&ref.symbol()); });
      if (const auto* loop = std::get_if<ForArray>(&stmt->node)) held_.insert(&loop->array.symbol());
    }
  }
}

void Cutter::run() {
  for (auto& process : specification_->processes) cut(*process);
}

void Cutter::cut(Process& process) {
  judged_ = &relevance_->of(process);
  stops_ = 0;
  process.body = cut(std::move(process.body), {});
  if (is_declarations(process.body)) {
    process.body.push_back(constant_condition(process.end, 1));
  }
  // A declaration is a step behind a statement, and none behind declarations: it must not become one of these.
  const auto first =
      std::find_if(process.body.begin(), process.body.end(), [](const StmtPtr& it) { return !is_declarative(*it); });
  if (std::holds_alternative<Declare>((*first)->node)) {
    process.body.insert(first, constant_condition((*first)->at, 1));
  }
  bind_jumps(process);
}

bool Cutter::is_held(const Symbol& symbol) const {
  return relevance_->is(Data::variable(symbol)) || held_.contains(&symbol);
}

// Whether something within has to stay that does not follow from how the statement is entered.
bool Cutter::holds_something(const Stmt& stmt) const {
  bool found = false;
  each_within(stmt, [&](const Stmt& inner) {
    const Flow::Node node = judged_->flow.entry(inner);
    const std::uint32_t state = judged_->flow.state_at(node);
    const auto* declare = std::get_if<Declare>(&inner.node);
    const bool named = &inner != &stmt && targets_.contains(&inner);
    found = found || judged_->step[node] || named || (state != Flow::none && judged_->state[state]) ||
            (declare != nullptr && is_held(*declare->symbol)) || std::holds_alternative<Exclusive>(inner.node);
  });
  return found;
}

// Nothing relevant comes any more. Inside an indivisible sequence that has to be left first.
bool Cutter::ends_here(const Stmt& stmt) const {
  const bool atomic = judged_->flow.place(judged_->flow.entry(stmt)).atomic;
  return !atomic && !is_declarative(stmt) && fate(stmt) == Fate::aimless && !holds_something(stmt);
}

StmtPtr Cutter::stop_at(const Position& at) {
  if (relevance_->runs_matter()) {
    Do forever;
    forever.options.emplace_back().push_back(constant_condition(at, 1));
    return make_statement(at, std::move(forever));
  }
  // It is no deadlock, should a property ask for one after all.
  StmtPtr wait = constant_condition(at, 0);
  wait->labels.push_back({fmt::format("end_cut{}", ++stops_), at});
  return wait;
}

Sequence Cutter::cut(Sequence sequence, Around around) {
  Sequence out;
  std::vector<Stmt*> unplaced;  // gone, with labels that jumps name
  bool stopped = false;
  const auto emit = [&](StmtPtr stmt) {
    if (!unplaced.empty() && starts_before_label(*stmt)) out.push_back(constant_condition(stmt->at, 1));
    Stmt& labelled = !unplaced.empty() && starts_before_label(*stmt) ? *out.back() : *stmt;
    for (Stmt* from : unplaced) {
      moved_[from] = &labelled;
      labelled.labels.insert(labelled.labels.begin(), from->labels.begin(), from->labels.end());
    }
    unplaced.clear();
    out.push_back(std::move(stmt));
  };
  for (StmtPtr& stmt : sequence) {
    const Position at = stmt->at;
    const bool named = targets_.contains(stmt.get());
    if (ends_here(*stmt)) {
      Stmt* const from = stmt.get();
      (void)gone(std::move(stmt));
      if (named) unplaced.push_back(from);
      if (!stopped || named) emit(stop_at(at));
      stopped = true;
      continue;
    }
    Stmt* const from = stmt.get();
    const bool declares = is_declarative(*stmt);
    StmtPtr made = cut(std::move(stmt), around);
    if (made == nullptr) {
      if (named) unplaced.push_back(from);
      continue;
    }
    // Of skips one after the other one is enough, where no state between them is observable.
    const bool again = around.atomic && !out.empty() && is_plain_skip(*out.back()) && is_plain_skip(*made);
    if (again && unplaced.empty() && !named) {
      removed_.push_back(std::move(made));
      continue;
    }
    emit(std::move(made));
    if (declares) continue;
    stopped = false;
    around.started = around.atomic;
    around.forced = false;
  }
  if (!unplaced.empty()) emit(constant_condition(unplaced.front()->at, 1));
  return out;
}

StmtPtr Cutter::cut(StmtPtr stmt, const Around& around) {
  Stmt& it = *stmt;
  if (is_declarative(it) || std::holds_alternative<Unless>(it.node)) return stmt;
  if (auto* node = std::get_if<If>(&it.node)) return cut_branch(std::move(stmt), node->options, around);
  if (auto* node = std::get_if<Do>(&it.node)) return cut_branch(std::move(stmt), node->options, around);
  if (auto* node = std::get_if<Block>(&it.node)) return cut_enclosed(std::move(stmt), node->body, around);
  if (auto* node = std::get_if<Atomic>(&it.node)) return cut_enclosed(std::move(stmt), node->body, around);
  if (auto* node = std::get_if<DStep>(&it.node)) return cut_enclosed(std::move(stmt), node->body, around);
  if (std::holds_alternative<Goto>(it.node) || std::holds_alternative<Break>(it.node)) return stmt;
  if (std::holds_alternative<Else>(it.node) && fate(it) == Fate::relevant) return stmt;
  return cut_step(std::move(stmt), around);
}

// Control that enters the statement leaves it, as far as it can be observed.
bool Cutter::falls_through(const Stmt& stmt) const {
  const Flow::Node node = judged_->flow.entry(stmt);
  if (judged_->around[node].empty()) return true;
  const std::uint32_t from = judged_->first[judged_->around[node].front()];
  return judged_->leads_to(judged_->flow.behind(stmt)) == from;
}

StmtPtr Cutter::cut_branch(StmtPtr stmt, std::vector<Sequence>& options, const Around& around) {
  const bool stays = fate(*stmt) == Fate::relevant || around.forced;
  if (!stays && !holds_something(*stmt) && falls_through(*stmt)) {
    return around.started ? skipped(std::move(stmt)) : gone(std::move(stmt));
  }
  // The way into the only option is no choice.
  const bool forced = stays || options.size() > 1;
  for (Sequence& option : options) {
    Around inside = around;
    inside.forced = forced;
    const Position at = option.front()->at;
    option = cut(std::move(option), inside);
    if (is_declarations(option)) {
      option.push_back(constant_condition(at, 1));
    }
  }
  return stmt;
}

StmtPtr Cutter::cut_enclosed(StmtPtr stmt, Sequence& body, const Around& around) {
  const bool d_step = std::holds_alternative<DStep>(stmt->node);
  Around inside = around;
  inside.atomic = around.atomic || !std::holds_alternative<Block>(stmt->node);
  // The first statement of a d_step may wait, others may not: none moves up.
  inside.started = around.started || d_step;
  const Position at = stmt->at;
  body = cut(std::move(body), inside);
  const bool idle = std::all_of(body.begin(), body.end(), [](const StmtPtr& it) { return is_plain_skip(*it); });
  const bool stays = fate(*stmt) == Fate::relevant || around.forced;
  // No jump leads behind a brace: the statement that is first now may have been behind another.
  if (!body.empty() && !body.front()->labels.empty() && !starts_before_label(*body.front())) {
    moved_[body.front().get()] = stmt.get();
    stmt->labels.insert(stmt->labels.end(), body.front()->labels.begin(), body.front()->labels.end());
    body.front()->labels.clear();
  }
  if (!idle) return stmt;
  if (!stays && !around.started) {
    removed_.push_back(std::move(stmt));
    return nullptr;
  }
  if (body.empty()) body.push_back(constant_condition(at, 1));
  return stmt;
}

StmtPtr Cutter::cut_step(StmtPtr stmt, const Around& around) {
  Stmt& it = *stmt;
  if (relevant_step(it)) {
    for (Sequence* body : bodies(it)) {  // of a loop
      Around inside = around;
      inside.started = around.atomic;
      inside.forced = false;
      *body = cut(std::move(*body), inside);
      if (body->empty()) body->push_back(constant_condition(it.at, 1));
    }
    return stmt;
  }
  const auto* declare = std::get_if<Declare>(&it.node);
  if (declare != nullptr && is_held(*declare->symbol)) return stmt;
  const Fate met = fate(it);
  const bool stays = met == Fate::relevant || met == Fate::aimless || around.forced || around.started;
  return stays ? skipped(std::move(stmt)) : gone(std::move(stmt));
}

StmtPtr Cutter::skipped(StmtPtr stmt) {
  note(*stmt);
  const Position at = stmt->at;
  removed_.push_back(make_statement(at, std::exchange(stmt->node, Expression{make_number(at, 1)})));
  return stmt;
}

StmtPtr Cutter::gone(StmtPtr stmt) {
  note(*stmt);
  removed_.push_back(std::move(stmt));
  return nullptr;
}

void Cutter::note(const Stmt& stmt) {
  each_within(stmt, [&](const Stmt& inner) {
    const bool shown = !std::holds_alternative<Block>(inner.node) && !is_declarative(inner) && !is_plain_skip(inner);
    if (shown) cuts_.push_back({inner.at, text(inner)});
  });
}

void Cutter::bind_jumps(Process& process) {
  const auto now = [&](const Stmt* target) {
    for (auto at = moved_.find(target); at != moved_.end(); at = moved_.find(target)) target = at->second;
    return target;
  };
  std::unordered_set<const Stmt*> here;
  each_statement(process.body, [&](Stmt& stmt) {
    here.insert(&stmt);
    if (auto* jump = std::get_if<Goto>(&stmt.node)) jump->target = now(jump->target);
  });
  for (Process::LabelAt& label : process.labels) label.target = now(label.target);
  std::erase_if(process.labels, [&](const Process::LabelAt& label) { return !here.contains(label.target); });
}

}  // namespace waymark::promela
