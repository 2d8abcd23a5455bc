#include "java/machine/scheduler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

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
  memory_.touch(objects_.thread_holder(object));
  objects_.status_of(object) = 2;
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
  joined_ = false;
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
      return objects_.has_ended(pending.object) || objects_.status_of(*objects_.at(pending.object)) == 0 ||
             objects_.interrupted(thread);
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
  if (std::exchange(joined_, false) && ready(thread, pending)) {
    resume_call(thread);
    granted_ = true;
    return pass(thread, pending);
  }
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
  if (method == nullptr || method->lock_use != LockUse::releases || !reducer_.nobody_asks(*method->owner)) return false;
  call_.begin(thread);
  if (goes_with_call(thread, pending)) return true;
  call_.end();
  return false;
}

namespace {

// The class of the task that the thread itself works on, and of which others only wait for the end; null if there is
// none.
const Class* own_task(const Thread& thread) {
  for (std::size_t i = thread.frames.size(); i-- > 0;) {
    const Method& method = *thread.frames[i].method;
    if (method.lock_use == LockUse::runs) return method.owner;
    if (method.owner->name != "java/util/concurrent/FutureTask" &&
        method.owner->name != "java/util/concurrent/locks/LockSupport") {
      return nullptr;
    }
  }
  return nullptr;
}

}  // namespace

// Whether nobody who waits for a future or a task can tell when this happens.
bool Scheduler::settles_by_itself(const Thread& thread, const Pending& pending) {
  if (settings_.library != LibraryCalls::atomic || !thread.frames.back().method->owner->library) return false;
  if (!reducer_.is_settled(thread, pending)) {
    const Class* const task = own_task(thread);
    if (task == nullptr || !reducer_.nobody_asks(*task)) return false;
  }
  return reducer_.is_inside(pending) && ready(thread, pending);
}

bool Scheduler::needs_no_stop(Thread& thread, const Pending& pending) {
  // Where time-outs come last, who waits for time has to stand where that shows.
  if (pending.what == Pending::What::yield && settings_.timeouts == Timeouts::last) return false;
  const bool with_call = goes_with_call(thread, pending) || begins_release(thread, pending);
  const bool by_itself = !with_call && settles_by_itself(thread, pending);
  if (!with_call && !by_itself &&
      ((pending.what == Pending::What::yield && call_.goes_on()) || !reducer_.moves_freely(thread, pending)))
    return false;
  // Who has just been started goes first; so it is without reduction, whose steps ours are made of.
  if (any_thread(memory_, Thread::fresh)) {
    thread.flags |= Thread::paused | (with_call ? Thread::amid : 0);
    return false;
  }
  if (with_call || by_itself) journal_.library_matters.store(true, std::memory_order_relaxed);
  if (with_call && reducer_.is_shown(pending)) call_.end();
  return true;
}

// One run of the twin tells whether an order explains the history, so that run must be the only one.
bool Scheduler::judges(const Thread& thread) {
  return std::any_of(thread.frames.begin(), thread.frames.end(),
                     [](const Frame& frame) { return frame.method->owner->name == "waymark/internal/History"; });
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
  if (!probing_ && judges(thread)) {
    exceptions_.unsupported(thread, "--linearizable: a sequential twin with a choice");
    return false;
  }
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

// Whether a time-out changes nothing. An idle worker of a ForkJoinPool whose time is over leaves only if it is the last
// that became idle. Otherwise it waits again, for a later moment, and so would have as many states as there are
// moments.
bool Scheduler::waits_on_in_vain(const Thread& thread, const Pending& pending) {
  if (pending.what != Pending::What::park || thread.frames.size() < 2 || ready(thread, pending)) return false;
  const Frame& frame = thread.frames[thread.frames.size() - 2];
  constexpr std::string_view pool = "java/util/concurrent/ForkJoinPool";
  if (frame.method->name != "awaitWork" || frame.method->owner->name != pool ||
      frame.method->descriptor != "(Ljava/util/concurrent/ForkJoinPool$WorkQueue;)I") {
    return false;
  }
  const Word* const arguments = thread.words.data() + frame.base;
  if (arguments[0] == 0 || arguments[1] == 0) return false;
  const Object& queue = *objects_.at(arguments[1]);
  const std::uint64_t control = get64(objects_.at(arguments[0])->data() + objects_.field(pool, "ctl"));
  constexpr std::uint64_t number = 0xFFFF;
  return ((control ^ queue.data()[objects_.field(queue.klass->name, "config")]) & number) != 0;
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
      if (pending.timed && settings_.timeouts != Timeouts::never && !waits_on_in_vain(thread, pending)) return 1;
      return ready(thread, pending) || (settings_.spurious && pending.what == Pending::What::park) ? 1 : 0;
    default:
      return ready(thread, pending) ? std::max(pending.count, 1u) : 0;
  }
}

}  // namespace waymark::java
