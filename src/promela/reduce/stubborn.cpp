#include "promela/reduce/stubborn.hpp"

#include <algorithm>

namespace waymark::promela {

namespace {

constexpr std::size_t channel_numbers = 256;

}  // namespace

const Pids* Stubborn::find(const Ensemble& ensemble, const std::vector<Posture>& postures,
                           const std::vector<Possible>& possible, Outlook& outlook) {
  ensemble_ = &ensemble;
  postures_ = &postures;
  possible_ = &possible;
  outlook_ = &outlook;
  look_around();
  most_ = static_cast<std::uint32_t>(possible.size());
  bool found = false;
  for (auto pid = static_cast<std::uint32_t>(postures.size()); pid-- > 0 && most_ > 1;) {
    if (transitions_[pid] == 0 || transitions_[pid] >= most_) continue;
    const bool closed = close(pid);
    // A set that contains one that is too large, or may not be taken, is so too. One that only lacks a transition that
    // moves on may be part of one that has it.
    if (!closed || moves_on_) in_vain_[pid] = true;
    if (!closed || !moves_on_) continue;
    found = true;
    most_ = taken_;
    best_ = pulled_;
  }
  return found ? &best_ : nullptr;
}

void Stubborn::look_around() {
  const std::size_t words = (ensemble_->size() + 63) / 64;
  enabled_.assign(words, 0);
  current_.assign(words, 0);
  ahead_.assign(words, 0);
  answers_.assign(ensemble_->size() + 2 * channel_numbers, Answer::unknown);
  asked_.clear();
  in_vain_.reset();
  for (std::uint32_t pid = 0; pid < postures_->size(); ++pid) {
    const Posture& posture = (*postures_)[pid];
    transitions_[pid] = 0;
    unite(ahead_, ensemble_->future(pid, posture.state));
    const std::size_t first = posture.ways->empty() ? 0 : ensemble_->number(pid, posture.first_way);
    for (std::size_t way = 0; way < posture.ways->size(); ++way) put(current_, first + way);
  }
  for (const Possible& transition : *possible_) {
    ++transitions_[transition.actor];
    const auto ready = [&](std::uint32_t pid, std::uint32_t way) {
      put(enabled_, ensemble_->number(pid, (*postures_)[pid].first_way + way));
    };
    ready(transition.actor, transition.way);
    if (transition.meets) ready(transition.partner, transition.acceptance);
  }
}

bool Stubborn::ask(std::size_t index, const Question& question) {
  Answer& answer = answers_[index];
  if (answer == Answer::unknown) {
    asked_.push_back({question, outlook_->ask(question)});
    answer = asked_.back().answer ? Answer::yes : Answer::no;
  }
  return answer == Answer::yes;
}

bool Stubborn::condition_holds(std::size_t number) {
  return ask(number, {Question::About::condition, ensemble_->owner(number), ensemble_->way(number)});
}

bool Stubborn::is_full(std::uint32_t channel) {
  if (channel >= channel_numbers) return false;  // there is none
  return ask(ensemble_->size() + 2 * channel, {Question::About::full, 0, channel});
}

bool Stubborn::is_empty(std::uint32_t channel) {
  if (channel >= channel_numbers) return false;
  return ask(ensemble_->size() + 2 * channel + 1, {Question::About::empty, 0, channel});
}

// Says whether there is a set worth taking, moves_on_ apart.
bool Stubborn::close(std::uint32_t seed) {
  members_.assign(enabled_.size(), 0);
  open_ = ahead_;
  pulled_.reset();
  waiting_.clear();
  elsewhere_.clear();
  next_ = 0;
  owed_.assign(1, seed);
  taken_ = 0;
  moves_on_ = false;
  for (;;) {
    // First what makes the set too large, then what takes long.
    if (!pull_owed()) return false;
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

bool Stubborn::pull_owed() {
  while (!owed_.empty()) {
    const std::uint32_t pid = owed_.back();
    owed_.pop_back();
    if (!pulled_[pid] && !pull(pid)) return false;
  }
  return true;
}

// All that a process can do now. Says whether the set can still become one worth taking.
bool Stubborn::pull(std::uint32_t pid) {
  pulled_[pid] = true;
  taken_ += transitions_[pid];
  if (taken_ >= most_ || in_vain_[pid]) return false;
  stop(pid);
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
    owed_.push_back(transition.actor);
    owed_.push_back(transition.partner);
  }
  return true;
}

const Standpoint& Stubborn::standpoint(std::size_t number) const {
  const Posture& posture = (*postures_)[ensemble_->owner(number)];
  return (*posture.ways)[ensemble_->way(number) - posture.first_way];
}

void Stubborn::look_at(std::size_t number) {
  const Standpoint& here = standpoint(number);
  if (here.may_meet) find_partners(number, here);
  if (has(enabled_, number)) return;  // its process is pulled
  // Whether it can be executed depends on those beside it, which may go on without anybody's touching its test.
  const std::uint32_t pid = ensemble_->owner(number);
  if (here.statement->asks && transitions_[pid] > 0) owed_.push_back(pid);
  wake(number, here);
}

// Its process stands elsewhere. Of three things that have to happen first, whichever seems to cost least: that the
// process comes there, that it moves at all, and that its test, if it is false now, becomes true.
void Stubborn::before(std::size_t number) {
  if (!has(open_, number)) return;  // its process has been stopped since
  const Outline& outline = ensemble_->outline(number);
  const bool blocked = transitions_[outline.owner] == 0;
  const BitsView arrivals = ensemble_->arrivals(outline);
  const std::size_t price = cost(arrivals);
  if (price == 0) return;
  const BitsView changes = forbidden_by(number);
  const std::size_t tie = outline.kind == TransitionKind::condition ? 1 : 0;
  if (!changes.empty() && cost(changes) < price + tie) {
    add(changes);
  } else if (blocked) {
    stop(outline.owner);
  } else {
    add(arrivals);
  }
}

// Takes in all that a process may do next: so it comes to nothing else before a member has happened.
void Stubborn::stop(std::uint32_t pid) {
  const Posture& posture = (*postures_)[pid];
  for (std::uint32_t way = 0; way < posture.ways->size(); ++way) {
    add(ensemble_->number(pid, posture.first_way + way));
  }
  const BitsView later = ensemble_->future(pid, posture.state);
  for (std::size_t i = 0; i < later.size(); ++i) open_[i] &= ~later[i];
}

// Those that could make its test true, if it is false now whatever else its process does first.
BitsView Stubborn::forbidden_by(std::size_t number) {
  const Outline& outline = ensemble_->outline(number);
  if (!outline.has_test) return {};
  switch (outline.kind) {
    case TransitionKind::condition:
      return condition_holds(number) ? BitsView() : ensemble_->static_enablers(number);
    case TransitionKind::send:
      if (outline.channel == 0 || !is_full(outline.channel)) return {};
      return ensemble_->writers(objects_.receive_end(outline.channel));
    case TransitionKind::receive:
      if (outline.channel == 0 || !is_empty(outline.channel)) return {};
      return ensemble_->writers(objects_.send_end(outline.channel));
    default:
      return {};
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
    const auto add_writers = [&](std::size_t object) { add(ensemble_->writers(object)); };
    objects_.each_send_end(0, add_writers);
    objects_.each_receive_end(0, add_writers);
    add(here.enablers);
    return;
  }
  // The variables that name the channel may change only if its process moves; then it is another channel.
  if (ensemble_->statement(number).channel == 0) add(here.enablers);
  if (statement.kind == TransitionKind::send) {
    add(ensemble_->writers(objects_.receive_end(here.channel)));
    return;
  }
  const bool empty = is_empty(here.channel);
  if (!empty) add(here.enablers);
  if (empty || statement.random || sorted_sends_) add(ensemble_->writers(objects_.send_end(here.channel)));
  if (!empty && !statement.random) add(ensemble_->writers(objects_.receive_end(here.channel)));
}

// Half of a rendezvous: whoever can be the other half, now or later.
void Stubborn::find_partners(std::size_t number, const Standpoint& here) {
  const std::uint32_t pid = ensemble_->owner(number);
  const auto meet_writers = [&](std::size_t object) {
    each(ensemble_->writers(object), [&](std::size_t other) {
      if (ensemble_->owner(other) == pid) return;
      if (!has(current_, other) || !standpoint(other).may_meet) {
        add(other);
        return;
      }
      // Both stand before it. If they can meet, they are taken together; else what is sent is not what is wanted.
      add(here.enablers);
      add(standpoint(other).enablers);
    });
  };
  if (here.statement->kind == TransitionKind::send) {
    objects_.each_receive_end(here.channel, meet_writers);
  } else {
    objects_.each_send_end(here.channel, meet_writers);
  }
}

// What nobody can come to, or not before a member has happened, is left aside.
void Stubborn::add(BitsView set) {
  for (std::size_t i = 0; i < set.size(); ++i) {
    std::uint64_t fresh = set[i] & open_[i] & ~members_[i];
    members_[i] |= fresh;
    for (; fresh != 0; fresh &= fresh - 1) {
      const auto number = i * 64 + static_cast<std::size_t>(std::countr_zero(fresh));
      if (has(enabled_, number)) owed_.push_back(ensemble_->owner(number));
      (has(current_, number) ? waiting_ : elsewhere_).push_back(static_cast<std::uint32_t>(number));
    }
  }
}

void Stubborn::add(std::size_t number) {
  if (!has(open_, number) || has(members_, number)) return;
  put(members_, number);
  if (has(enabled_, number)) owed_.push_back(ensemble_->owner(number));
  (has(current_, number) ? waiting_ : elsewhere_).push_back(static_cast<std::uint32_t>(number));
}

std::size_t Stubborn::cost(BitsView set) const {
  constexpr std::size_t enabled_costs = 64;
  std::size_t out = 0;
  for (std::size_t i = 0; i < set.size(); ++i) {
    const std::uint64_t fresh = set[i] & open_[i] & ~members_[i];
    out += static_cast<std::size_t>(std::popcount(fresh)) +
           enabled_costs * static_cast<std::size_t>(std::popcount(fresh & enabled_[i]));
  }
  return out;
}

}  // namespace waymark::promela
