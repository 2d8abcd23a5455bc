// Steps: what can happen in a state, and what happens when it does.
#include "promela/executor.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/check.hpp"
#include "promela/program/compile.hpp"

namespace waymark::promela {

using model::Step;
using model::Transition;

Executor::Executor(std::shared_ptr<const Program> program, Steps steps)
    : program_(std::move(program)), steps_(steps), reached_(program_->actions.size(), 0) {}

model::Watch Executor::watch(std::string_view expression) {
  // Programs are shared and immutable: this executor goes on with one of its own.
  auto extended = std::make_shared<Program>(*program_);
  watches_.push_back(compile_watch(*extended, std::string(expression)));
  program_ = std::move(extended);
  reducer_.reset();
  return static_cast<model::Watch>(watches_.size() - 1);
}

std::string Executor::reduce(const model::Facts& labels) {
  visible_labels_ = labels;
  std::string obstacle = Reducer::obstacle(*program_);
  reducing_ = obstacle.empty();
  reducer_.reset();
  return obstacle;
}

bool Executor::holds(model::Watch watch) {
  fault_ = Fault::none;
  Context watcher;
  watcher.pid = nobody;
  const bool result = evaluate(watches_[watch], watcher) != 0;
  in_watch_ = std::exchange(fault_, Fault::none);  // nothing of it is left for what comes next
  return result && in_watch_ == Fault::none;
}

model::Facts Executor::facts() {
  const auto at = [this](const Process& process) -> const ControlState& {
    return program_->states[program_->types[process.type].first_state + process_state(process)];
  };
  model::Facts facts;
  facts.proper_end = true;
  for (const Process& process : processes_) {
    const ControlState& state = at(process);
    facts.proper_end &= state.proper_end;
    facts.progress |= state.progress;
    facts.accepting |= state.accept;
  }
  if (program_->trace != Program::none && !processes_.empty()) {
    const std::uint32_t event = state_.get<std::uint16_t>(Registers::event);
    facts.proper_end &= program_->states[program_->types[program_->trace].first_state + event].proper_end;
  }
  if (program_->claim != Program::none) {
    facts.proper_end = true;  // a claim that cannot move has nothing to object to
    facts.accepting |= at(claim_).accept;
  }
  return facts;
}

// What is cut short leaves nothing behind but a state that is half done, and that is gone back from.
void Executor::give_up() {
  offer_.channel = 0;
  timeout_ = false;
  explanation_ = nullptr;
  stop_->poll();
}

// ---------------------------------------------------------------- what can happen

bool Executor::accepts_offer(const TransitionInfo& transition, const Context& context) {
  if (transition.kind == TransitionKind::dstep) {
    const ControlState& start = program_->states[context.first_state + transition.operand];
    for (std::uint32_t i = start.first; i < start.first + start.count; ++i) {
      if (accepts_offer(program_->transitions[i], context)) return true;
    }
    return false;
  }
  if (transition.kind != TransitionKind::receive) return false;
  const ReceiveInfo& receive = program_->receives[transition.operand];
  const std::int32_t number = evaluate(receive.channel, context);
  return number == static_cast<std::int32_t>(offer_.channel) && fault_ == Fault::none &&
         offer_matches(receive, context);
}

bool Executor::executable_by_code(const TransitionInfo& transition, const Context& context, bool moved) {
  bool result = true;
  switch (transition.kind) {
    case TransitionKind::skip:
    case TransitionKind::effect:
    case TransitionKind::launch:
      return true;
    case TransitionKind::condition:
      result = evaluate(transition.code, context) != 0;
      break;
    case TransitionKind::send: {
      const std::int32_t number = evaluate(program_->sends[transition.operand].channel, context);
      const Channel* queue = channel(number);
      if (queue == nullptr) break;
      result = is_rendezvous(*queue) || !full(*queue);
      check_exclusive(number, Ends::send, context);
      break;
    }
    case TransitionKind::receive: {
      const ReceiveInfo& receive = program_->receives[transition.operand];
      const std::int32_t number = evaluate(receive.channel, context);
      const Channel* queue = channel(number);
      if (queue == nullptr) break;
      check_exclusive(number, Ends::receive, context);
      result = !is_rendezvous(*queue) && matching_slot(receive, *queue, context) >= 0;
      if (is_rendezvous(*queue) && receive.copy) fault(Fault::poll);
      break;
    }
    case TransitionKind::otherwise:
      return !moved;
    case TransitionKind::end:
      return context.pid + 1 == processes_.size();
    case TransitionKind::dstep:
      result = dstep_can_start(transition, context, moved);
      break;
  }
  if (fault_ != Fault::none) {
    fault_ = Fault::none;
    return true;
  }
  return result;
}

// Options that begin with an assignment or the like do not make a d_step executable, unless there are no others.
bool Executor::dstep_can_start(const TransitionInfo& transition, const Context& context, bool moved) {
  const ControlState& start = program_->states[context.first_state + transition.operand];
  bool any_test = false;
  for (std::uint32_t i = start.first; i < start.first + start.count; ++i) {
    const TransitionInfo& option = program_->transitions[i];
    if (option.kind == TransitionKind::effect || option.kind == TransitionKind::skip) continue;
    any_test = true;
    if (executable(option, context, moved)) return true;
  }
  return !any_test;
}

bool Executor::is_offer(const TransitionInfo& transition, const Context& context) {
  const Channel* queue = channel(evaluate(program_->sends[transition.operand].channel, context));
  if (fault_ != Fault::none) {
    fault_ = Fault::none;  // fire() will meet it again
    return false;
  }
  return is_rendezvous(*queue);
}

bool Executor::may_move(std::uint32_t pid) {
  const Context own = context(pid);
  const auto provided = [this](const Context& of) {
    const Code code = program_->types[of.type].provided;
    return code == 0 || evaluate(code, of) != 0;
  };
  if (program_->uses_provided && !provided(own)) return false;
  if (!program_->uses_priorities) return true;
  const auto priority = [this](const Context& of) {
    return state_.get<std::uint8_t>(of.base + ProcessHeader::priority);
  };
  for (std::uint32_t other = 0; other < processes_.size(); ++other) {
    const Context rival = context(other);
    if (other != pid && priority(rival) > priority(own) && provided(rival) &&
        has_enabled(static_cast<std::int32_t>(other), nobody)) {
      return false;
    }
  }
  return true;
}

bool Executor::has_enabled(std::int32_t pid, std::uint32_t asking) {
  if (pid == static_cast<std::int32_t>(asking)) {
    fault(Fault::self_enabled);
    return false;
  }
  if (pid < 0 || static_cast<std::size_t>(pid) >= processes_.size()) return false;
  const Context of = context(static_cast<std::uint32_t>(pid));
  const ControlState& state = control_state(of);
  for (std::uint32_t i = state.first; i < state.first + state.count; ++i) {
    if (executable(program_->transitions[i], of, false)) return true;
  }
  return false;
}

// The transitions of one process, in the order of its control state. Escapes of an `unless` stand before what they
// leave: once one of them can be executed, only those of the same escape count.
void Executor::collect(std::uint32_t pid, std::vector<Transition>& out) {
  const Context own = context(pid);
  const ControlState& state = control_state(own);
  const bool deterministic = program_->types[own.type].deterministic;
  const std::uint32_t flags = timeout_ ? in_timeout : 0;
  bool moved = false;
  std::uint32_t escape = 0;
  for (std::uint32_t i = state.first; i < state.first + state.count; ++i) {
    const TransitionInfo& transition = program_->transitions[i];
    if (escape != 0 && transition.escape != escape) break;
    if (!executable(transition, own, moved)) continue;
    if (transition.kind == TransitionKind::send && is_offer(transition, own)) {
      const std::size_t before = out.size();
      collect_receivers(own, transition, i - state.first, out);
      if (out.size() == before) continue;
    } else {
      out.push_back({pid, transition.action, (i - state.first) | flags | (deterministic && moved ? not_the_first : 0)});
    }
    moved = true;
    escape = transition.escape;
  }
}

// Makes the offer as the sender's step would, looks who accepts, and takes it back.
void Executor::collect_receivers(const Context& sender, const TransitionInfo& transition, std::uint32_t way,
                                 std::vector<Transition>& out) {
  make_offer(program_->sends[transition.operand], sender);
  if (fault_ != Fault::none) {
    fault_ = Fault::none;
    out.push_back({sender.pid, transition.action, way});
    return;
  }
  const std::uint32_t choice = way | (timeout_ ? in_timeout : 0);
  const model::Mark before = state_.mark();
  enter(sender, transition.target);
  remember_mover(sender.pid);
  for (auto pid = static_cast<std::uint32_t>(processes_.size()); pid-- > 0;) {
    if (pid == sender.pid) continue;
    const Context receiver = context(pid);
    const ControlState& state = control_state(receiver);
    std::uint32_t escape = 0;
    bool asked = false;
    for (std::uint32_t i = 0; i < state.count; ++i) {
      const TransitionInfo& candidate = program_->transitions[state.first + i];
      if (escape != 0 && candidate.escape != escape) break;
      if (candidate.kind != TransitionKind::receive && candidate.kind != TransitionKind::dstep) continue;
      if (!accepts_offer(candidate, receiver)) {
        fault_ = Fault::none;
        continue;
      }
      if (!asked && !may_move(pid)) break;
      asked = true;
      out.push_back({sender.pid, transition.action, choice | pid << receiver_shift | i << acceptance_shift});
      escape = candidate.escape;
    }
  }
  offer_.channel = 0;
  state_.rewind(before);
}

void Executor::collect_system(std::vector<Transition>& out, bool from_cache) {
  timeout_ = false;
  const bool free = !program_->uses_provided && !program_->uses_priorities;
  if (from_cache) settle_cache();
  for (;;) {
    for (auto pid = static_cast<std::uint32_t>(processes_.size()); pid-- > 0;) {
      if (from_cache && append_cached(pid, out)) continue;
      if (free || may_move(pid)) collect(pid, out);
      if (from_cache) listing_.steps.resize(out.size(), Listing::none);
    }
    from_cache = false;
    if (!out.empty() || timeout_ || !program_->uses_timeout) break;
    timeout_ = true;
  }
  timeout_ = false;
}

void Executor::enabled(std::vector<Transition>& out) {
  poll();
  out.clear();
  listing_.at = Listing::nowhere;
  const std::uint32_t holder = state_.get<std::uint8_t>(Registers::holder);
  const std::uint32_t turn = state_.get<std::uint8_t>(Registers::turn);
  if (holder != 0) {
    collect(holder - 1, out);
  } else if (program_->claim != Program::none && turn != 1) {
    if (program_->uses_timeout) {
      ways_.clear();
      collect_system(ways_);
      timeout_ = !ways_.empty() && (ways_.front().choice & in_timeout) != 0;
    }
    collect(claim_pid, out);
    timeout_ = false;
  } else {
    listing_.steps.clear();
    listing_.next = 0;
    listing_.any = false;
    listing_.generation = cache_.generation();
    collect_system(out, steps_ == Steps::cached);
    if (reducing_) reduce_enabled(out);
    listing_.at = state_.mark();
  }
}

void Executor::reduce_enabled(std::vector<Transition>& out) {
  const bool one_moves = out.empty() || out.front().actor == out.back().actor;
  if (one_moves || (out.front().choice & in_timeout) != 0) return;
  if (!reducer_) reducer_ = std::make_unique<Reducer>(*program_, watches_, visible_labels_, steps_ == Steps::cached);
  possible_.clear();
  for (const Transition& transition : out) {
    Possible possible{transition.actor, transition.choice & way_mask};
    const Context own = context(transition.actor);
    const TransitionInfo& info = program_->transitions[control_state(own).first + possible.way];
    if (info.kind == TransitionKind::send && is_offer(info, own)) {
      possible.partner = transition.choice >> receiver_shift & 0xFF;
      possible.acceptance = transition.choice >> acceptance_shift & way_mask;
      // An offer that fails has no partner.
      possible.meets =
          possible.partner != transition.actor && possible.acceptance < control_state(context(possible.partner)).count;
    }
    possible_.push_back(possible);
  }
  const Pids* const movers = reducer_->reduce(state_, processes_, possible_, *this);
  if (movers != nullptr) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (!(*movers)[out[i].actor]) continue;
      if (i < listing_.steps.size()) listing_.steps[kept] = listing_.steps[i];
      out[kept++] = out[i];
    }
    out.resize(kept);
    listing_.steps.resize(std::min(kept, listing_.steps.size()));
  }
}

bool Executor::ask(const Question& question) {
  const std::uint32_t number = question.number;
  switch (question.about) {
    case Question::About::condition:
      return executable(program_->transitions[number], context(question.pid), false);
    case Question::About::full:
      return number <= channels_.size() && full(channels_[number - 1]);
    case Question::About::empty:
      return number <= channels_.size() && length(channels_[number - 1]) == 0;
  }
  return true;
}

// ---------------------------------------------------------------- what happens

void Executor::execute_plain(const TransitionInfo& transition, const Context& context) {
  current_ = &transition;
  reached_[transition.action] = 1;
  if (explanation_ != nullptr) begin_telling(context.pid);
  switch (transition.kind) {
    case TransitionKind::skip:
    case TransitionKind::otherwise:
      break;
    case TransitionKind::condition:
      // The guard held when it was looked at; if it could not be evaluated, this meets the error again.
      if (!transition.sound) evaluate(transition.code, context);
      break;
    case TransitionKind::effect:
    case TransitionKind::launch:
      perform(transition.code, context);
      break;
    case TransitionKind::send:
      send(program_->sends[transition.operand], context);
      break;
    case TransitionKind::receive:
      if (offer_.channel != 0) {
        accept_offer(program_->receives[transition.operand], context);
      } else {
        receive(program_->receives[transition.operand], context);
      }
      break;
    case TransitionKind::end:
      end_process();
      break;
    case TransitionKind::dstep:
      execute_dstep(transition, context);
      break;
  }
}

void Executor::execute_dstep(const TransitionInfo& dstep, const Context& context) {
  const std::uint32_t first = context.first_state;
  std::uint32_t at = dstep.operand;
  for (std::uint32_t steps = 0; program_->states[first + at].inside_dstep; ++steps) {
    poll();
    const ControlState& state = program_->states[first + at];
    std::uint32_t taken = state.first;
    const std::uint32_t end = state.first + state.count;
    while (taken < end) {
      const TransitionInfo& option = program_->transitions[taken];
      if (offer_.channel != 0 ? accepts_offer(option, context) : executable(option, context, false)) break;
      ++taken;
    }
    current_ = taken < end ? &program_->transitions[taken] : &dstep;
    if (taken == end) fault(Fault::stuck_dstep);
    if (steps == endless_after) fault(Fault::endless);
    if (fault_ != Fault::none) return;
    const TransitionInfo& transition = program_->transitions[taken];
    if (transition.kind == TransitionKind::send && is_offer(transition, context)) fault(Fault::rendezvous_in_dstep);
    if (fault_ == Fault::none) execute_plain(transition, context);
    if (fault_ != Fault::none) return;
    if (explanation_ != nullptr) tell(context.pid, taken);
    at = transition.target;
  }
  enter(context, at);
}

std::uint32_t Executor::execute(const Transition& taken) {
  const Context own = context(taken.actor);
  const std::uint32_t id = control_state(own).first + (taken.choice & way_mask);
  const TransitionInfo& transition = program_->transitions[id];
  if ((taken.choice & not_the_first) != 0) {
    fail("nondeterminism", fmt::format("D_proctype {} has several ways to go", program_->types[own.type].name),
         location(program_->actions[transition.action].at));
  }
  timeout_ = (taken.choice & in_timeout) != 0;
  current_ = &transition;
  if (transition.kind != TransitionKind::send || !is_offer(transition, own)) {
    execute_plain(transition, own);
    timeout_ = false;
    if (fault_ != Fault::none) return nobody;
    if (transition.kind != TransitionKind::end && transition.kind != TransitionKind::dstep) {
      enter(own, transition.target);
    }
    remember_mover(own.pid);
    if (explanation_ != nullptr && transition.kind != TransitionKind::dstep) tell(own.pid, id);
    return transition.atomic ? own.pid : nobody;
  }
  current_ = &transition;
  reached_[transition.action] = 1;
  if (explanation_ != nullptr) begin_telling(own.pid);
  make_offer(program_->sends[transition.operand], own);
  if (fault_ != Fault::none) return nobody;
  if (explanation_ != nullptr) tell_message(true, offer_.channel, offer_.values);
  watch_event(true, offer_.channel);
  enter(own, transition.target);
  remember_mover(own.pid);  // for the receiver, the sender has moved
  if (explanation_ != nullptr) tell(own.pid, id);
  const Context receiver = context(taken.choice >> receiver_shift & 0xFF);
  const std::uint32_t accepting = control_state(receiver).first + (taken.choice >> acceptance_shift & way_mask);
  const TransitionInfo& acceptance = program_->transitions[accepting];
  execute_plain(acceptance, receiver);
  offer_.channel = 0;
  timeout_ = false;
  if (fault_ != Fault::none) return nobody;
  if (acceptance.kind != TransitionKind::dstep) enter(receiver, acceptance.target);
  remember_mover(receiver.pid);
  if (explanation_ != nullptr && acceptance.kind != TransitionKind::dstep) tell(receiver.pid, accepting);
  return acceptance.atomic ? receiver.pid : nobody;
}

Step Executor::fire(const Transition& transition) {
  if (explanation_ == nullptr) {
    if (StepCache::Step* step = cached(transition)) return take(*step);
  }
  return go(transition);
}

// A transition and, after it, the rest of an atomic sequence for as long as it has one way to go. Where it has several,
// the holder register says who has to go on.
Step Executor::go(const Transition& transition) {
  violated_ = false;
  fault_ = Fault::none;
  const bool claim_moves = transition.actor == claim_pid;
  if (state_.get<std::uint8_t>(Registers::holder) != 0) state_.set(Registers::holder, std::uint8_t{0});
  std::uint32_t alone = execute(transition);
  for (std::uint32_t steps = 0; alone != nobody && fault_ == Fault::none; ++steps) {
    poll();
    ways_.clear();
    if (alone == claim_pid || may_move(alone)) collect(alone, ways_);
    if (ways_.empty()) break;  // blocked: everybody may move again
    if (ways_.size() > 1) {
      if (alone != claim_pid) state_.set(Registers::holder, static_cast<std::uint8_t>(alone + 1));
      return finish(Step::intermediate);
    }
    if (steps == endless_after) fault(Fault::endless);
    if (fault_ == Fault::none) alone = execute(ways_.front());
  }
  if (fault_ != Fault::none) return fault_step();
  return arrive(claim_moves);
}

// A step is complete: of the system, or of the claim, which the system's step then follows.
Step Executor::arrive(bool claim_moved) {
  if (!claim_moved) {
    if (program_->claim != Program::none) state_.set(Registers::turn, std::uint8_t{0});
    forget_hidden();
    return finish(Step::moved);
  }
  if (control_state(context(claim_pid)).proper_end) {
    fail("claim", fmt::format("{} claim completed", program_->types[claim_.type].name),
         location(program_->actions[current_->action].at));
  }
  ways_.clear();
  collect_system(ways_);
  if (ways_.empty()) {  // the system has come to its end and stutters
    forget_hidden();
    return finish(Step::moved);
  }
  state_.set(Registers::turn, std::uint8_t{1});
  return finish(Step::intermediate);
}

Step Executor::finish(Step step) {
  if (!violated_) return step;
  violation_.after = step;
  return Step::failed;
}

void Executor::forget_hidden() {
  for (const auto& [offset, length] : program_->hidden_bytes) {
    std::memset(state_.edit(offset, length), 0, length);
  }
}

// ---------------------------------------------------------------- traces

bool Executor::event_matches(const TransitionInfo& transition, bool sent, std::uint32_t number) {
  const bool is_send = transition.kind == TransitionKind::send;
  if (is_send != sent || (!is_send && transition.kind != TransitionKind::receive)) return false;
  const ReceiveInfo& pattern = program_->receives[transition.operand];
  if (evaluate(pattern.channel, {}) != static_cast<std::int32_t>(number)) return false;
  const Channel& queue = channels_[number - 1];
  for (std::uint32_t i = 0; i < pattern.fields.size(); ++i) {
    if (pattern.fields[i].kind != ReceiveField::Kind::match) continue;
    // A send is looked at when its message is in (as the last one), a receive before it is out (as the first one).
    const std::int32_t value = is_rendezvous(queue) ? offer_.values[i] : field(queue, sent ? length(queue) - 1 : 0, i);
    if (evaluate(pattern.fields[i].code, {}) != value) return false;
  }
  return true;
}

void Executor::watch_event(bool sent, std::uint32_t number) {
  if (program_->trace == Program::none) return;
  const auto& watched = sent ? program_->traced_sends : program_->traced_receives;
  if (number >= watched.size() || !watched[number]) return;
  const ProcessType& trace = program_->types[program_->trace];
  const bool negated = trace.kind == ProcessKind::notrace;
  const auto is_end = [&](std::uint32_t event) { return event + 1 == trace.state_count; };
  const std::uint32_t event = state_.get<std::uint16_t>(Registers::event);
  const std::string where = location(program_->actions[current_->action].at);
  const ControlState& state = program_->states[trace.first_state + event];
  std::uint32_t found = Program::none;
  for (std::uint32_t i = state.first; i < state.first + state.count && !is_end(event); ++i) {
    if (!event_matches(program_->transitions[i], sent, number)) continue;
    if (found != Program::none) {
      fault(Fault::trace_choice);
      return;
    }
    found = i;
  }
  if (found != Program::none) {
    reached_[program_->transitions[found].action] = 1;
    const std::uint32_t target = program_->transitions[found].target;
    state_.set(Registers::event, static_cast<std::uint16_t>(target));
    if (negated && is_end(target)) fail("trace", "notrace: all events matched", where);
  } else if (negated) {
    state_.set(Registers::event, static_cast<std::uint16_t>(trace.state_count - 1));  // only the first try counts
  } else {
    fail("trace", "trace: no matching event", where);
  }
}

// ---------------------------------------------------------------- what goes wrong

// ---------------------------------------------------------------- statements

model::ActionId Executor::actions() const { return static_cast<model::ActionId>(program_->actions.size()); }

model::Action Executor::action(model::ActionId id) const {
  const ActionInfo& info = program_->actions[id];
  return {program_->types[info.type].name, info.text, location(info.at), info.counts};
}

}  // namespace waymark::promela
