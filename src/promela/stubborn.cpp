#include "promela/stubborn.hpp"

#include <algorithm>

namespace waymark::promela {

const std::vector<bool>* Stubborn::find(const Ensemble& ensemble, const std::vector<Posture>& postures,
                                        const std::vector<Possible>& possible, Outlook& outlook) {
  ensemble_ = &ensemble;
  postures_ = &postures;
  possible_ = &possible;
  outlook_ = &outlook;
  enabled_.assign((ensemble.size() + 63) / 64, 0);
  holds_.assign(ensemble.size(), Answer::unknown);
  transitions_.assign(postures.size(), 0);
  for (const Possible& transition : possible) {
    ++transitions_[transition.actor];
    put(enabled_, ensemble.number(transition.actor, postures[transition.actor].first_way + transition.way));
    if (!transition.meets) continue;
    put(enabled_, ensemble.number(transition.partner, postures[transition.partner].first_way + transition.acceptance));
  }
  most_ = static_cast<std::uint32_t>(possible.size());
  bool found = false;
  for (auto pid = static_cast<std::uint32_t>(postures.size()); pid-- > 0 && most_ > 1;) {
    if (transitions_[pid] == 0 || transitions_[pid] >= most_) continue;
    if (!close(pid)) continue;
    found = true;
    most_ = taken_;
    best_ = pulled_;
  }
  return found ? &best_ : nullptr;
}

bool Stubborn::close(std::uint32_t seed) {
  members_.assign(enabled_.size(), 0);
  pulled_.assign(postures_->size(), false);
  waiting_.clear();
  taken_ = 0;
  moves_on_ = false;
  if (!pull(seed)) return false;
  while (!waiting_.empty()) {
    const std::size_t number = waiting_.back();
    waiting_.pop_back();
    if (!look_at(number)) return false;
  }
  return moves_on_;
}

// All that a process can do now. Says whether the set can still become one worth taking.
bool Stubborn::pull(std::uint32_t pid) {
  if (pulled_[pid]) return true;
  pulled_[pid] = true;
  taken_ += transitions_[pid];
  if (taken_ >= most_) return false;
  const Posture& posture = (*postures_)[pid];
  for (std::uint32_t way = 0; way < posture.ways->size(); ++way) {
    add(ensemble_->number(pid, posture.first_way + way));
  }
  for (const Possible& transition : *possible_) {
    if (transition.actor != pid && !(transition.meets && transition.partner == pid)) continue;
    const Standpoint& own = (*(*postures_)[transition.actor].ways)[transition.way];
    const Standpoint* other =
        transition.meets ? &(*(*postures_)[transition.partner].ways)[transition.acceptance] : nullptr;
    const bool sticky = own.sticky || (other != nullptr && other->sticky);
    if (own.visible || (other != nullptr && other->visible) || (sticky && keep_cycles_)) return false;
    if (own.statement->meets_inside || (other != nullptr && other->statement->meets_inside)) return false;
    moves_on_ = moves_on_ || !sticky;
    add(own.conflicts);
    if (other == nullptr) continue;
    add(other->conflicts);
    if (!pull(transition.actor) || !pull(transition.partner)) return false;
  }
  return true;
}

const Standpoint* Stubborn::standpoint(std::size_t number) const {
  const Posture& posture = (*postures_)[ensemble_->owner(number)];
  const std::uint32_t way = ensemble_->way(number);
  if (way < posture.first_way || way >= posture.first_way + posture.ways->size()) return nullptr;
  return &(*posture.ways)[way - posture.first_way];
}

bool Stubborn::look_at(std::size_t number) {
  const Statement& statement = ensemble_->statement(number);
  if (statement.absent || statement.asleep) return true;
  const std::uint32_t pid = ensemble_->owner(number);
  const Standpoint* here = standpoint(number);
  if (here == nullptr) {
    before(number);
    return true;
  }
  if (here->may_meet) find_partners(number, *here);
  // Whether it can be executed depends on those beside it, which may go on without anybody's touching its test.
  const bool enabled = has(enabled_, number);
  if (enabled || (statement.asks && transitions_[pid] > 0)) {
    if (!pull(pid)) return false;
  }
  if (!enabled) wake(number, *here);
  return true;
}

// Its process stands elsewhere.
void Stubborn::before(std::size_t number) {
  const Bits& arrivals = ensemble_->arrivals(ensemble_->owner(number), ensemble_->statement(number).source);
  const std::size_t price = cost(arrivals);
  if (price > 0) {
    const Bits* changes = forbidden_by(number);
    if (changes != nullptr && cost(*changes) < price) {
      add(*changes);
      return;
    }
  }
  add(arrivals);
}

// Those that could make its test true, if it is false now whatever else its process does first.
const Bits* Stubborn::forbidden_by(std::size_t number) {
  const Statement& statement = ensemble_->statement(number);
  if (statement.asks || statement.may_meet) return nullptr;
  switch (statement.kind) {
    case TransitionKind::condition:
      if (holds_[number] == Answer::unknown) {
        const bool holds = outlook_->condition_holds(ensemble_->owner(number), ensemble_->way(number));
        holds_[number] = holds ? Answer::yes : Answer::no;
      }
      return holds_[number] == Answer::no ? &ensemble_->static_enablers(number) : nullptr;
    case TransitionKind::send:
      if (statement.channel == 0 || !outlook_->is_full(statement.channel)) return nullptr;
      return &ensemble_->writers(objects_.receive_end(statement.channel));
    case TransitionKind::receive:
      if (statement.channel == 0 || !outlook_->is_empty(statement.channel)) return nullptr;
      return &ensemble_->writers(objects_.send_end(statement.channel));
    default:
      return nullptr;
  }
}

// Its process stands before it, and it cannot be executed.
void Stubborn::wake(std::size_t number, const Standpoint& here) {
  const Statement& statement = *here.statement;
  const bool waits = statement.kind == TransitionKind::send || statement.kind == TransitionKind::receive;
  if (!waits || statement.asks || !here.may_buffer) {
    if (!waits || statement.asks) add(here.enablers);
    return;
  }
  if (here.channel == 0) {
    // Any channel: any sender, any receiver.
    Bits ends = objects_.none();
    objects_.add_send_end(ends, 0);
    objects_.add_receive_end(ends, 0);
    each(ends, [&](std::size_t object) { add(ensemble_->writers(object)); });
    add(here.enablers);
    return;
  }
  // The variables that name the channel may change only if its process moves; then it is another channel.
  if (ensemble_->statement(number).channel == 0) add(here.enablers);
  if (statement.kind == TransitionKind::send) {
    add(ensemble_->writers(objects_.receive_end(here.channel)));
    return;
  }
  const bool empty = outlook_->is_empty(here.channel);
  if (!empty) add(here.enablers);
  if (empty || statement.random || sorted_sends_) add(ensemble_->writers(objects_.send_end(here.channel)));
  if (!empty && !statement.random) add(ensemble_->writers(objects_.receive_end(here.channel)));
}

// Half of a rendezvous: whoever can be the other half, now or later.
void Stubborn::find_partners(std::size_t number, const Standpoint& here) {
  const bool sends = here.statement->kind == TransitionKind::send;
  Bits ends = objects_.none();
  if (sends) {
    objects_.add_receive_end(ends, here.channel);
  } else {
    objects_.add_send_end(ends, here.channel);
  }
  const std::uint32_t pid = ensemble_->owner(number);
  each(ends, [&](std::size_t object) {
    each(ensemble_->writers(object), [&](std::size_t other) {
      if (ensemble_->owner(other) == pid) return;
      const Standpoint* there = standpoint(other);
      if (there == nullptr || !there->may_meet) {
        add(other);
        return;
      }
      // Both stand before it. If they can meet, they are taken together; else what is sent is not what is wanted.
      add(here.enablers);
      add(there->enablers);
    });
  });
}

void Stubborn::add(const Bits& set) {
  for (std::size_t i = 0; i < set.size(); ++i) {
    std::uint64_t fresh = set[i] & ~members_[i];
    members_[i] |= fresh;
    for (; fresh != 0; fresh &= fresh - 1) {
      waiting_.push_back(i * 64 + static_cast<std::size_t>(std::countr_zero(fresh)));
    }
  }
}

void Stubborn::add(std::size_t number) {
  if (has(members_, number)) return;
  put(members_, number);
  waiting_.push_back(number);
}

std::size_t Stubborn::cost(const Bits& set) const {
  constexpr std::size_t enabled_costs = 64;
  std::size_t out = 0;
  for (std::size_t i = 0; i < set.size(); ++i) {
    const std::uint64_t fresh = set[i] & ~members_[i];
    out += static_cast<std::size_t>(std::popcount(fresh)) +
           enabled_costs * static_cast<std::size_t>(std::popcount(fresh & enabled_[i]));
  }
  return out;
}

}  // namespace waymark::promela
