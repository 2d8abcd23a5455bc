// Monitors, and who may run: what a thread is about to do, in how many ways, and doing it.
#include "java/machine/values.hpp"
#include "java/machine/vm.hpp"

namespace waymark::java {

bool Vm::enter(Thread& thread, Object& object) {
  const std::uint32_t self = thread.number + 1;
  if (object.owner() == self) {
    memory_.touch(object);
    object.monitor += 1u << 8;
    return true;
  }
  if (object.escaped || object.owner() != 0) {
    Pending pending;
    pending.what = Pending::What::enter;
    pending.object = object.place;
    pending.synchronizes = true;
    stop_ = Stop::point;
    if (!pass(thread, pending)) return false;
  }
  memory_.touch(object);
  object.monitor = self | 1u << 8;
  if (narrator_ != nullptr) narrator_->entered(object);
  return true;
}

bool Vm::leave(Thread& thread, Object& object) {
  if (object.owner() != thread.number + 1) {
    throw_new(thread, "java/lang/IllegalMonitorStateException", "current thread is not owner");
    return false;
  }
  memory_.touch(object);
  object.monitor -= 1u << 8;
  if (object.entries() == 0) {
    object.monitor = 0;
    if (narrator_ != nullptr) narrator_->left(object);
  }
  return true;
}

void Vm::wake(Thread& waiter, std::uint32_t why) {
  memory_.touch(waiter);
  waiter.status = Status::entering;
  waiter.flags |= why;
  waiter.pending = {};
}

Thread* Vm::thread_of(Ref object) {
  for (const auto& thread : memory_.threads()) {
    if (thread->status != Status::none && thread->object == object) return thread.get();
  }
  return nullptr;
}

// --- scheduling ---

bool Vm::free_running(const Thread& thread) const {
  // While a thread stands at the operation that it stopped before, that operation has to ask, whoever else is left.
  if (probing_ || granted_) return false;
  if (booting_ || evaluating_ || (thread.flags & Thread::atomic) != 0) return true;
  return memory_.living() == 1 && (!reducing_ || unjoined() == 0);
}

bool Vm::ready(const Thread& thread, const Pending& pending) {
  switch (pending.what) {
    case Pending::What::enter: {
      const std::uint32_t owner = at(pending.object)->owner();
      return owner == 0 || owner == thread.number + 1;
    }
    case Pending::What::join:
      return (at(pending.object)->data()[thread_status_] & 2) != 0 || at(pending.object)->data()[thread_status_] == 0 ||
             interrupted(thread);
    case Pending::What::park:
      return (thread.flags & Thread::permit) != 0 || interrupted(thread);
    case Pending::What::init:
      return pending.klass->init != Class::Init::running || pending.klass->init_thread == thread.number + 1;
    default:
      return true;
  }
}

bool Vm::interrupted(const Thread& thread) { return at(thread.object)->data()[thread_interrupted_] != 0; }

bool Vm::pass(Thread& thread, const Pending& pending) {
  stop_ = Stop::point;
  if (probing_) {
    thread.pending = pending;
    return false;
  }
  if (granted_) {
    granted_ = false;
    return !reducing_ || keeps_habits(thread, pending);
  }
  if (free_running(thread) && ready(thread, pending)) return true;
  if (reducing_ && memory_.living() == 1 && ready(thread, pending)) return keeps_habits(thread, pending);
  if (reducing_ && moves_freely(thread, pending)) {
    // Who has just been started goes first; so it is without reduction, whose steps ours are made of.
    if (!any_thread(Thread::fresh)) {
      ++merged;
      return keeps_habits(thread, pending);
    }
    thread.flags |= Thread::paused;
  }
  thread.pending = pending;
  return false;
}

bool Vm::choose(Thread& thread, std::uint32_t count, std::uint32_t& chosen) {
  chosen = 0;
  stop_ = Stop::point;
  if (granted_ && !probing_) {
    granted_ = false;
    chosen = choice_;
    return true;
  }
  if (count <= 1 && !probing_) return true;
  Pending pending;
  pending.what = Pending::What::choose;
  pending.count = count;
  if (booting_ && !probing_) return true;
  thread.pending = pending;
  return false;
}

const Pending& Vm::pending(Thread& thread) {
  // How many there are to choose from may have changed: they may be threads that wait.
  if (thread.pending.what == Pending::What::choose) thread.pending = {};
  if (thread.pending.what != Pending::What::unknown) return thread.pending;
  if (thread.status != Status::running || (thread.flags & (Thread::cut | Thread::fresh)) != 0) {
    thread.pending.what = Pending::What::run;
    return thread.pending;
  }
  probing_ = true;
  const std::uint64_t counted = bytecodes;
  const model::Mark mark = memory_.mark();
  const Frame top = thread.frames.back();
  (void)run(thread, 0);
  thread.frames.back() = top;
  const Pending found = thread.pending;
  memory_.rewind(mark);
  thread.pending = found;
  bytecodes = counted;
  probing_ = false;
  exception_ = 0;
  if (thread.pending.what == Pending::What::unknown) thread.pending.what = Pending::What::run;
  return thread.pending;
}

std::uint32_t Vm::ways(Thread& thread) {
  switch (thread.status) {
    case Status::none:
      return 0;
    case Status::waiting:
      return settings_.spurious ? 1 : 0;
    case Status::timed:
      return 1;
    case Status::entering:
      return at(thread.waits_on)->owner() == 0 ? 1 : 0;
    case Status::running:
      break;
  }
  const Pending& next = pending(thread);
  switch (next.what) {
    case Pending::What::choose:
      return next.count;
    case Pending::What::park:
    case Pending::What::join:
      // What is not there yet when a timed operation goes on has not come in time.
      if (next.timed) return 1;
      return ready(thread, next) || (settings_.spurious && next.what == Pending::What::park) ? 1 : 0;
    default:
      return ready(thread, next) ? 1 : 0;
  }
}

Stop Vm::step(Thread& thread, std::uint32_t choice) {
  memory_.begin();
  memory_.touch(thread);
  jumps_ = 0;
  merged = 0;
  refuted_variable.clear();
  allocated = 0;
  choice_ = choice;
  granted_ = false;
  exception_ = 0;
  thread.pending = {};
  thread.flags &= ~Thread::paused;
  switch (thread.status) {
    case Status::waiting:
    case Status::timed:
      if (thread.status == Status::timed) thread.leap();
      thread.status = Status::entering;
      thread.flags |= Thread::timed_out;
      return Stop::point;
    case Status::entering:
      return resume_wait(thread);
    default:
      break;
  }
  if ((thread.flags & (Thread::cut | Thread::fresh)) != 0) {
    thread.flags &= ~(Thread::cut | Thread::fresh);
  } else {
    granted_ = true;
  }
  return run(thread, 0);
}

// A thread that has left Object.wait takes its monitor again and goes on behind the call, or with an exception.
Stop Vm::resume_wait(Thread& thread) {
  Object& object = *at(thread.waits_on);
  memory_.touch(object);
  object.monitor = (thread.number + 1) | thread.entries << 8;
  if (narrator_ != nullptr) narrator_->entered(object);
  thread.status = Status::running;
  thread.waits_on = 0;
  thread.entries = 0;
  const bool was_interrupted = (thread.flags & Thread::interrupted) != 0;
  thread.flags &= ~(Thread::notified | Thread::timed_out | Thread::interrupted);
  if (was_interrupted) {
    Object& self = *at(thread.object);
    memory_.touch(self);
    self.data()[thread_interrupted_] = 0;
    throw_new(thread, "java/lang/InterruptedException", {}, false);
    Stop stop = Stop::point;
    if (!unwind(thread, exception_, stop, 0)) return stop;
  } else {
    Frame& frame = thread.frames.back();
    frame.depth -= 3;
    ++frame.pc;
  }
  return run(thread, 0);
}

bool Vm::evaluate(Method& method, bool& value) {
  const model::Mark mark = memory_.mark();
  memory_.begin();
  evaluating_ = true;
  Thread& thread = memory_.start_thread(0);
  const Ref self = memory_.threads().front()->object;
  thread.object = self;
  const Stop stop = run_now(thread, method, {});
  value = stop == Stop::returned && thread.words[0] != 0;
  evaluating_ = false;
  memory_.rewind(mark);
  return stop == Stop::returned;
}

bool Vm::end(Thread& thread) {
  const Ref ref = thread.object;
  const std::uint32_t number = thread.number;
  memory_.end_thread(thread);
  Object& object = *at(ref);
  memory_.touch(object);
  Object& holder = object;
  holder.data()[field(java_thread, "threadStatus")] = 2;
  put64(holder.data() + field(java_thread, "eetop"), 0);
  note_end(object);
  (void)number;
  for (const auto& other : memory_.threads()) {
    if ((other->status == Status::waiting || other->status == Status::timed) && other->waits_on == ref) {
      wake(*other, Thread::notified);
    }
  }
  return true;
}

void Vm::exit_program() {
  for (const auto& thread : memory_.threads()) {
    if (thread->status != Status::none) memory_.end_thread(*thread);
  }
}

}  // namespace waymark::java
