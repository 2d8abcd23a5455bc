#include "promela/slice/relevance.hpp"

#include <algorithm>

#include "containers/strongly_connected.hpp"
#include "promela/syntax/cases.hpp"
#include "promela/syntax/text.hpp"
#include "promela/syntax/walk.hpp"

namespace waymark::promela {

namespace {

constexpr std::uint32_t most_pids = 255;

bool has_label(const Stmt& stmt, std::string_view prefix) {
  return std::any_of(stmt.labels.begin(), stmt.labels.end(),
                     [&](const Label& label) { return label.name.starts_with(prefix); });
}

// Labels that are properties of a control state.
bool is_marked(const Stmt& stmt) {
  return has_label(stmt, "end") || has_label(stmt, "accept") || has_label(stmt, "progress");
}

bool any_label(const Process& process, std::string_view prefix) {
  return std::any_of(process.labels.begin(), process.labels.end(),
                     [&](const Process::LabelAt& label) { return label.name.starts_with(prefix); });
}

// Components of the graph of states, without the steps back of loops that end.
containers::StronglyConnected components(const Flow& flow, const std::vector<bool>& left_aside) {
  const auto target = [&](std::uint32_t state, std::size_t way) -> std::uint64_t {
    const Flow::Place& place = flow.place(flow.states()[state].ways[way]);
    const std::uint32_t next = flow.state_at(place.next);
    return place.bounded || left_aside[next] ? flow.states().size() : next;
  };
  const auto degree = [&](std::uint32_t state) { return left_aside[state] ? 0 : flow.states()[state].ways.size(); };
  return containers::strongly_connected(flow.states().size(), degree, target);
}

// The states on cycles, and for each whether some way leaves its component.
struct Cycle {
  bool on = false, exit = false;
};
std::vector<Cycle> cycles(const Flow& flow, const std::vector<bool>& left_aside) {
  const containers::StronglyConnected found = components(flow, left_aside);
  std::vector<std::uint32_t> sizes(found.count, 0);
  for (const std::uint32_t component : found.component) ++sizes[component];
  std::vector<Cycle> out(flow.states().size());
  for (std::uint32_t i = 0; i < out.size(); ++i) {
    if (left_aside[i]) continue;
    out[i].on = sizes[found.component[i]] > 1;
    for (const Flow::Node way : flow.states()[i].ways) {
      const Flow::Place& place = flow.place(way);
      const std::uint32_t next = flow.state_at(place.next);
      const bool stays = !place.bounded && !left_aside[next] && found.component[next] == found.component[i];
      if (stays && next == i) out[i].on = true;
      if (!stays) out[i].exit = true;
    }
  }
  return out;
}

// One of two guards holds always: `e` and `!e`.
bool complementary(const Expr& a, const Expr& b) {
  const auto* negation = std::get_if<Unary>(&a.node);
  if (negation != nullptr && negation->op == UnaryOp::logical_not && text(*negation->arg) == text(b)) return true;
  const auto* left = std::get_if<Binary>(&a.node);
  const auto* right = std::get_if<Binary>(&b.node);
  if (left == nullptr || right == nullptr) return false;
  const auto opposite = [&](BinaryOp one, BinaryOp other) { return left->op == one && right->op == other; };
  return (opposite(BinaryOp::eq, BinaryOp::ne) || opposite(BinaryOp::lt, BinaryOp::ge) ||
          opposite(BinaryOp::le, BinaryOp::gt)) &&
         text(*left->left) == text(*right->left) && text(*left->right) == text(*right->right);
}

}  // namespace

std::uint32_t most_processes(const Specification& specification) {
  std::uint64_t count = 0;
  std::set<const Process*> started;
  each_expression(specification, [&](const Expr& expr) {
    if (const auto* run = std::get_if<Run>(&expr.node)) started.insert(run->process);
  });
  for (const auto& process : specification.processes) {
    const bool lives = process->kind == ProcessKind::proctype || process->kind == ProcessKind::init;
    if (!lives) continue;
    count += process->active;
    const Flow flow(*process);
    const std::vector<Cycle> on_cycles = cycles(flow, std::vector<bool>(flow.states().size(), false));
    for (std::uint32_t i = 0; i < flow.states().size(); ++i) {
      for (const Flow::Node way : flow.states()[i].ways) {
        const auto* statement = flow.place(way).stmt;
        std::uint32_t runs = 0;
        const auto look = [&](const Expr& expr) { runs += std::holds_alternative<Run>(expr.node) ? 1 : 0; };
        if (const auto* expression = std::get_if<Expression>(&statement->node)) each_expression(expression->expr, look);
        if (const auto* assign = std::get_if<Assign>(&statement->node)) each_expression(assign->value, look);
        const bool again = on_cycles[i].on || started.contains(process.get()) || flow.place(way).loop != nullptr;
        if (runs != 0 && again) return most_pids;
        count += std::uint64_t{runs} * std::max<std::uint32_t>(process->active, 1);
      }
    }
  }
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(count, most_pids));
}

// ---------------------------------------------------------------- properties

Relevance::Relevance(const Specification& specification, const SliceQuestion& question, std::uint32_t processes)
    : data_(specification), faults_(specification, processes), runs_matter_(question.runs) {
  look_for_features(specification, question, processes);
  judged_.reserve(specification.processes.size());
  for (const auto& process : specification.processes) judged_.emplace_back(*process);
  for (Judged& process : judged_) begin(process, question);
  for (const ExprPtr* expr : question.expressions) {
    Datums read;
    data_.read(*expr, read);
    add_all(read);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (Judged& process : judged_) changed = propagate(process) || changed;
    for (const auto& symbol : specification.symbols) {
      if (!is(Data::variable(*symbol))) continue;
      Datums initial;
      data_.read(symbol->initial, initial);
      changed = add_all(initial) || changed;
    }
  }
}

void Relevance::look_for_features(const Specification& specification, const SliceQuestion& question,
                                  std::uint32_t processes) {
  bool names = false;  // a property refers to a pid
  std::uint32_t starts = 0;
  std::uint32_t plain_starts = 0;
  const auto look = [&](const Expr& expr) {
    if (const auto* builtin = std::get_if<Builtin>(&expr.node)) {
      if (builtin->what == Predefined::timeout || builtin->what == Predefined::nr_pr) runs_matter_ = true;
      if (builtin->what == Predefined::pid) names = true;
    }
    if (const auto* label = std::get_if<RemoteLabel>(&expr.node)) {
      kept_in_shape_.insert(label->process);
      ends_matter_ = true;
    }
    if (std::holds_alternative<RemoteVariable>(expr.node)) ends_matter_ = true;
    if (std::holds_alternative<Run>(expr.node)) ++starts;
  };
  each_expression(specification, look);
  for (const ExprPtr* expr : question.expressions) each_expression(*expr, look);
  for (const auto& process : specification.processes) {
    const bool accepts = question.accept_labels && any_label(*process, "accept");
    const bool progresses = question.progress_labels && any_label(*process, "progress");
    if (accepts || progresses) kept_in_shape_.insert(process.get());
    each_statement(process->body, [&](const Stmt& stmt) {
      if (std::holds_alternative<Exclusive>(stmt.node)) exclusive_ = true;
      const auto* expression = std::get_if<Expression>(&stmt.node);
      if (expression != nullptr && std::holds_alternative<Run>(expression->expr->node)) ++plain_starts;
    });
  }
  // A process that ends makes room, and frees a pid, for those that are started later.
  const bool numbered = starts != 0 && (names || starts != plain_starts || processes >= most_pids);
  if (numbered || runs_matter_) ends_matter_ = true;
}

bool Relevance::is_asked(const Stmt& stmt, const SliceQuestion& question) const {
  const bool prints = std::holds_alternative<Printf>(stmt.node) || std::holds_alternative<Printm>(stmt.node);
  const bool on_channel = std::holds_alternative<Send>(stmt.node) || std::holds_alternative<Receive>(stmt.node);
  return (question.assertions && std::holds_alternative<Assert>(stmt.node)) || (question.output && prints) ||
         (exclusive_ && on_channel);
}

// What matters whatever else does.
void Relevance::begin(Judged& it, const SliceQuestion& question) {
  const Flow& flow = it.flow;
  const Process& process = flow.process();
  const StepEffects effects(data_, faults_);
  const std::size_t nodes = flow.places().size();
  it.step.assign(nodes, false);
  it.state.assign(flow.states().size(), false);
  it.around.resize(nodes);
  for (const Flow::Place& place : flow.places()) it.effects.push_back(effects.of(place));
  for (std::uint32_t i = 0; i < flow.states().size(); ++i) {
    it.may_block.push_back(may_block(it, flow.states()[i]));
    for (const Node node : flow.states()[i].passed) it.around[node].push_back(i);
  }
  // A loop that is the target of a jump from outside is kept.
  each_statement(process.body, [&](const Stmt& stmt) {
    const auto* jump = std::get_if<Goto>(&stmt.node);
    const Stmt* loop = jump == nullptr ? nullptr : flow.place(flow.entry(*jump->target)).loop;
    if (loop != nullptr) mark_step(it, flow.entry(*loop));
  });
  const bool everything = process.provided != nullptr || process.deterministic;
  if (process.provided != nullptr) {
    Datums read;
    data_.read(process.provided, read);
    add_all(read);
  }
  for (Node node = 0; node < nodes; ++node) {
    const Flow::Place& place = flow.place(node);
    const StepEffect& effect = it.effects[node];
    const bool lasts = effect.lasting || effect.can_fail || (place.stmt != nullptr && is_asked(*place.stmt, question));
    if (place.step && (lasts || everything || place.escapable)) mark_step(it, node);
    if (place.stmt != nullptr && (is_marked(*place.stmt) || std::holds_alternative<Unless>(place.stmt->node))) {
      for (const std::uint32_t state : it.around[flow.entry(*place.stmt)]) mark_state(it, state);
    }
  }
  const std::vector<Cycle> on_cycles = cycles(flow, std::vector<bool>(it.state.size(), false));
  for (std::uint32_t i = 0; i < it.state.size(); ++i) {
    const Flow::Place& place = flow.place(flow.states()[i].node);
    const bool at_end = flow.states()[i].ways.empty();
    // No other process moves while an indivisible sequence goes around, and inside d_step blocking is a fault.
    const bool holds_up = place.atomic && on_cycles[i].on;
    const bool stuck = place.d_step && it.may_block[i];
    if (everything || kept_in_shape_.contains(&process) || holds_up || stuck || (at_end && ends_matter_)) {
      mark_state(it, i);
    }
  }
}

bool Relevance::may_block(const Judged& it, const Flow::State& state) const {
  for (const Node way : state.ways) {
    if (!it.effects[way].can_block) return false;
  }
  for (const Node one : state.ways) {
    const auto* a = std::get_if<Expression>(&it.flow.place(one).stmt->node);
    if (a == nullptr) continue;
    for (const Node other : state.ways) {
      const auto* b = std::get_if<Expression>(&it.flow.place(other).stmt->node);
      if (b != nullptr && complementary(*a->expr, *b->expr)) return false;
    }
  }
  return !state.ways.empty();
}

// ---------------------------------------------------------------- the fixpoint

bool Relevance::add(const Datum& object) { return objects_.insert(object).second; }

bool Relevance::add_all(const Datums& objects) {
  bool changed = false;
  for (const Datum& object : objects) changed = add(object) || changed;
  return changed;
}

bool Relevance::mark_step(Judged& it, Node node) {
  if (it.step[node]) return false;
  it.step[node] = true;
  for (const std::uint32_t state : it.around[node]) mark_state(it, state);
  return true;
}

// The enabled steps of such a state can be observed: their conditions are relevant.
bool Relevance::mark_state(Judged& it, std::uint32_t state) {
  if (it.state[state]) return false;
  it.state[state] = true;
  const Flow::State& at = it.flow.states()[state];
  for (const Node way : at.ways) {
    if (it.effects[way].can_block) mark_step(it, way);
  }
  return true;
}

bool Relevance::propagate(Judged& it) {
  bool changed = spread_steps(it);
  changed = mark_loops(it) || changed;
  changed = mark_blocking(it) || changed;
  changed = mark_decisions(it) || changed;
  changed = mark_endless(it) || changed;
  find_first(it);
  return changed;
}

bool Relevance::spread_steps(Judged& it) {
  bool changed = false;
  for (Node node = 0; node < it.step.size(); ++node) {
    const StepEffect& effect = it.effects[node];
    const auto relevant = [this](const Datum& object) { return is(object); };
    if (std::any_of(effect.writes.begin(), effect.writes.end(), relevant)) changed = mark_step(it, node) || changed;
    if (!it.step[node]) continue;
    changed = add_all(effect.reads) || changed;
    for (const auto& [into, from] : effect.carries) {
      if (is(into)) changed = add(from) || changed;
    }
  }
  return changed;
}

// A loop over numbers is kept as one thing, or not at all.
bool Relevance::mark_loops(Judged& it) {
  bool changed = false;
  std::set<const Stmt*> kept;
  const auto keep = [&](const Stmt* loop) {
    while (loop != nullptr && kept.insert(loop).second) loop = it.flow.place(it.flow.entry(*loop)).loop;
  };
  for (Node node = 0; node < it.step.size(); ++node) {
    const Flow::Place& place = it.flow.place(node);
    const std::uint32_t state = it.flow.state_at(node);
    const bool relevant = it.step[node] || (state != Flow::none && it.state[state]);
    if (!relevant) continue;
    keep(place.loop);
    if (place.part != Flow::Part::whole && place.part != Flow::Part::end && place.part != Flow::Part::init) {
      keep(place.stmt);
    }
    if (place.part == Flow::Part::init && it.step[node]) keep(place.stmt);
  }
  for (Node node = 0; node < it.step.size(); ++node) {
    const Flow::Place& place = it.flow.place(node);
    const bool part = place.part != Flow::Part::whole && place.part != Flow::Part::end;
    if (part && place.step && kept.contains(place.stmt)) changed = mark_step(it, node) || changed;
  }
  return changed;
}

// For each state that is not relevant, the one relevant state that comes first.
void Relevance::find_first(Judged& it) const {
  const auto& states = it.flow.states();
  constexpr std::uint32_t unknown = Flow::none;
  std::vector<bool> reaches = it.state;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = states.size(); i-- > 0;) {  // those before are mostly met before
      if (reaches[i]) continue;
      for (const Node way : states[i].ways) {
        if (reaches[it.flow.state_at(it.flow.place(way).next)]) reaches[i] = changed = true;
      }
    }
  }
  it.first.assign(states.size(), unknown);
  for (std::uint32_t i = 0; i < states.size(); ++i) {
    if (!reaches[i]) it.first[i] = Judged::nowhere;
    if (it.state[i]) it.first[i] = i;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = states.size(); i-- > 0;) {
      if (it.state[i] || !reaches[i] || it.first[i] == Judged::many) continue;
      std::uint32_t met = it.first[i];
      for (const Node way : states[i].ways) {
        const std::uint32_t there = it.first[it.flow.state_at(it.flow.place(way).next)];
        if (there == unknown || there == met) continue;
        met = met == unknown ? there : Judged::many;
      }
      if (met == it.first[i]) continue;
      it.first[i] = met;
      changed = true;
    }
  }
}

bool Relevance::mark_blocking(Judged& it) {
  find_first(it);
  bool changed = false;
  for (std::uint32_t i = 0; i < it.state.size(); ++i) {
    const bool depended_on = runs_matter_ || it.first[i] != Judged::nowhere;
    if (it.may_block[i] && depended_on) changed = mark_state(it, i) || changed;
  }
  return changed;
}

// Where ways part that lead to different relevant states first: those of which that is known whatever else is found
// out; if there are none, one that has a way of which it is known.
bool Relevance::mark_decisions(Judged& it) {
  for (bool changed = false;; changed = true) {
    find_first(it);
    bool sure = false;
    std::uint32_t chosen = Flow::none;
    for (std::uint32_t i = 0; i < it.state.size(); ++i) {
      if (it.state[i] || it.first[i] != Judged::many) continue;
      std::set<std::uint32_t> known;
      for (const Node way : it.flow.states()[i].ways) {
        const std::uint32_t there = it.first[it.flow.state_at(it.flow.place(way).next)];
        if (there != Judged::many) known.insert(there);
      }
      if (!known.empty()) chosen = i;
      if (known.size() > 1) sure = mark_state(it, i);
    }
    if (chosen == Flow::none) return changed;
    if (!sure) mark_state(it, chosen);
  }
}

// Quiet states on a cycle that can be left: when it is left has to be known.
bool Relevance::mark_endless(Judged& it) {
  find_first(it);
  std::vector<bool> aside = it.state;
  for (std::uint32_t i = 0; i < aside.size(); ++i) aside[i] = aside[i] || it.first[i] == Judged::nowhere;
  const std::vector<Cycle> on_cycles = cycles(it.flow, aside);
  bool changed = false;
  for (std::uint32_t i = 0; i < it.state.size(); ++i) {
    if (!aside[i] && on_cycles[i].on && on_cycles[i].exit) changed = mark_state(it, i) || changed;
  }
  return changed;
}

// ---------------------------------------------------------------- answers

Relevance::Fate Relevance::Judged::fate(Node node) const {
  Fate fate = Fate::unreached;
  for (const std::uint32_t i : around[node]) {
    if (state[i]) return Fate::relevant;
    fate = first[i] == nowhere ? Fate::aimless : Fate::quiet;
  }
  return fate;
}

std::uint32_t Relevance::Judged::leads_to(Node node) const {
  const std::uint32_t at = flow.state_at(node);
  return at == Flow::none ? Flow::none : first[at];
}

}  // namespace waymark::promela
