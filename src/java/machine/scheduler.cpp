#include "java/machine/scheduler.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "java/machine/values.hpp"

namespace waymark::java {

// --- monitors ---

bool Scheduler::enter(Thread& thread, Object& object) {
  const std::uint32_t self = thread.number + 1;
  if (object.owner() == self) {
    if (object.entries() == Object::most_entries) {
      exceptions_.unsupported(thread,
                              fmt::format("a monitor that is entered more than {} times", Object::most_entries));
      return false;
    }
    memory_.touch(object);
    object.monitor += Object::one_entry;
    return true;
  }
  if (object.escaped || object.owner() != 0) {
    Pending pending;
    pending.what = Pending::What::enter;
    pending.object = object.place;
    pending.synchronizes = true;
    exceptions_.stop = Stop::point;
    if (!pass(thread, pending)) return false;
  }
  memory_.touch(object);
  object.monitor = self | Object::one_entry;
  if (objects_.narrator != nullptr) objects_.narrator->entered(object);
  return true;
}

bool Scheduler::leave(Thread& thread, Object& object) {
  if (object.owner() != thread.number + 1) {
    exceptions_.throw_new(thread, "java/lang/IllegalMonitorStateException", "current thread is not owner");
    return false;
  }
  memory_.touch(object);
  object.monitor -= Object::one_entry;
  if (object.entries() == 0) {
    object.monitor = 0;
    if (objects_.narrator != nullptr) objects_.narrator->left(object);
  }
  return true;
}

void Scheduler::wake(Thread& waiter, std::uint32_t why) {
  memory_.touch(waiter);
  waiter.status = Status::entering;
  waiter.flags |= why;
  waiter.pending = {};
}

void Scheduler::wait(Thread& thread, Object& object, bool timed) {
  thread.waits_on = object.place;
  thread.entries = object.entries();
  thread.status = timed ? Status::timed : Status::waiting;
  thread.pending = {};
  memory_.touch(object);
  object.monitor = 0;
  if (objects_.narrator != nullptr) objects_.narrator->left(object);
}

bool Scheduler::take_monitor_again(Thread& thread) {
  Object& object = *objects_.at(thread.waits_on);
  memory_.touch(object);
  object.monitor = (thread.number + 1) | thread.entries * Object::one_entry;
  if (objects_.narrator != nullptr) objects_.narrator->entered(object);
  thread.status = Status::running;
  thread.waits_on = 0;
  thread.entries = 0;
  const bool was_interrupted = (thread.flags & Thread::interrupted) != 0;
  thread.flags &= ~(Thread::notified | Thread::timed_out | Thread::interrupted);
  return was_interrupted;
}

Thread* Scheduler::thread_of(Ref object) {
  for (const auto& thread : memory_.threads()) {
    if (thread->status != Status::none && thread->object == object) return thread.get();
  }
  return nullptr;
}

void Scheduler::end(Thread& thread) {
  const Ref ref = thread.object;
  memory_.end_thread(thread);
  Object& object = *objects_.at(ref);
  memory_.touch(object);
  object.data()[objects_.thread_status] = 2;
  put64(object.data() + objects_.thread_eetop, 0);
  reducer_.note_end(object);
  for (const auto& other : memory_.threads()) {
    if ((other->status == Status::waiting || other->status == Status::timed) && other->waits_on == ref) {
      wake(*other, Thread::notified);
    }
  }
}

void Scheduler::end_all() {
  for (const auto& thread : memory_.threads()) {
    if (thread->status != Status::none) memory_.end_thread(*thread);
  }
}

// --- who may go on ---

void Scheduler::begin_turn(std::uint32_t choice, bool granted) {
  choice_ = choice;
  granted_ = granted;
  call_.reset();
  collapsed_stops = 0;
}

void Scheduler::resume_call(const Thread& thread) {
  if (reducer_.active() && settings_.library == LibraryCalls::atomic) call_.begin(thread);
}

bool Scheduler::ready(const Thread& thread, const Pending& pending) {
  switch (pending.what) {
    case Pending::What::enter: {
      const std::uint32_t owner = objects_.at(pending.object)->owner();
      return owner == 0 || owner == thread.number + 1;
    }
    case Pending::What::join:
      return (objects_.at(pending.object)->data()[objects_.thread_status] & 2) != 0 ||
             objects_.at(pending.object)->data()[objects_.thread_status] == 0 || objects_.interrupted(thread);
    case Pending::What::park:
      return (thread.flags & Thread::permit) != 0 || objects_.interrupted(thread);
    case Pending::What::init:
      return pending.klass->init != Class::Init::running || pending.klass->init_thread == thread.number + 1;
    default:
      return true;
  }
}

bool Scheduler::pass(Thread& thread, const Pending& pending) {
  exceptions_.stop = Stop::point;
  if (probing_) {
    thread.pending = pending;
    return false;
  }
  if (granted_) {
    granted_ = false;
    if (call_.goes_on() && (!reducer_.is_inside(pending) || reducer_.is_shown(pending))) call_.end();
    return !reducer_.active() || reducer_.keeps_disciplines(thread, pending);
  }
  choice_ = 0;
  if (pending.count > 1 && mode_ == Mode::checking) {
    thread.pending = pending;
    return false;
  }
  if (free_running(thread) && ready(thread, pending)) return true;
  if (reducer_.active() && memory_.living() == 1 && ready(thread, pending))
    return reducer_.keeps_disciplines(thread, pending);
  if (reducer_.active() && needs_no_stop(thread, pending)) {
    ++collapsed_stops;
    return reducer_.keeps_disciplines(thread, pending);
  }
  thread.pending = pending;
  return false;
}

// Whether the operation belongs to a library call that has had its stop. What ends such a call, or keeps its own
// rules, does not.
bool Scheduler::goes_with_call(const Thread& thread, const Pending& pending) {
  if (!call_.goes_on()) return false;
  switch (pending.what) {
    case Pending::What::yield:
    case Pending::What::sleep:
    case Pending::What::exit:
      return false;
    default:
      return reducer_.is_inside(pending) && ready(thread, pending) && call_.count();
  }
}

// Whether it is the first operation of a release, which may follow at once on what the thread did before.
bool Scheduler::begins_release(const Thread& thread, const Pending& pending) {
  if (call_.goes_on() || thread.frames.back().method->part == Part::program) return false;
  const Method* const method = LibraryCall::method_of(thread);
  if (method == nullptr || method->lock_use != LockUse::releases || !reducer_.releases_early(*method)) return false;
  call_.begin(thread);
  if (goes_with_call(thread, pending)) return true;
  call_.end();
  return false;
}

bool Scheduler::needs_no_stop(Thread& thread, const Pending& pending) {
  // Where time-outs come last, who waits for time has to stand where that shows.
  if (pending.what == Pending::What::yield && settings_.timeouts == Timeouts::last) return false;
  const bool with_call = goes_with_call(thread, pending) || begins_release(thread, pending);
  if (!with_call &&
      ((pending.what == Pending::What::yield && call_.goes_on()) || !reducer_.moves_freely(thread, pending)))
    return false;
  // Who has just been started goes first; so it is without reduction, whose steps ours are made of.
  if (any_thread(memory_, Thread::fresh)) {
    thread.flags |= Thread::paused | (with_call ? Thread::amid : 0);
    return false;
  }
  if (with_call) {
    settings_.library_matters->store(true, std::memory_order_relaxed);
    if (reducer_.is_shown(pending)) call_.end();
  }
  return true;
}

bool Scheduler::choose(Thread& thread, std::uint32_t count, std::uint32_t& chosen) {
  chosen = 0;
  exceptions_.stop = Stop::point;
  if (granted_ && !probing_) {
    granted_ = false;
    chosen = choice_;
    return true;
  }
  if (count <= 1 && !probing_) return true;
  Pending pending;
  pending.what = Pending::What::choose;
  pending.count = count;
  if (mode_ == Mode::booting && !probing_) return true;
  thread.pending = pending;
  return false;
}

bool Scheduler::needs_time(const Thread& thread, const Pending& pending) {
  if (thread.status != Status::running) return thread.status == Status::timed;
  switch (pending.what) {
    case Pending::What::park:
    case Pending::What::join:
      return pending.timed && !ready(thread, pending);
    case Pending::What::yield:
      // A sleep: who is interrupted does not sleep on.
      return pending.timed && !objects_.interrupted(thread);
    default:
      return false;
  }
}

std::uint32_t Scheduler::ways(const Thread& thread, const Pending& pending) {
  switch (thread.status) {
    case Status::none:
      return 0;
    case Status::waiting:
      return settings_.spurious ? 1 : 0;
    case Status::timed:
      return settings_.timeouts != Timeouts::never || settings_.spurious ? 1 : 0;
    case Status::entering:
      return objects_.at(thread.waits_on)->owner() == 0 ? 1 : 0;
    case Status::running:
      break;
  }
  switch (pending.what) {
    case Pending::What::choose:
      return pending.count;
    case Pending::What::park:
    case Pending::What::join:
      // What is not there yet when a timed operation goes on has not come in time.
      if (pending.timed && settings_.timeouts != Timeouts::never) return 1;
      return ready(thread, pending) || (settings_.spurious && pending.what == Pending::What::park) ? 1 : 0;
    default:
      return ready(thread, pending) ? std::max(pending.count, 1u) : 0;
  }
}

}  // namespace waymark::java
