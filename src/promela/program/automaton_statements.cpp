// From statements to nodes: one way of making them for each kind of statement.
#include <fmt/format.h>

#include <algorithm>

#include "base/check.hpp"
#include "promela/program/automaton.hpp"
#include "promela/syntax/build.hpp"
#include "promela/syntax/cases.hpp"
#include "promela/syntax/text.hpp"
#include "promela/syntax/walk.hpp"

namespace waymark::promela {

namespace {

const Number* as_number(const Expr& expr) { return std::get_if<Number>(&expr.node); }

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

Automaton::Strand Automaton::strand(const std::vector<const Stmt*>& statements) {
  Strand out;
  const std::uint32_t around = statement_;
  for (const Stmt* stmt : statements) {
    statement_ = stmt->number;
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
  statement_ = around;
  return out;
}

Automaton::Strand Automaton::strand(const Sequence& statements) {
  std::vector<const Stmt*> all;
  all.reserve(statements.size());
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
    made.reserve(sequences.size());
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
  return std::visit(Cases{
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
                          const Piece start{coder_->assignment(node.index, *node.from), text(*node.from)};
                          const Piece test{coder_->compare(node.index, BinaryOp::le, *node.to), text(*node.to)};
                          return for_range(stmt, node.index, start, test, node.body, out);
                        },
                        [&](const ForArray& node) {
                          const auto last = static_cast<std::int32_t>(node.array.last().count) - 1;
                          const Piece start{coder_->assignment(node.index, *make_number(stmt.at, 0)), "0"};
                          const Piece test{coder_->compare(node.index, BinaryOp::le, *make_number(stmt.at, last)),
                                           fmt::format("{}", last)};
                          return for_range(stmt, node.index, start, test, node.body, out);
                        },
                        [&](const ForChannel& node) { return for_channel(stmt, node, out); },
                        [&](const Select& node) { return select(stmt, node, out); },
                        [&](const Exclusive&) -> Node* { return nullptr; },
                        [&](const Declare& node) -> Node* {
                          if (!node.assigns) return nullptr;
                          Node* made =
                              basic(TransitionKind::effect, stmt.at, text(stmt), coder_->declaration(*node.symbol));
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
    Node* const made = basic(kind, stmt.at, text(stmt), code, operand);
    program_->actions.back().written = stmt.written;
    return made;
  };
  const bool in_trace = process_->kind == ProcessKind::trace || process_->kind == ProcessKind::notrace;
  return std::visit(
      Cases{
          [&](const Expression& node) {
            const Number* number = as_number(*node.expr);
            if (number != nullptr && number->value != 0) return make_basic(TransitionKind::skip, 0);
            const TransitionKind kind = starts_process(node.expr) ? TransitionKind::launch : TransitionKind::condition;
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
          [&](const Receive& node) {
            return make_basic(TransitionKind::receive, 0,
                              coder_->receive(node.channel, node.random, node.copy, node.args));
          },
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

// do :: round; body; advance :: else -> break od
Automaton::Node* Automaton::for_loop(const Stmt& stmt, Strand round, const Sequence& body, const Piece& advance,
                                     Node* exit, Strand& out) {
  exits_.push_back(exit);
  const Strand inner = strand(body);
  exits_.pop_back();
  if (inner.first != nullptr) {
    round.last->next = inner.first;
    round.last = inner.last;
  }
  append(round, basic(TransitionKind::effect, stmt.at, advance.text, advance.code));
  Strand leave;
  append(leave, basic(TransitionKind::otherwise, stmt.at, "else"));
  append(leave, jump(stmt.at));
  leave.last->exit = exit;
  return branch({round, leave}, true, exit, stmt.at, out);
}

// i = from; do :: i <= to -> body; i++ :: else -> break od
Automaton::Node* Automaton::for_range(const Stmt& stmt, const Ref& index, const Piece& start, const Piece& test,
                                      const Sequence& body, Strand& out) {
  const std::string name = text(index);
  append(out, basic(TransitionKind::effect, stmt.at, fmt::format("{} = {}", name, start.text), start.code));
  Node* exit = make(Kind::join, stmt.at);
  Strand round;
  append(round, basic(TransitionKind::condition, stmt.at, fmt::format("({}<={})", name, test.text), test.code));
  return for_loop(stmt, round, body, {coder_->add_to(index, 1), fmt::format("{0} = ({0}+1)", name)}, exit, out);
}

// t = 0; do :: t < len(q) -> q?m; q!m; body; t++ :: else -> break od
Automaton::Node* Automaton::for_channel(const Stmt& stmt, const ForChannel& loop, Strand& out) {
  const Ref counter = reference_to(*loop.counter, loop.counter->at);
  const std::string head = text(stmt);
  append(out, basic(TransitionKind::effect, stmt.at, head, coder_->assignment(counter, *make_number(stmt.at, 0))));
  Node* exit = make(Kind::join, stmt.at);
  Strand round;
  append(round, basic(TransitionKind::condition, stmt.at, head, coder_->below_length(counter, loop.channel)));
  append(round, basic(TransitionKind::receive, stmt.at, head, 0, coder_->receive_record(loop.channel, loop.message)));
  append(round, basic(TransitionKind::send, stmt.at, head, 0, coder_->send_record(loop.channel, loop.message)));
  return for_loop(stmt, round, loop.body, {coder_->add_to(counter, 1), head}, exit, out);
}

// Between two numbers not far apart: if :: i = a :: … :: i = b fi.
// Otherwise: i = a; do :: break :: i < b -> i++ od.
Automaton::Node* Automaton::select(const Stmt& stmt, const Select& select, Strand& out) {
  constexpr std::int32_t far_apart = 32;
  const std::string name = text(select.target);
  const Number* from = as_number(*select.from);
  const Number* to = as_number(*select.to);
  std::vector<Strand> options;
  if (from != nullptr && to != nullptr && from->value >= 0 && to->value >= from->value &&
      to->value - from->value <= far_apart) {
    for (std::int32_t i = from->value; i <= to->value; ++i) {
      append(options.emplace_back(), basic(TransitionKind::effect, stmt.at, fmt::format("{} = {}", name, i),
                                           coder_->assignment(select.target, *make_number(stmt.at, i))));
    }
    return branch(std::move(options), false, nullptr, stmt.at, out);
  }
  append(out, basic(TransitionKind::effect, stmt.at, fmt::format("{} = {}", name, text(*select.from)),
                    coder_->assignment(select.target, *select.from)));
  Node* exit = make(Kind::join, stmt.at);
  Strand round;
  append(round, basic(TransitionKind::condition, stmt.at, fmt::format("({}<{})", name, text(*select.to)),
                      coder_->compare(select.target, BinaryOp::lt, *select.to)));
  append(round,
         basic(TransitionKind::effect, stmt.at, fmt::format("{0} = ({0}+1)", name), coder_->add_to(select.target, 1)));
  Strand stop;
  Node* leave = jump(stmt.at);
  leave->exit = exit;
  append(stop, leave);
  options.push_back(stop);
  options.push_back(round);
  return branch(std::move(options), true, exit, stmt.at, out);
}

}  // namespace waymark::promela
