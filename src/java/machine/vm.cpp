#include "java/machine/vm.hpp"

#include <utility>

#include "java/machine/boot.hpp"
#include "java/machine/values.hpp"

namespace waymark::java {

Vm::Vm(ClassSource source, Settings settings, std::shared_ptr<Journal> journal, const Natives& natives)
    : parts_(std::move(source), std::move(settings), std::move(journal)),
      env_(parts_, interpreter_),
      interpreter_(parts_, env_, natives.polymorphic) {
  parts_.memory.set_stop(parts_.settings.stop);
  parts_.loader.on_load = [this](Class& klass) { loaded(klass); };
  parts_.loader.find_native = natives.served;
}

void Vm::loaded(Class& klass) {
  Memory& memory = parts_.memory;
  if (parts_.settings.library == LibraryCalls::atomic) parts_.linearizable.classify(klass);
  memory.add(klass);
  if (klass.init == Class::Init::yes) memory.always_initialized(klass);
  for (std::size_t i = memory.methods.size(); i < parts_.loader.methods.size(); ++i) {
    memory.methods.push_back(parts_.loader.methods[i]);
  }
  parts_.objects.add_mirror(klass);
  parts_.reducer.add(klass);
}

void Vm::boot() {
  initial_ = Boot(parts_, interpreter_, env_).run();
  parts_.carriers.start(parts_.loader);
}

std::uint32_t Vm::ways(Thread& thread) {
  if (parts_.carriers.limited() && !parts_.carriers.may_run(thread)) return 0;
  const bool runs = thread.status == Status::running;
  return parts_.scheduler.ways(thread, runs ? pending(thread) : thread.pending);
}

bool Vm::can_go_on(Thread& thread) {
  return thread.status != Status::none && ways(thread) != 0 && !needs_time(thread) &&
         pending(thread).what != Pending::What::yield;
}

bool Vm::may_leave_carrier(Thread& thread) {
  return parts_.carriers.may_leave(thread, thread.status == Status::running ? pending(thread) : thread.pending);
}

// A virtual thread that has just been started has no carrier yet, and others notice who gets one.
bool Vm::goes_first(Thread& thread) {
  if (parts_.carriers.limited() && (thread.flags & Thread::fresh) != 0 && parts_.carriers.needs_one(thread))
    return false;
  if ((thread.flags & (Thread::fresh | Thread::atomic)) != 0) return true;
  if ((thread.flags & Thread::paused) == 0 || any_thread(parts_.memory, Thread::fresh)) return false;
  if ((thread.flags & Thread::amid) != 0) return true;
  parts_.memory.forget_reach();
  return parts_.reducer.moves_freely(thread, pending(thread));
}

Stop Vm::step(Thread& thread, std::uint32_t choice) {
  const bool leaves = leaves_carrier(thread) && choice == ways(thread);
  parts_.memory.poll();
  parts_.memory.begin();
  parts_.memory.touch(thread);
  parts_.reducer.invalidated.variable.clear();
  parts_.objects.allocated = 0;
  parts_.exceptions.pending = 0;
  if (leaves) {
    thread.flags &= ~Thread::carried;
    return Stop::point;
  }
  if (parts_.carriers.limited() && parts_.carriers.needs_one(thread)) thread.flags |= Thread::carried;
  interpreter_.begin_turn();
  thread.pending = {};
  // Who has paused before something that nobody notices has not had the stop of a library call.
  const bool had_stop = (thread.flags & (Thread::paused | Thread::amid)) != Thread::paused;
  thread.flags &= ~(Thread::paused | Thread::amid);
  const bool runs = thread.status == Status::running;
  const bool stands_before_an_operation = runs && (thread.flags & (Thread::cut | Thread::fresh)) == 0;
  parts_.scheduler.begin_turn(choice, stands_before_an_operation);
  if (had_stop && (stands_before_an_operation || thread.status == Status::entering)) {
    parts_.scheduler.resume_call(thread);
  }
  if (thread.status == Status::entering) return resume_wait(thread);
  if (!runs) {
    if (thread.status == Status::timed) thread.leap(asked_wait(thread));
    thread.status = Status::entering;
    thread.flags |= Thread::timed_out;
    return Stop::point;
  }
  thread.flags &= ~(Thread::cut | Thread::fresh);
  return interpreter_.run(thread, 0);
}

// A thread that has left Object.wait takes its monitor again and goes on behind the call, or with an exception.
Stop Vm::resume_wait(Thread& thread) {
  if (parts_.scheduler.take_monitor_again(thread)) {
    Object& self = *parts_.memory.at(thread.object);
    parts_.memory.touch(self);
    self.data()[parts_.objects.thread_interrupted] = 0;
    parts_.exceptions.throw_new(thread, "java/lang/InterruptedException", {}, false);
    if (!interpreter_.unwind(thread, 0)) return parts_.exceptions.stop;
  } else {
    constexpr std::uint32_t wait_arguments = 3;  // the object, and a long
    Frame& frame = thread.frames.back();
    frame.depth -= wait_arguments;
    ++frame.pc;
  }
  return interpreter_.run(thread, 0);
}

bool Vm::evaluate(Method& method, bool& value) {
  const model::Mark mark = parts_.memory.mark();
  parts_.memory.begin();
  parts_.scheduler.mode(Scheduler::Mode::evaluating);
  Thread& thread = parts_.memory.start_thread(0);
  thread.object = parts_.memory.threads().front()->object;
  const auto take_back = [&] {
    parts_.scheduler.mode(Scheduler::Mode::checking);
    parts_.memory.rewind(mark);
  };
  Stop stop = Stop::unsupported;
  try {
    stop = interpreter_.run_now(thread, method, {});
  } catch (const base::Stopped&) {
    take_back();
    throw;
  }
  value = stop == Stop::returned && Interpreter::result(thread) != 0;
  take_back();
  return stop == Stop::returned;
}

void Vm::add_reads(Method& condition, ReadSet& reads) {
  java::add_reads(condition, reads, parts_.loader, parts_.initializer, parts_.actions);
}

}  // namespace waymark::java
