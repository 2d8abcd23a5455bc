#include "java/java_model.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostics.hpp"
#include "java/link/flow.hpp"
#include "java/natives/natives.hpp"
#include "model/walk_about.hpp"

namespace waymark::java {

namespace {

constexpr std::string_view no_longer_presumed = "what the reduction presumed does not hold: ";

constexpr Natives natives = {served, access_by_handle};

// A trial run finds out which classes of the library the program uses; it does not have to come to an end.
constexpr std::uint64_t trial_bytecodes = 3'000'000;
constexpr std::uint64_t trial_steps = 20'000;

// The classes of the library that a run of the program initialises, in that order. Initialised before the program
// starts, they are no part of its states: after a first use, the library's static data is practically constant.
std::vector<std::string> used_library(const ClassSource& source, const Settings& settings,
                                      const std::shared_ptr<Journal>& journal) {
  std::vector<std::string> names;
  Vm vm(source, settings, journal, natives);
  vm.boot();
  std::vector<const Class*> known;
  const auto look = [&] {
    for (const auto& klass : vm.loader().classes()) {
      if (!klass->library || klass->init != Class::Init::yes || klass->initializer == nullptr) continue;
      if (klass->initializer->native != nullptr) continue;
      if (std::find(known.begin(), known.end(), klass.get()) != known.end()) continue;
      known.push_back(klass.get());
      names.push_back(klass->name);
    }
  };
  look();
  names.clear();
  for (std::uint64_t i = 0; i < trial_steps && vm.bytecodes() < trial_bytecodes; ++i) {
    Thread* next = nullptr;
    for (std::size_t n = 0; n < vm.memory().threads().size() && next == nullptr; ++n) {
      Thread& thread = *vm.memory().threads()[(n + i / 64) % vm.memory().threads().size()];
      if (vm.ways(thread) != 0) next = &thread;
    }
    if (next == nullptr) break;
    const Stop stop = vm.step(*next, 0);
    if (stop == Stop::unsupported || stop == Stop::pruned) break;
    look();
  }
  look();
  return names;
}

bool over(Vm& vm) {
  const auto& threads = vm.memory().threads();
  return std::none_of(threads.begin(), threads.end(), [](const auto& thread) {
    return thread->status != Status::none && (thread->flags & Thread::daemon) == 0;
  });
}

// Whether the thread, were it alone, would come back to this very state. All of that is taken back.
bool spins(Vm& vm, Thread& thread, int most_steps) {
  const std::span<const model::Word> packed = vm.memory().pack().words;
  const std::vector<model::Word> start(packed.begin(), packed.end());
  const model::Mark mark = vm.memory().mark();
  bool back = false;
  try {
    for (int i = 0; i < most_steps && !back && vm.ways(thread) == 1 && !vm.leaves_carrier(thread); ++i) {
      const Stop stop = vm.step(thread, 0);
      if ((stop != Stop::point && stop != Stop::cut) || !vm.reducer().invalidated.variable.empty()) break;
      vm.memory().settle();
      back = std::ranges::equal(vm.memory().pack().words, start);
    }
  } catch (const BadClass&) {
    back = false;
  } catch (const base::Stopped&) {
    vm.memory().rewind(mark);
    throw;
  }
  vm.memory().rewind(mark);
  return back;
}

// Whether code of the program that is being executed may come back to where it stands.
bool stands_in_loop(const Thread& thread) {
  return std::any_of(thread.frames.begin(), thread.frames.end(), [](const Frame& frame) {
    const std::vector<Insn>& code = frame.method->code;
    for (std::size_t at = frame.pc; at < code.size() && !frame.method->owner->library; ++at) {
      if (branches(code[at].op) && static_cast<std::uint32_t>(code[at].k) <= frame.pc) return true;
    }
    return false;
  });
}

}  // namespace

JavaModel::JavaModel(const ClassSource& source, const Settings& settings, const std::shared_ptr<Journal>& journal) {
  try {
    Settings warmed = settings;
    if (warmed.preload.empty()) warmed.preload = used_library(source, settings, journal);
    vm_ = std::make_unique<Vm>(source, warmed, journal, natives);
    vm_->boot();
    environment_ = std::make_unique<VmEnvironment>(*vm_);
    partition_hash_.emplace(vm_->memory());
    races_.emplace(*vm_);
    contacts_.emplace(*vm_);
    inspector_.emplace(*vm_);
  } catch (const BadClass& bad) {
    throw base::InputError(fmt::format("{}: error: {}", settings.main_class, bad.what()));
  }
}

model::Watch JavaModel::watch(std::string_view expression) {
  try {
    watches_.emplace_back(expression, vm_->loader());
  } catch (const BadClass& bad) {
    throw base::InputError(fmt::format("waymark: error: '{}': {}", expression, bad.what()));
  }
  return static_cast<model::Watch>(watches_.size() - 1);
}

std::string JavaModel::reduce(const model::Facts& labels) {
  // Then even a thread's own words matter to the others.
  if (vm_->settings().weak == Weak::cleared) return "weak references may be cleared";
  // A step that takes the last carrier disables the steps of other threads.
  if (vm_->settings().carriers != 0) return "virtual threads share carriers";
  const Disciplines invalidated = vm_->journal().dropped.all();
  ReadSet reads = read_set();
  // A formula asks about every change of its conditions; an invariant has to do with too many states.
  const bool cycles = labels.accepting || labels.progress;
  if (cycles && !reads.unclear.empty()) return reads.unclear;
  const Reducer::Visible some = reads.unclear.empty() ? Reducer::Visible::fields : Reducer::Visible::everything;
  vm_->reducer().start(invalidated, cycles || !watches_.empty() ? some : Reducer::Visible::nothing,
                       std::move(reads.fields));
  learn_disciplines();
  std::string why = vm_->reducer().unfit();
  if (!why.empty()) vm_->reducer().stop();
  return why;
}

// What the conditions read, from where all their classes are initialised, if every run comes there before a second
// thread starts.
ReadSet JavaModel::read_set() {
  constexpr int most_steps = 64;
  ReadSet reads;
  vm_->reducer().stop();
  reset();
  std::vector<model::Transition> ways;
  for (int step = 0; step < most_steps && !facts().watches_defined; ++step) {
    enabled(ways);
    if (ways.size() != 1 || vm_->memory().living() != 1 || fire(ways.front()) != model::Step::moved) break;
  }
  if (!facts().watches_defined) reads.unclear = "the class of a condition is initialised by one of several threads";
  for (const Proposition& each : watches_) {
    if (reads.unclear.empty()) each.add_reads(*vm_, reads);
  }
  reset();
  return reads;
}

// Walks about until no step shows anything new. What is learnt depends on the program and the options alone.
void JavaModel::learn_disciplines() {
  constexpr std::uint64_t most_bytecodes = 4'000'000;
  vm_->reducer().learn(true);
  walk_about(most_bytecodes, [this] { reset(); });
  vm_->reducer().learn(false);
  reset();
}

// Only the bytecodes of steps count: they follow from the states that the walks come to, and those that enabled() runs
// on trial do not.
template <typename Start>
void JavaModel::walk_about(std::uint64_t most_bytecodes, const Start& start) {
  std::uint64_t bytecodes = 0;
  const auto take = [&](const model::Transition& transition) {
    const std::uint64_t before = vm_->bytecodes();
    const bool moved = outcome(fire(transition), *this) == model::Step::moved;
    bytecodes += vm_->bytecodes() - before;
    return moved;
  };
  const auto known = [&] { return std::uint64_t{vm_->reducer().disciplines().size()}; };
  model::walk_about(*this, start, known, take, [&] { return bytecodes >= most_bytecodes; });
}

// The search has to begin anew, so what else would refute it is sought before, from where the thread stands, before
// the operation that is not as presumed. What is found out follows from that state, whichever search came there and
// after however much work: of several workers any may come there, and all begin anew with the same. Until they do, the
// reducer presumes what it presumed.
void JavaModel::learn_from_here() {
  constexpr std::uint64_t most_bytecodes = 400'000;
  const Reducer::Refutation first = vm_->reducer().invalidated;
  const Disciplines before = vm_->reducer().disciplines();
  vm_->reducer().learn(true);
  vm_->memory().settle();
  const model::Mark here = vm_->memory().mark();
  walk_about(most_bytecodes, [&] { vm_->memory().rewind(here); });
  vm_->memory().rewind(here);
  vm_->reducer().learn(false);
  Disciplines learnt;
  learnt.weaken(first.variable, first.instead);
  learnt.weaken(vm_->reducer().disciplines(), before);
  vm_->reducer().presume(before);
  violation_ = {};  // of the walks
  violation_.kind = refuted_presumption;
  violation_.detail = std::string(no_longer_presumed) + learnt.text();
}

bool refute(Refuted& dropped, const model::Violation& violation) {
  if (violation.kind != refuted_presumption || !violation.detail.starts_with(no_longer_presumed)) return false;
  return dropped.read(std::string_view(violation.detail).substr(no_longer_presumed.size()));
}

void JavaModel::reset() { vm_->memory().unpack(vm_->initial()); }

void JavaModel::enabled(std::vector<model::Transition>& out) {
  vm_->memory().poll();
  out.clear();
  starts_thread_ = false;
  if (over(*vm_)) return;
  Thread* alone = nullptr;
  for (const auto& thread : vm_->memory().threads()) {
    if (thread->status == Status::none) continue;
    // A thread that has just been started runs up to its first operation that others could notice: no other thread
    // can tell when that is done.
    if (vm_->goes_first(*thread) && vm_->ways(*thread) != 0) alone = thread.get();
    if (alone != nullptr) break;
  }
  starts_thread_ = alone != nullptr;
  const bool no_time = vm_->settings().timeouts == Timeouts::last && somebody_moves();
  for (const auto& thread : vm_->memory().threads()) {
    if (thread->status == Status::none || (alone != nullptr && alone != thread.get())) continue;
    const bool leaves = vm_->leaves_carrier(*thread);
    const bool stays = no_time && vm_->needs_time(*thread);
    if (stays && !leaves) continue;
    const std::uint32_t ways = vm_->ways(*thread);
    const std::uint32_t action = thread->frames.empty() ? 0 : Actions::of(thread->frames.back());
    for (std::uint32_t way = 0; way < ways && !stays; ++way) out.push_back({thread->number, action, way});
    if (leaves) out.push_back({thread->number, action, ways});
  }
  together_ = together_ || (!out.empty() && out.front().actor != out.back().actor);
  if (alone == nullptr) races_->enter(*contacts_);
  if (alone == nullptr && !out.empty() && out.front().actor == out.back().actor) {
    note_spin(*vm_->memory().threads()[out.front().actor]);
  }
}

// The one thread that can go on looks at what only others could change: then it does so for ever.
void JavaModel::note_spin(Thread& thread) {
  constexpr int most_steps = 4;
  constexpr std::uint32_t worth_of_long_step = 2'000;
  if (vm_->memory().living() == 1 || thread.status != Status::running) return;
  const bool is_long = (thread.flags & Thread::cut) != 0;
  const std::uint32_t costs = is_long ? worth_of_long_step : 1;
  if (looks_for_spins_ < costs) return;
  const Pending::What what = is_long ? Pending::What::read : vm_->pending(thread).what;
  if (what != Pending::What::read && what != Pending::What::update && what != Pending::What::yield) return;
  if ((!is_long && vm_->needs_time(thread)) || !stands_in_loop(thread)) return;
  looks_for_spins_ -= costs;
  if (!spins(*vm_, thread, is_long ? 1 : most_steps)) return;
  looks_for_spins_ = 0;
  vm_->journal().surroundings.note_spinning(
      fmt::format("{} at {}", vm_->objects().name_of(thread), place_in_program(thread)));
}

// Where time-outs come last: whether somebody can go on who needs no time for it. Who yields does not count, nor who
// only looks again and again at what others would have to change.
bool JavaModel::somebody_moves() {
  constexpr int most_looks = 64;
  const auto& threads = vm_->memory().threads();
  const auto looks = [&](Thread& thread) {
    const Pending::What what = vm_->pending(thread).what;
    const bool in_a_loop = (thread.flags & Thread::cut) != 0;
    return thread.status == Status::running &&
           (in_a_loop || what == Pending::What::read || what == Pending::What::update);
  };
  const auto moves = [&](const auto& thread) {
    return vm_->leaves_carrier(*thread) || (vm_->can_go_on(*thread) && !looks(*thread));
  };
  if (std::any_of(threads.begin(), threads.end(), moves)) return true;
  const auto waits = [&](const auto& thread) { return thread->status != Status::none && vm_->needs_time(*thread); };
  if (std::none_of(threads.begin(), threads.end(), waits)) return true;
  return std::any_of(threads.begin(), threads.end(),
                     [&](const auto& thread) { return vm_->can_go_on(*thread) && !spins(*vm_, *thread, most_looks); });
}

model::Step JavaModel::fire(const model::Transition& transition) {
  Thread& thread = *vm_->memory().threads()[transition.actor];
  Stop stop = Stop::unsupported;
  const std::uint64_t before = vm_->bytecodes();
  try {
    stop = vm_->step(thread, transition.choice);
  } catch (const BadClass& bad) {
    vm_->exceptions().unsupported(thread, bad.what());
  }
  constexpr std::uint64_t long_step = 1'000'000;
  const std::uint64_t bytecodes = vm_->bytecodes() - before;
  fired_bytecodes_ += bytecodes;
  if (bytecodes >= long_step) long_steps_[place_in_program(thread)] += bytecodes;
  violation_ = {};
  if (!vm_->reducer().invalidated.variable.empty()) {
    learn_from_here();
    return model::Step::unsupported;
  }
  const Problem& problem = vm_->exceptions().problem;
  switch (stop) {
    case Stop::pruned:
      return model::Step::pruned;
    case Stop::unsupported: {
      violation_.kind = "unsupported";
      violation_.detail = problem.text;
      for (const std::string& frame : problem.stack) violation_.detail += "\n    at " + frame;
      violation_.location = problem.place;
      return model::Step::unsupported;
    }
    case Stop::exception: {
      violation_.kind = problem.kind;
      violation_.detail = problem.kind == "linearizability"
                              ? problem.text
                              : fmt::format("{} ends with {}", vm_->objects().name_of(thread), problem.text);
      violation_.location = problem.place;
      violation_.stack = problem.stack;
      violation_.after = model::Step::moved;  // the thread ends, and the others go on
      vm_->memory().settle();
      return model::Step::failed;
    }
    default:
      vm_->memory().settle();
      contacts_->arrived(thread);
      if (!vm_->settings().races || !races_->find(violation_)) return model::Step::moved;
      violation_.after = model::Step::moved;
      return model::Step::failed;
  }
}

model::Facts JavaModel::facts() {
  model::Facts facts;
  facts.proper_end = over(*vm_);
  facts.watches_defined =
      std::all_of(watches_.begin(), watches_.end(), [](const Proposition& each) { return each.defined(); });
  return facts;
}

// Before its class is initialised there is nothing that an invariant could object to.
bool JavaModel::holds(model::Watch watch) { return !watches_[watch].defined() || watches_[watch].holds(*vm_); }

}  // namespace waymark::java
