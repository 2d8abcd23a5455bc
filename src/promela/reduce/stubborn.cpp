#include "promela/reduce/stubborn.hpp"

#include <algorithm>

namespace waymark::promela {

namespace {

constexpr std::size_t channel_numbers = 256;

}  // namespace

const Pids* Stubborn::find(const DependenceRelation& relation, const std::vector<ProcessPosition>& positions,
                           const std::vector<Possible>& possible, StateOracle& oracle) {
  relation_ = &relation;
  positions_ = &positions;
  possible_ = &possible;
  oracle_ = &oracle;
  look_around();
  // Each process that can move is a seed. The order decides between sets of equal size, so it has to be a fixed one.
  most_ = static_cast<std::uint32_t>(possible.size());
  bool found = false;
  for (const Turn turn : {Turn::ends, Turn::settled, Turn::local, Turn::shared}) {
    for (auto pid = static_cast<std::uint32_t>(positions.size()); pid-- > 0 && most_ > 1;) {
      if (transitions_[pid] == 0 || transitions_[pid] >= most_ || turns_[pid] != turn) continue;
      const bool closed = close(pid);
      // A set that contains one that is too large, or may not be taken, is so too. One that only lacks a transition
      // that moves on may be part of one that has it.
      if (!closed || moves_on_) rejected_seeds_[pid] = true;
      if (!closed || !moves_on_) continue;
      found = true;
      most_ = taken_;
      best_ = processes_;
    }
  }
  return found ? &best_ : nullptr;
}

void Stubborn::look_around() {
  const std::size_t words = (relation_->size() + 63) / 64;
  enabled_.assign(words, 0);
  current_.assign(words, 0);
  ahead_.assign(words, 0);
  answers_.assign(relation_->size() + 2 * channel_numbers, Answer::unknown);
  asked_.clear();
  rejected_seeds_.reset();
  for (std::uint32_t pid = 0; pid < positions_->size(); ++pid) {
    const ProcessPosition& position = (*positions_)[pid];
    transitions_[pid] = 0;
    unite(ahead_, relation_->future(pid, position.state));
    const std::size_t first = position.ways->empty() ? 0 : relation_->number(pid, position.first_way);
    for (std::size_t way = 0; way < position.ways->size(); ++way) put(current_, first + way);
  }
  for (const Possible& transition : *possible_) {
    ++transitions_[transition.actor];
    const auto ready = [&](std::uint32_t pid, std::uint32_t way) {
      put(enabled_, relation_->number(pid, (*positions_)[pid].first_way + way));
    };
    ready(transition.actor, transition.way);
    if (transition.meets) ready(transition.partner, transition.acceptance);
  }
  for (std::uint32_t pid = 0; pid < positions_->size(); ++pid) {
    if (transitions_[pid] > 0) turns_[pid] = turn((*positions_)[pid]);
  }
}

Stubborn::Turn Stubborn::turn(const ProcessPosition& position) const {
  if (position.ways->front().statement->kind == TransitionKind::end) return Turn::ends;  // it has no other way
  bool local = true;
  for (const LocalStatement& way : *position.ways) {
    if (intersect(way.conflicts, ahead_)) return Turn::shared;
    local = local && promela::is_empty(way.conflicts);
  }
  return local ? Turn::local : Turn::settled;
}

bool Stubborn::ask(std::size_t index, const Question& question) {
  Answer& answer = answers_[index];
  if (answer == Answer::unknown) {
    asked_.push_back({question, oracle_->ask(question)});
    answer = asked_.back().answer ? Answer::yes : Answer::no;
  }
  return answer == Answer::yes;
}

bool Stubborn::condition_holds(std::size_t number) {
  return ask(number, {Question::About::condition, relation_->owner(number), relation_->way(number)});
}

bool Stubborn::is_full(std::uint32_t channel) {
  if (channel >= channel_numbers) return false;  // there is none
  return ask(relation_->size() + 2 * channel, {Question::About::full, 0, channel});
}

bool Stubborn::is_empty(std::uint32_t channel) {
  if (channel >= channel_numbers) return false;
  return ask(relation_->size() + 2 * channel + 1, {Question::About::empty, 0, channel});
}

// Says whether there is a set worth taking, moves_on_ apart.
bool Stubborn::close(std::uint32_t seed) {
  members_.assign(enabled_.size(), 0);
  open_ = ahead_;
  processes_.reset();
  waiting_.clear();
  elsewhere_.clear();
  next_ = 0;
  pending_processes_.assign(1, seed);
  taken_ = 0;
  moves_on_ = false;
  for (;;) {
    // First what makes the set too large, then what takes long.
    if (!add_pending_processes()) return false;
    if (!waiting_.empty()) {
      const std::size_t number = waiting_.back();
      waiting_.pop_back();
      look_at(number);
    } else if (next_ < elsewhere_.size()) {
      before(elsewhere_[next_++]);
    } else {
      return true;
    }
  }
}

bool Stubborn::add_pending_processes() {
  while (!pending_processes_.empty()) {
    const std::uint32_t pid = pending_processes_.back();
    pending_processes_.pop_back();
    if (!processes_[pid] && !add_process(pid)) return false;
  }
  return true;
}

// All that a process can do now. Says whether the set can still become one worth taking.
bool Stubborn::add_process(std::uint32_t pid) {
  processes_[pid] = true;
  taken_ += transitions_[pid];
  if (taken_ >= most_ || rejected_seeds_[pid]) return false;
  stop(pid);
  for (const Possible& transition : *possible_) {
    if (transition.actor != pid && !(transition.meets && transition.partner == pid)) continue;
    const LocalStatement& own = (*(*positions_)[transition.actor].ways)[transition.way];
    const LocalStatement* other =
        transition.meets ? &(*(*positions_)[transition.partner].ways)[transition.acceptance] : nullptr;
    const bool cuts = own.cuts_cycles || (other != nullptr && other->cuts_cycles);
    // A visible statement must not be put before or after anything else, so no set may hide its order.
    if (own.visible || (other != nullptr && other->visible) || (cuts && keep_cycles_)) return false;
    if (own.statement->rendezvous_inside || (other != nullptr && other->statement->rendezvous_inside)) return false;
    moves_on_ = moves_on_ || !cuts;
    add(own.conflicts);
    if (other == nullptr) continue;
    add(other->conflicts);
    pending_processes_.push_back(transition.actor);
    pending_processes_.push_back(transition.partner);
  }
  return true;
}

const LocalStatement& Stubborn::local_statement(std::size_t number) const {
  const ProcessPosition& position = (*positions_)[relation_->owner(number)];
  return (*position.ways)[relation_->way(number) - position.first_way];
}

void Stubborn::look_at(std::size_t number) {
  const LocalStatement& here = local_statement(number);
  if (here.may_rendezvous) find_partners(number, here);
  if (has(enabled_, number)) return;  // its process is among those that move
  // Whether it can be executed depends on those beside it, which may go on without anybody's touching its test.
  const std::uint32_t pid = relation_->owner(number);
  if (here.statement->asks && transitions_[pid] > 0) pending_processes_.push_back(pid);
  add_enablers(number, here);
}

// Its process stands elsewhere. Of three things that have to happen first, whichever seems to cost least: that the
// process comes there, that it moves at all, and that its test, if it is false now, becomes true.
void Stubborn::before(std::size_t number) {
  if (!has(open_, number)) return;  // its process has been stopped since
  const StatementSummary& summary = relation_->summary(number);
  const bool blocked = transitions_[summary.owner] == 0;
  const BitsView predecessors = relation_->predecessors(summary);
  const std::size_t price = cost(predecessors);
  if (price == 0) return;
  const BitsView changes = forbidden_by(number);
  const std::size_t tie = summary.kind == TransitionKind::condition ? 1 : 0;
  if (!changes.empty() && cost(changes) < price + tie) {
    add(changes);
  } else if (blocked) {
    stop(summary.owner);
  } else {
    add(predecessors);
  }
}

// Takes in all that a process may do next: so it comes to nothing else before a member has happened.
void Stubborn::stop(std::uint32_t pid) {
  const ProcessPosition& position = (*positions_)[pid];
  for (std::uint32_t way = 0; way < position.ways->size(); ++way) {
    add(relation_->number(pid, position.first_way + way));
  }
  const BitsView later = relation_->future(pid, position.state);
  for (std::size_t i = 0; i < later.size(); ++i) open_[i] &= ~later[i];
}

// Those that could make its test true, if it is false now whatever else its process does first.
BitsView Stubborn::forbidden_by(std::size_t number) {
  const StatementSummary& summary = relation_->summary(number);
  if (!summary.has_test) return {};
  switch (summary.kind) {
    case TransitionKind::condition:
      return condition_holds(number) ? BitsView() : relation_->static_enablers(number);
    case TransitionKind::send:
      if (summary.channel == 0 || !is_full(summary.channel)) return {};
      return relation_->writers(objects_.receive_end(summary.channel));
    case TransitionKind::receive:
      if (summary.channel == 0 || !is_empty(summary.channel)) return {};
      return relation_->writers(objects_.send_end(summary.channel));
    default:
      return {};
  }
}

// Its process stands before it, and it cannot be executed.
void Stubborn::add_enablers(std::size_t number, const LocalStatement& here) {
  const Statement& statement = *here.statement;
  const bool waits = statement.kind == TransitionKind::send || statement.kind == TransitionKind::receive;
  if (!waits || statement.asks || !here.may_buffer) {
    if (!waits || statement.asks) add(here.enablers);
    return;
  }
  if (here.channel == 0) {
    // Any channel: any sender, any receiver.
    const auto add_writers = [&](std::size_t object) { add(relation_->writers(object)); };
    objects_.each_send_end(0, add_writers);
    objects_.each_receive_end(0, add_writers);
    add(here.enablers);
    return;
  }
  // The variables that name the channel may change only if its process moves; then it is another channel.
  if (relation_->statement(number).channel == 0) add(here.enablers);
  if (statement.kind == TransitionKind::send) {
    add(relation_->writers(objects_.receive_end(here.channel)));
    return;
  }
  const bool empty = is_empty(here.channel);
  if (!empty) add(here.enablers);
  if (empty || statement.random || sorted_sends_) add(relation_->writers(objects_.send_end(here.channel)));
  if (!empty && !statement.random) add(relation_->writers(objects_.receive_end(here.channel)));
}

// Half of a rendezvous: all that can be the other half, now or later.
void Stubborn::find_partners(std::size_t number, const LocalStatement& here) {
  const std::uint32_t pid = relation_->owner(number);
  const auto meet_writers = [&](std::size_t object) {
    each(relation_->writers(object), [&](std::size_t other) {
      if (relation_->owner(other) == pid) return;
      if (!has(current_, other) || !local_statement(other).may_rendezvous) {
        add(other);
        return;
      }
      // Both stand before it. If they can meet, they are taken together; else what is sent is not what is wanted.
      add(here.enablers);
      add(local_statement(other).enablers);
    });
  };
  if (here.statement->kind == TransitionKind::send) {
    objects_.each_receive_end(here.channel, meet_writers);
  } else {
    objects_.each_send_end(here.channel, meet_writers);
  }
}

// Statements that are unreachable, or not before a member has happened, are left aside.
void Stubborn::add(BitsView set) {
  for (std::size_t i = 0; i < set.size(); ++i) {
    std::uint64_t fresh = set[i] & open_[i] & ~members_[i];
    members_[i] |= fresh;
    for (; fresh != 0; fresh &= fresh - 1) {
      const auto number = i * 64 + static_cast<std::size_t>(std::countr_zero(fresh));
      if (has(enabled_, number)) pending_processes_.push_back(relation_->owner(number));
      (has(current_, number) ? waiting_ : elsewhere_).push_back(static_cast<std::uint32_t>(number));
    }
  }
}

void Stubborn::add(std::size_t number) {
  if (!has(open_, number) || has(members_, number)) return;
  put(members_, number);
  if (has(enabled_, number)) pending_processes_.push_back(relation_->owner(number));
  (has(current_, number) ? waiting_ : elsewhere_).push_back(static_cast<std::uint32_t>(number));
}

std::size_t Stubborn::cost(BitsView set) const {
  constexpr std::size_t enabled_costs = 64;
  std::size_t out = 0;
  for (std::size_t i = 0; i < set.size(); ++i) {
    const std::uint64_t fresh = set[i] & open_[i] & ~members_[i];
    if (fresh == 0) continue;  // as mostly, and counting takes longer than asking
    out += static_cast<std::size_t>(std::popcount(fresh));
    const std::uint64_t ready = fresh & enabled_[i];
    if (ready != 0) out += enabled_costs * static_cast<std::size_t>(std::popcount(ready));
  }
  return out;
}

}  // namespace waymark::promela
