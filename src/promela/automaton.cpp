#include "promela/automaton.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.hpp"
#include "base/diagnostics.hpp"
#include "promela/cases.hpp"
#include "promela/text.hpp"

namespace waymark::promela {

namespace {

const Number* as_number(const Expr& expr) { return std::get_if<Number>(&expr.node); }

bool runs_a_process(const Expr& expr) {
  return std::visit(
      Cases{
          [](const Run&) { return true; },
          [](const Unary& unary) { return runs_a_process(*unary.arg); },
          [](const Binary& binary) { return runs_a_process(*binary.left) || runs_a_process(*binary.right); },
          [](const Conditional& node) {
            return runs_a_process(*node.condition) || runs_a_process(*node.then) || runs_a_process(*node.otherwise);
          },
          [](const auto&) { return false; },
      },
      expr.node);
}

bool is_skip(const Stmt& stmt) {
  const auto* expression = std::get_if<Expression>(&stmt.node);
  const Number* number = expression == nullptr ? nullptr : as_number(*expression->expr);
  return number != nullptr && number->value == 1;
}

bool is_idle(const Stmt& stmt) {
  return stmt.labels.empty() &&
         (is_skip(stmt) || std::holds_alternative<Printf>(stmt.node) || std::holds_alternative<Printm>(stmt.node));
}

}  // namespace

Automaton::Automaton(Program& program, Coder& coder, const Process& process,
                     const std::unordered_set<const Stmt*>& named)
    : program_(&program), coder_(&coder), process_(&process), named_(&named) {}

// ---------------------------------------------------------------- making nodes

Automaton::Node* Automaton::make(Kind kind, const Position& at) {
  Node& node = nodes_.emplace_back();
  node.kind = kind;
  node.at = at;
  if (kind == Kind::join) {
    node.step.action = static_cast<std::uint32_t>(program_->actions.size());
    program_->actions.push_back({"join", at, process_->index, false});
  }
  return &node;
}

void Automaton::number(Node* node) {
  if (by_number_.empty()) by_number_.push_back(nullptr);  // control states count from 1
  if (by_number_.size() > 0xFFF0) {
    throw base::InputError(fmt::format("error: process '{}' has too many statements", process_->name));
  }
  node->number = static_cast<std::uint16_t>(by_number_.size());
  by_number_.push_back(node);
}

Automaton::Node* Automaton::basic(TransitionKind kind, const Position& at, std::string text, Code code,
                                  std::uint32_t operand) {
  Node* node = make(kind == TransitionKind::end ? Kind::end : Kind::basic, at);
  number(node);
  node->step.kind = kind;
  node->step.code = code;
  node->step.operand = operand;
  node->step.action = static_cast<std::uint32_t>(program_->actions.size());
  program_->actions.push_back({std::move(text), at, process_->index, true});
  return node;
}

Automaton::Node* Automaton::jump(const Position& at) {
  Node* node = basic(TransitionKind::skip, at, "goto");
  node->kind = Kind::jump;
  program_->actions.back().counts = false;
  return node;
}

void Automaton::append(Strand& strand, Node* node) {
  if (strand.first == nullptr) {
    strand.first = node;
  } else {
    strand.last->next = node;
  }
  strand.last = node;
  strand.extent = node;
}

// ---------------------------------------------------------------- statements

Automaton::Strand Automaton::strand(const std::vector<const Stmt*>& statements) {
  Strand out;
  for (const Stmt* stmt : statements) {
    Node* node = statement(*stmt, out);
    if (stmt->labels.empty()) continue;
    if (node == nullptr) {
      node = basic(TransitionKind::skip, stmt->at, "(1)");
      append(out, node);
    }
    labelled_[stmt] = node;
    for (const Label& label : stmt->labels) {
      node->flags.end |= label.name.starts_with("end");
      node->flags.progress |= label.name.starts_with("progress");
      node->flags.accept |= label.name.starts_with("accept");
    }
  }
  return out;
}

Automaton::Strand Automaton::strand(const Sequence& statements) {
  std::vector<const Stmt*> all;
  for (const StmtPtr& stmt : statements) all.push_back(stmt.get());
  return strand(all);
}

// Where something must stand, though nothing that was written makes a step.
Automaton::Strand Automaton::filled(Strand strand, const Position& at) {
  if (strand.first == nullptr) append(strand, basic(TransitionKind::skip, at, "(1)"));
  return strand;
}

// Spin drops a skip that stands behind another idle statement, unless it opens or closes its option.
std::vector<const Stmt*> Automaton::pruned(const Sequence& option) {
  std::vector<const Stmt*> kept;
  for (std::size_t i = 0; i < option.size(); ++i) {
    const bool in_a_run = i > 0 && is_idle(*option[i - 1]);
    const bool inside = i > 0 && i + 1 < option.size();
    if (in_a_run && inside && is_idle(*option[i]) && is_skip(*option[i])) continue;
    kept.push_back(option[i].get());
  }
  return kept;
}

Automaton::Node* Automaton::statement(const Stmt& stmt, Strand& out) {
  const auto options = [&](const std::vector<Sequence>& sequences) {
    std::vector<Strand> made;
    for (const Sequence& sequence : sequences) made.push_back(filled(strand(pruned(sequence)), stmt.at));
    return made;
  };
  const auto leave = [&](const Stmt* target, Node* exit) {
    const bool marked =
        named_->contains(&stmt) || std::any_of(stmt.labels.begin(), stmt.labels.end(), [](const Label& label) {
          return label.name.starts_with("end") || label.name.starts_with("progress") ||
                 label.name.starts_with("accept");
        });
    Node* place = nullptr;
    if (marked) {
      place = basic(TransitionKind::skip, stmt.at, "(1)");
      append(out, place);
    }
    Node* node = jump(stmt.at);
    program_->actions.back().text = text(stmt);
    node->target = target;
    node->exit = exit;
    append(out, node);
    return place != nullptr ? place : node;
  };
  return std::visit(
      Cases{
          [&](const If& node) { return branch(options(node.options), false, nullptr, stmt.at, out); },
          [&](const Do& node) {
            Node* exit = make(Kind::join, stmt.at);
            exits_.push_back(exit);
            auto made = options(node.options);
            exits_.pop_back();
            return branch(std::move(made), true, exit, stmt.at, out);
          },
          [&](const Goto& node) { return leave(node.target, nullptr); },
          [&](const Break&) { return leave(nullptr, exits_.back()); },
          [&](const Atomic& node) { return enclosed(Kind::atomic, node.body, stmt.at, out); },
          [&](const DStep& node) { return enclosed(Kind::dstep, node.body, stmt.at, out); },
          [&](const Block& node) { return enclosed(Kind::group, node.body, stmt.at, out); },
          [&](const Unless& node) { return unless(node, stmt.at, out); },
          [&](const ForRange& node) {
            const Code start = coder_->assignment(node.index, *node.from);
            return for_range(stmt, node.index, start, coder_->compare(node.index, BinaryOp::le, *node.to), node.body,
                             out);
          },
          [&](const ForArray& node) {
            const auto last = static_cast<std::int32_t>(node.array.last().count) - 1;
            const Code start = coder_->set_number(node.index, 0);
            return for_range(stmt, node.index, start, coder_->compare(node.index, BinaryOp::le, last), node.body, out);
          },
          [&](const ForChannel& node) { return for_channel(stmt, node, out); },
          [&](const Select& node) { return select(stmt, node, out); },
          [&](const Exclusive&) -> Node* { return nullptr; },
          [&](const Declare& node) -> Node* {
            if (!node.assigns) return nullptr;
            Node* made = basic(TransitionKind::effect, stmt.at, text(stmt), coder_->declaration(*node.symbol));
            append(out, made);
            return made;
          },
          [&](const auto&) {
            Node* made = simple(stmt);
            append(out, made);
            return made;
          },
      },
      stmt.node);
}

Automaton::Node* Automaton::simple(const Stmt& stmt) {
  const auto make_basic = [&](TransitionKind kind, Code code, std::uint32_t operand = 0) {
    return basic(kind, stmt.at, text(stmt), code, operand);
  };
  const bool in_trace = process_->kind == ProcessKind::trace || process_->kind == ProcessKind::notrace;
  return std::visit(
      Cases{
          [&](const Expression& node) {
            const Number* number = as_number(*node.expr);
            if (number != nullptr && number->value != 0) return make_basic(TransitionKind::skip, 0);
            const TransitionKind kind = runs_a_process(*node.expr) ? TransitionKind::launch : TransitionKind::condition;
            Node* made = make_basic(kind, coder_->value(*node.expr));
            made->never = number != nullptr;
            return made;
          },
          [&](const Assign& node) {
            return make_basic(TransitionKind::effect, coder_->assignment(node.target, *node.value));
          },
          [&](const Increment& node) {
            return make_basic(TransitionKind::effect, coder_->add_to(node.target, node.by));
          },
          [&](const Send& node) {
            return make_basic(TransitionKind::send, 0, in_trace ? coder_->send_pattern(node) : coder_->send(node));
          },
          [&](const Receive& node) { return make_basic(TransitionKind::receive, 0, coder_->receive(node)); },
          [&](const Else&) { return make_basic(TransitionKind::otherwise, 0); },
          [&](const Assert& node) { return make_basic(TransitionKind::effect, coder_->assertion(*node.condition)); },
          [&](const Printf& node) { return make_basic(TransitionKind::effect, coder_->print(node)); },
          [&](const Printm& node) { return make_basic(TransitionKind::effect, coder_->print(node)); },
          [&](const SetPriority& node) { return make_basic(TransitionKind::effect, coder_->priority(node)); },
          [&](const auto&) -> Node* {
            CHECK(false && "a simple statement");
            return nullptr;
          },
      },
      stmt.node);
}

// if: the selection, then the join where its options meet. do: the join in front, the selection, the exit.
Automaton::Node* Automaton::branch(std::vector<Strand> options, bool loops, Node* exit, const Position& at,
                                   Strand& out) {
  // An else is tried last wherever it was written.
  std::stable_partition(options.begin(), options.end(), [](const Strand& option) {
    return option.first->kind != Kind::basic || option.first->step.kind != TransitionKind::otherwise;
  });
  Node* node = make(Kind::branch, at);
  number(node);
  Node* join = make(Kind::join, at);
  number(join);
  for (Strand& option : options) {
    option.last->next = join;
    option.last = join;
  }
  node->inner = std::move(options);
  if (loops) {
    append(out, join);
    append(out, node);
    number(exit);
    append(out, exit);
  } else {
    append(out, node);
    append(out, join);
  }
  return node;
}

Automaton::Node* Automaton::enclosed(Kind kind, const Sequence& body, const Position& at, Strand& out) {
  const Strand inner = filled(strand(body), at);
  if (kind != Kind::group) make_atomic(inner, kind == Kind::dstep);
  Node* node = make(kind, at);
  number(node);
  if (kind == Kind::dstep) {
    node->step.kind = TransitionKind::dstep;
    node->step.action = static_cast<std::uint32_t>(program_->actions.size());
    program_->actions.push_back({"d_step", at, process_->index, false});
  }
  node->inner.push_back(inner);
  append(out, node);
  return node;
}

Automaton::Node* Automaton::unless(const Unless& unless, const Position& at, Strand& out) {
  const auto part = [this](const Stmt& stmt) {
    // Braces around a part are the part's own.
    if (const auto* block = std::get_if<Block>(&stmt.node); block != nullptr && stmt.labels.empty()) {
      return filled(strand(block->body), stmt.at);
    }
    return filled(strand(std::vector<const Stmt*>{&stmt}), stmt.at);
  };
  Strand main = part(*unless.main);
  Strand escape = part(*unless.escape);
  Node* node = make(Kind::unless, at);
  number(node);
  Node* join = make(Kind::join, at);
  number(join);
  for (Strand* strand : {&main, &escape}) {
    strand->last->next = join;
    strand->last = join;
  }
  attach_escape(main, escape.first);
  node->inner = {main, escape};
  append(out, node);
  append(out, join);
  return node;
}

// ---------------------------------------------------------------- loops that Spin rewrites

Automaton::Strand Automaton::otherwise_leave(Node* exit, const Position& at) {
  Strand option;
  append(option, basic(TransitionKind::otherwise, at, "else"));
  Node* node = jump(at);
  node->exit = exit;
  append(option, node);
  return option;
}

// i = from; do :: i <= to -> body; i++ :: else -> break od
Automaton::Node* Automaton::for_range(const Stmt& stmt, const Ref& index, Code start, Code test, const Sequence& body,
                                      Strand& out) {
  const std::string head = text(stmt);
  append(out, basic(TransitionKind::effect, stmt.at, head, start));
  Node* exit = make(Kind::join, stmt.at);
  exits_.push_back(exit);
  Strand round;
  append(round, basic(TransitionKind::condition, stmt.at, head, test));
  if (const Strand inner = strand(body); inner.first != nullptr) {
    round.last->next = inner.first;
    round.last = inner.last;
  }
  append(round, basic(TransitionKind::effect, stmt.at, head, coder_->add_to(index, 1)));
  exits_.pop_back();
  std::vector<Strand> options;
  options.push_back(round);
  options.push_back(otherwise_leave(exit, stmt.at));
  return branch(std::move(options), true, exit, stmt.at, out);
}

// t = 0; do :: t < len(q) -> q?m; q!m; body; t++ :: else -> break od
Automaton::Node* Automaton::for_channel(const Stmt& stmt, const ForChannel& loop, Strand& out) {
  const Ref counter = Coder::reference(*loop.counter);
  const std::string head = text(stmt);
  append(out, basic(TransitionKind::effect, stmt.at, head, coder_->set_number(counter, 0)));
  Node* exit = make(Kind::join, stmt.at);
  exits_.push_back(exit);
  Strand round;
  append(round, basic(TransitionKind::condition, stmt.at, head, coder_->below_length(counter, loop.channel)));
  append(round, basic(TransitionKind::receive, stmt.at, head, 0, coder_->receive_record(loop.channel, loop.message)));
  append(round, basic(TransitionKind::send, stmt.at, head, 0, coder_->send_record(loop.channel, loop.message)));
  if (const Strand inner = strand(loop.body); inner.first != nullptr) {
    round.last->next = inner.first;
    round.last = inner.last;
  }
  append(round, basic(TransitionKind::effect, stmt.at, head, coder_->add_to(counter, 1)));
  exits_.pop_back();
  std::vector<Strand> options;
  options.push_back(round);
  options.push_back(otherwise_leave(exit, stmt.at));
  return branch(std::move(options), true, exit, stmt.at, out);
}

// Between two numbers not far apart: if :: i = a :: … :: i = b fi.
// Otherwise: i = a; do :: break :: i < b -> i++ od.
Automaton::Node* Automaton::select(const Stmt& stmt, const Select& select, Strand& out) {
  constexpr std::int32_t far_apart = 32;
  const std::string head = text(stmt);
  const Number* from = as_number(*select.from);
  const Number* to = as_number(*select.to);
  std::vector<Strand> options;
  if (from != nullptr && to != nullptr && from->value >= 0 && to->value >= from->value &&
      to->value - from->value <= far_apart) {
    for (std::int32_t i = from->value; i <= to->value; ++i) {
      append(options.emplace_back(),
             basic(TransitionKind::effect, stmt.at, head, coder_->set_number(select.target, i)));
    }
    return branch(std::move(options), false, nullptr, stmt.at, out);
  }
  append(out, basic(TransitionKind::effect, stmt.at, head, coder_->assignment(select.target, *select.from)));
  Node* exit = make(Kind::join, stmt.at);
  Strand round;
  append(round,
         basic(TransitionKind::condition, stmt.at, head, coder_->compare(select.target, BinaryOp::lt, *select.to)));
  append(round, basic(TransitionKind::effect, stmt.at, head, coder_->add_to(select.target, 1)));
  Strand stop;
  Node* leave = jump(stmt.at);
  leave->exit = exit;
  append(stop, leave);
  options.push_back(stop);
  options.push_back(round);
  return branch(std::move(options), true, exit, stmt.at, out);
}

// ---------------------------------------------------------------- atomicity, escapes, connections

void Automaton::walk_atomic(const Strand& strand, bool dstep) {
  for (Node* node = strand.first;; node = node->next) {
    node->atom = true;
    node->in_dstep |= dstep;
    // An atomic inside another is nothing of its own; so is a d_step inside a d_step.
    if (node->kind == Kind::atomic || (node->kind == Kind::dstep && dstep)) node->kind = Kind::group;
    if (node->kind != Kind::dstep) {
      for (const Strand& inner : node->inner) walk_atomic(inner, dstep);
    }
    if (node == strand.last) break;
  }
}

void Automaton::make_atomic(const Strand& strand, bool dstep) {
  walk_atomic(strand, dstep);
  Node* last = strand.last;
  switch (last->kind) {
    case Kind::group:
    case Kind::atomic:
      make_atomic(last->inner.front(), dstep);
      break;
    default:
      last->atom = false;
      last->last_atom = true;
      break;
  }
}

// A jump out of an atomic sequence ends it; one from its end into another goes on.
void Automaton::patch_jumps() {
  for (Node& node : nodes_) {
    if (node.kind != Kind::jump || !(node.atom || node.last_atom)) continue;
    const Node* target = jump_target(node);
    node.atom = target->atom || target->last_atom;
    node.last_atom = !node.atom;
  }
}

void Automaton::attach_escape(const Strand& main, Node* escape) {
  for (Node* node = main.first;; node = node->next) {
    // Spin lets nobody escape from a jump or a join, should it be a step of its own.
    if (node->kind != Kind::jump && node->kind != Kind::join) node->escapes.insert(node->escapes.begin(), escape);
    if (node->kind != Kind::dstep) {  // nothing interferes inside
      for (const Strand& inner : node->inner) attach_escape(inner, escape);
    }
    if (node == main.extent) break;
  }
}

// What is inside braces goes on behind them.
void Automaton::connect(const Strand& strand) {
  for (Node* node = strand.first;; node = node->next) {
    if (node->kind == Kind::group || node->kind == Kind::atomic || node->kind == Kind::dstep) {
      node->inner.front().last->next = node->next;
    }
    for (const Strand& inner : node->inner) connect(inner);
    if (node->kind == Kind::group || node->kind == Kind::atomic || node->kind == Kind::branch) {
      for (const Strand& inner : node->inner) before_[start_of(inner.first)] = node;
    }
    if (node == strand.last) break;
  }
}

Automaton::Node* Automaton::jump_target(const Node& node) const {
  return node.exit != nullptr ? node.exit : labelled_.at(node.target);
}

// Where control comes to rest on its way to a node: jumps and joins are followed, unless that would leave an atomic
// sequence, which takes a step.
Automaton::Node* Automaton::resolve(Node* node, bool from_atom) const {
  for (std::size_t hops = 0; hops <= nodes_.size(); ++hops) {
    Node* further = nullptr;
    if (node->kind == Kind::jump) {
      further = jump_target(*node);
    } else if (node->kind == Kind::join) {
      further = node->next;
    } else if (node->kind == Kind::unless) {
      further = resolve(node->inner.front().first, from_atom);
    }
    if (further == nullptr || (from_atom && !further->atom)) return node;
    node = further;
  }
  throw base::InputError(fmt::format("{}:{}: error: this goto leads back to itself",
                                     program_->specification->files[node->at.file], node->at.line));
}

Automaton::Node* Automaton::start_of(Node* node) {
  for (;;) {
    if (node->kind == Kind::join && node->next != nullptr) {
      node = node->next;
    } else if (node->kind == Kind::unless) {
      node = node->inner.front().first;
    } else {
      return node;
    }
  }
}

// ---------------------------------------------------------------- transitions

void Automaton::ways_of(Node* node, Flags inherited, bool pulled, std::vector<Way>& out) {
  if (pulled) inherited.add(node->flags);
  const auto add = [&](TransitionInfo info, Node* target) {
    info.atomic = node->atom;
    if (target != nullptr) {
      info.target = target->number;
      target->flags.add(inherited);
    }
    out.push_back({info, node});
  };
  switch (node->kind) {
    case Kind::basic:
      add(node->step, resolve(node->next, node->atom));
      break;
    case Kind::jump:
      add(node->step, resolve(jump_target(*node), node->atom));
      break;
    case Kind::join:
      if (node->next != nullptr) add(node->step, resolve(node->next, node->atom));
      break;
    case Kind::end:
      add(node->step, nullptr);
      break;
    case Kind::dstep: {
      TransitionInfo info = node->step;
      info.operand = start_of(node->inner.front().first)->number;
      add(info, nullptr);
      break;
    }
    case Kind::branch:
    case Kind::group:
    case Kind::atomic:
      for (const Strand& option : node->inner) {
        Node* start = start_of(option.first);
        if (node->kind == Kind::branch && start->never && start->escapes.empty()) continue;
        ways_of(start, inherited, true, out);
      }
      break;
    case Kind::unless:
      break;  // nobody ever stands there
  }
}

// In front of a state's own ways come those of the escapes that cover them: outermost first, each in reverse.
void Automaton::add_escapes(std::vector<std::vector<Way>>& ways) const {
  for (auto& own : ways) {
    std::vector<Way> front;
    const auto is_there = [&](const Node* of) {
      const auto same = [of](const Way& way) { return way.of == of; };
      return std::any_of(front.begin(), front.end(), same) || std::any_of(own.begin(), own.end(), same);
    };
    for (const Way& way : own) {
      const auto& escapes = way.of->escapes;
      for (auto escape = escapes.rbegin(); escape != escapes.rend(); ++escape) {
        const std::uint16_t state = resolve(*escape, way.of->atom)->number;
        for (const Way& out : ways[state]) {
          if (is_there(out.of)) continue;
          Way copy = out;
          copy.info.escape = state;
          front.insert(front.begin(), copy);
        }
      }
    }
    own.insert(own.begin(), front.begin(), front.end());
  }
}

void Automaton::build(ProcessType& type) {
  Strand body = strand(process_->body);
  Node* end = basic(TransitionKind::end, process_->end, "-end-");
  end->flags.end = true;
  append(body, end);
  connect(body);
  patch_jumps();

  std::vector<std::vector<Way>> ways(by_number_.size());
  for (std::size_t i = 1; i < by_number_.size(); ++i) ways_of(by_number_[i], {}, false, ways[i]);
  for (const Node* node : by_number_) {
    if (node != nullptr && node->kind == Kind::join && node->flags.end && node->next != nullptr) {
      resolve(node->next, node->atom)->flags.end = true;
    }
  }
  add_escapes(ways);

  type.first_state = static_cast<std::uint32_t>(program_->states.size());
  type.state_count = static_cast<std::uint32_t>(ways.size());
  type.start = resolve(body.first, body.first->atom)->number;
  for (std::size_t i = 0; i < ways.size(); ++i) {
    ControlState state;
    state.first = static_cast<std::uint32_t>(program_->transitions.size());
    state.count = static_cast<std::uint32_t>(ways[i].size());
    if (state.count > most_ways) {
      throw base::InputError(
          fmt::format("error: process '{}' has a selection with more than {} options", process_->name, most_ways));
    }
    if (const Node* node = by_number_[i]; node != nullptr) {
      state.proper_end = node->flags.end;
      state.progress = node->flags.progress;
      state.accept = node->flags.accept;
      state.inside_dstep = node->in_dstep;
    }
    for (const Way& way : ways[i]) program_->transitions.push_back(way.info);
    program_->states.push_back(state);
  }
}

std::uint16_t Automaton::label_state(const Stmt* target) const {
  const Node* node = labelled_.at(target);
  for (auto outer = before_.find(node); outer != before_.end(); outer = before_.find(node)) node = outer->second;
  return node->number;
}

}  // namespace waymark::promela
