#include "llvm/llvm_model.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostics.hpp"
#include "llvm/telling.hpp"
#include "model/lock_list.hpp"
#include "model/walk_about.hpp"

namespace waymark::llvm {

LlvmModel::LlvmModel(std::shared_ptr<const Program> program, const Settings& settings, std::shared_ptr<Journal> journal)
    : machine_(std::move(program), settings), journal_(std::move(journal)) {
  for (const std::string& expression : settings.shown) {
    const Proposition proposition(expression, machine_.program());
    for (const Reference object : proposition.reads()) machine_.show(object);
    for (const std::uint32_t site : proposition.sites()) machine_.show_site(site);
    if (proposition.reads_all()) machine_.show_all();
  }
  for (const Code& code : machine_.program().codes) {
    first_action_.push_back(places_);
    places_ += static_cast<std::uint32_t>(code.ops.size());
  }
}

model::Watch LlvmModel::watch(std::string_view expression) { return add_watch(expression, false); }

model::Watch LlvmModel::watch_invariant(std::string_view expression) { return add_watch(expression, true); }

model::Watch LlvmModel::add_watch(std::string_view expression, bool holds_if_absent) {
  Proposition made(expression, machine_.program());
  if (!made.registers().empty()) {
    throw base::InputError(
        fmt::format("waymark: error: '{}': {} is in a register here; name it in a question from the start", expression,
                    *made.registers().begin()));
  }
  watches_.push_back({std::move(made), holds_if_absent});
  return static_cast<model::Watch>(watches_.size() - 1);
}

std::string LlvmModel::reduce(const model::Facts& labels) {
  if (labels.accepting || labels.progress) return "cycles of C programs are judged with all steps";
  learn();
  return {};
}

// Walks about until no step shows anything new. What is learnt depends on the program and the options alone.
void LlvmModel::learn() {
  constexpr std::uint64_t most_steps = 20'000;
  Reducer& reducer = machine_.reducer();
  reducer.learn(journal_->dropped.all());
  std::uint64_t steps = 0;
  const auto take = [&](const model::Transition& transition) {
    ++steps;
    return outcome(fire(transition), *this) == model::Step::moved;
  };
  const auto known = [&] { return reducer.learnt(); };
  model::walk_about(
      *this, [this] { reset(); }, known, take, [&] { return steps >= most_steps; });
  reducer.presume();
  reset();
}

bool refute(Refuted& dropped, const model::Violation& violation) {
  return violation.kind == refuted_presumption && dropped.read(violation.detail);
}

model::ActionId LlvmModel::action_of(const Thread& thread) const {
  const Frame& top = thread.frames.back();
  return first_action_[top.code->index] + top.pc;
}

void LlvmModel::enabled(std::vector<model::Transition>& out) {
  Memory& memory = machine_.memory();
  memory.poll();
  out.clear();
  Thread* alone = nullptr;
  bool someone = false;
  for (const auto& thread : memory.threads()) {
    if (!is_living(thread->record.status)) continue;
    const bool goes = machine_.can_go_on(*thread);
    someone = someone || goes;
    // Within an indivisible section nobody else runs.
    const bool inside = thread->record.atomic != 0 && (thread->record.flags & Record::suspended) == 0;
    if (goes && inside && alone == nullptr) alone = thread.get();
  }
  // Waits that end for no reason do not count if nobody else can go on.
  if (!someone) return;
  for (const auto& thread : memory.threads()) {
    if (!is_living(thread->record.status)) continue;
    if (alone != nullptr && alone != thread.get()) continue;
    const std::uint32_t ways = machine_.ways(*thread);
    for (std::uint32_t way = 0; way < ways; ++way) out.push_back({thread->number, action_of(*thread), way});
  }
  together_ = together_ || (!out.empty() && out.front().actor != out.back().actor);
  if (alone == nullptr && !machine_.settings().races) races_.enter();
}

model::Step LlvmModel::fire(const model::Transition& transition) {
  Thread& thread = *machine_.memory().threads()[model::actor_of(transition)];
  violation_ = {};
  const Outcome outcome = machine_.step(thread, transition.choice);
  const Machine::Problem& problem = machine_.problem();
  switch (outcome) {
    case Outcome::pruned:
      return model::Step::pruned;
    case Outcome::unsupported:
    case Outcome::failed: {
      const bool failed = outcome == Outcome::failed;
      violation_.kind = problem.kind;
      violation_.detail = failed ? fmt::format("{}: {}", problem.who, problem.text) : problem.text;
      violation_.location = problem.place;
      violation_.stack = problem.stack;
      if (problem.kind == "race") violation_.accesses = machine_.unordered();
      return failed ? model::Step::failed : model::Step::unsupported;
    }
    case Outcome::moved:
      break;
  }
  if (!machine_.settings().races || !races_.find(violation_)) return model::Step::moved;
  violation_.after = model::Step::moved;
  return model::Step::failed;
}

model::Facts LlvmModel::facts() {
  model::Facts facts;
  facts.proper_end = machine_.memory().living() == 0;
  return facts;
}

bool LlvmModel::holds(model::Watch watch) {
  return watches_[watch].proposition.holds(machine_).value_or(watches_[watch].holds_if_absent);
}

model::Action LlvmModel::action(model::ActionId id) const {
  const Program& program = machine_.program();
  model::Action action;
  if (id < places_) {
    const auto at = std::upper_bound(first_action_.begin(), first_action_.end(), id) - 1;
    // Functions without a body have no actions, and share their first one with the next.
    const Code& code = program.codes[static_cast<std::size_t>(at - first_action_.begin())];
    const Op& op = code.ops[id - *at];
    action.actor = code.shown;
    action.text = code.shown;
    action.location = program.place_text(op.place);
    action.counts = false;
    return action;
  }
  const Code& code = program.codes[id - places_];
  action.actor = code.shown;
  action.text = fmt::format("function {}", code.shown);
  const Debug& debug = program.module->debug;
  if (code.scope != 0 && code.scope < debug.scopes.size()) {
    const Scope& scope = debug.scopes[code.scope];
    action.location = fmt::format("{}:{}", debug.files[scope.file].name, scope.line);
  }
  action.whole = true;
  action.counts = code.defined && code.scope != 0 && !code.library;
  return action;
}

model::Step LlvmModel::explain(const model::Transition& transition, model::Explanation& out) {
  Telling telling(machine_, out);
  struct Silence {
    Machine& machine;
    ~Silence() { machine.narrate(nullptr); }
  };
  // The operation itself may say little, as a read does.
  Thread& thread = *machine_.memory().threads()[model::actor_of(transition)];
  model::Event first;
  first.actor = thread.number;
  first.who = Accesses::name_of(thread);
  Spelling spelling(machine_);
  first.text = spelling.next(thread);
  first.location = machine_.place_of(thread);
  const bool runs_test = Telling::runs_test(thread);
  machine_.narrate(&telling);
  const Silence silence{machine_};
  const model::Step step = fire(transition);
  telling.finish(thread);
  if (step == model::Step::failed && !out.empty()) {
    // The call by which an assertion fails is the compiler's.
    std::string& last = out.back().text;
    if (const std::size_t call = last.find("__assert_fail("); call != std::string::npos) {
      last.replace(call, std::string::npos, machine_.problem().text);
    }
  }
  const bool told = !out.empty() && out.front().location == first.location && out.front().actor == first.actor;
  if (!told && (out.empty() || !first.location.empty())) out.insert(out.begin(), first);
  if (runs_test && step == model::Step::moved) telling.fold_test(thread);
  return step;
}

namespace {

model::Wait wait_of(const Machine::Need& need, Spelling& spelling) {
  model::Wait wait;
  wait.kind = need.kind;
  if (need.thread != nullptr) wait.by = {Accesses::name_of(*need.thread)};
  const bool end = need.kind == model::Wait::Kind::end;
  if (!end) wait.what = spelling.lock(need.address.object, need.address.bits);
  if (end && need.thread != nullptr) wait.what = wait.by.front();
  return wait;
}

std::string text_of(const model::Wait& wait, const std::string& who) {
  switch (wait.kind) {
    case model::Wait::Kind::lock:
      if (wait.by.empty()) return fmt::format("the lock {}", wait.what);
      return fmt::format("the lock {}, which {} holds", wait.what,
                         wait.by.front() == who ? "it itself" : wait.by.front());
    case model::Wait::Kind::notification:
      return fmt::format("a signal on {}", wait.what);
    case model::Wait::Kind::end:
      return wait.what.empty() ? "" : fmt::format("the end of {}", wait.what);
    default:
      return fmt::format("a change of {}", wait.what);
  }
}

}  // namespace

std::vector<model::Value> LlvmModel::values() {
  std::vector<model::Value> out;
  Spelling spelling(machine_);
  for (const DecodedGlobal& global : machine_.program().globals) {
    if (global.function == 0 && !global.thread_local_) spelling.values(global.reference, out);
  }
  return out;
}

std::vector<model::Value> LlvmModel::details() {
  model::LockList locks;
  Spelling spelling(machine_);
  const auto& threads = machine_.memory().threads();
  for (const DecodedGlobal& global : machine_.program().globals) {
    if (global.function != 0 || global.thread_local_) continue;
    for (const Spelling::Mutex& mutex : spelling.held(global.reference)) {
      if (mutex.owner < threads.size()) locks.held(mutex.name, Accesses::name_of(*threads[mutex.owner]));
    }
  }
  for (const auto& thread : threads) {
    if (!is_there(thread->record.status) || thread->frames.empty()) continue;
    const auto need = machine_.need_of(*thread);
    if (!need) continue;
    const model::Wait wait = wait_of(*need, spelling);
    if (wait.kind != model::Wait::Kind::lock && wait.kind != model::Wait::Kind::notification) continue;
    if (wait.kind == model::Wait::Kind::lock && !wait.by.empty()) locks.held(wait.what, wait.by.front());
    locks.awaited(wait.what, Accesses::name_of(*thread));
  }
  return locks.values();
}

std::vector<model::Standing> LlvmModel::standings() {
  std::vector<model::Standing> all;
  Spelling spelling(machine_);
  for (const auto& thread : machine_.memory().threads()) {
    const Status status = thread->record.status;
    if (!is_there(status) || thread->frames.empty()) continue;
    model::Standing standing;
    standing.who = Accesses::name_of(*thread);
    standing.actor = thread->number;
    if (const auto need = machine_.need_of(*thread)) {
      standing.waits.push_back(wait_of(*need, spelling));
      standing.waits_for = text_of(standing.waits.back(), standing.who);
    }
    standing.location = machine_.place_of(*thread);
    standing.ways.push_back({spelling.next(*thread), machine_.place_of(*thread)});
    for (const std::size_t i : shown_frames(machine_, *thread)) {
      const Frame& frame = thread->frames[i];
      standing.stack.push_back({frame.code->shown, machine_.program().place_text(frame.code->ops[frame.pc].place)});
    }
    all.push_back(std::move(standing));
  }
  return all;
}

}  // namespace waymark::llvm
