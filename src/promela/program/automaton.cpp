#include "promela/program/automaton.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.hpp"
#include "base/diagnostics.hpp"
#include "promela/syntax/cases.hpp"
#include "promela/syntax/text.hpp"

namespace waymark::promela {

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
  const bool is_idle = kind == TransitionKind::skip;
  program_->actions.push_back({std::move(text), at, process_->index, true, "", is_idle ? 0 : statement_++});
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
