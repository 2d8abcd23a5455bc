// Natives of threads, monitors and parking.
#include <fmt/format.h>

#include <algorithm>

#include "java/link/flow.hpp"
#include "java/natives/natives.hpp"

namespace waymark::java {

namespace {

Done current(NativeEnv&, Thread& thread, Word* args, const Method&) { return give(args, thread.object); }

Done start(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  Object& object = *env.at(args[0]);
  Objects& objects = env.parts.objects;
  if (objects.status_of(object) != 0) {
    return env.throw_new(thread, "java/lang/IllegalThreadStateException", {}, false);
  }
  if (env.parts.scheduler.judges(thread)) {
    return env.unsupported(thread, "--linearizable: a sequential twin that starts a thread");
  }
  Pending pending;
  pending.what = Pending::What::run;
  if (!env.pass_if_noticed(thread, pending)) return Done::stopped;
  constexpr std::uint32_t most_threads = 1'000;
  static_assert(most_threads <= Object::most_owners);
  if (env.memory().living() >= most_threads) {
    return env.unsupported(thread, fmt::format("more than {} threads at a time", most_threads));
  }
  Method* run = Loader::select(*object.klass, *env.loader().need(java_thread).declared("run", "()V"));
  if (run != nullptr && run->is_synchronized()) {
    Class* const helper = env.loader().find("waymark/internal/Threads");
    run = helper == nullptr ? nullptr : helper->declared("run", "(Ljava/lang/Thread;)V");
  }
  if (run == nullptr || run->is_abstract() || run->native != nullptr)
    return env.unsupported(thread, "a thread without run()");
  try {
    if (!run->prepared) env.parts.actions.prepare(*run);
  } catch (const BadClass& bad) {
    return env.unsupported(thread, bad.what());
  }
  env.memory().escape(args[0]);
  env.memory().touch(object);
  env.memory().touch(objects.thread_holder(object));
  objects.status_of(object) = 5;
  put64(object.data() + objects.thread_eetop, 1);
  const bool daemon = objects.thread_holder(object).data()[objects.holder_field("daemon")] != 0;
  Thread& started = env.memory().start_thread(args[0]);
  started.flags = Thread::fresh | (daemon ? Thread::daemon : 0);
  started.words[0] = args[0];
  env.memory().push_frame(started, *run, 0);
  return Done::yes;
}

// A look at the status of a thread, by which others may notice that it has ended.
Pending look_at_status(NativeEnv& env, Ref thread) {
  Pending pending;
  pending.what = Pending::What::read;
  pending.object = env.parts.objects.thread_holder(*env.at(thread)).place;
  pending.offset = env.parts.objects.thread_status;
  pending.synchronizes = true;
  return pending;
}

Done is_alive(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  Object& object = *env.at(args[0]);
  if (object.escaped && !env.pass_if_noticed(thread, look_at_status(env, args[0]))) return Done::stopped;
  const Word status = env.parts.objects.status_of(object);
  return give_bool(args, status != 0 && (status & 2) == 0);
}

// Every constructor of a thread asks that of the one that runs it.
Done is_terminated(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  if (args[0] == thread.object) return give_bool(args, false);
  if (env.at(args[0])->escaped && !env.pass_if_noticed(thread, look_at_status(env, args[0]))) return Done::stopped;
  return give_bool(args, env.parts.objects.has_ended(args[0]));
}

// A thread that has ended is in no group. Before JDK 19, its own last step sees to that; here it has none.
Done thread_group(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  const Ref asked = args[0];
  if (asked != thread.object && env.at(asked)->escaped && !env.pass_if_noticed(thread, look_at_status(env, asked))) {
    return Done::stopped;
  }
  if (env.parts.objects.has_ended(asked)) return give(args, 0);
  return give(args, env.parts.objects.thread_holder(*env.at(asked)).data()[env.parts.objects.holder_field("group")]);
}

// What a thread is parked for tells that it waits.
Done blocker_of(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  const Ref asked = args[0];
  if (asked == 0) return env.throw_null(thread);
  if (asked != thread.object && env.at(asked)->escaped) {
    if (!env.pass_if_noticed(thread, look_at_status(env, asked))) return Done::stopped;
    if (env.parts.objects.status_of(*env.at(asked)) != 0) env.parts.reducer.note_question_of_state();
  }
  return give(args, env.at(asked)->data()[env.field(java_thread, "parkBlocker")]);
}

// Bits of a JVM's threadStatus, by which VM.toThreadState tells states.
constexpr Word is_runnable = 4;
constexpr Word is_blocked = 1024;
constexpr Word is_waiting = 16;
constexpr Word is_timed_waiting = 32;

// What a live thread is once it has come to where it stands.
Word standing_state(NativeEnv& env, Thread& thread) {
  if (thread.status == Status::waiting) return is_waiting;
  if (thread.status == Status::timed) return is_timed_waiting;
  if (thread.status == Status::entering) return is_blocked;
  const Pending pending = env.interpreter.pending(thread);
  switch (pending.what) {
    case Pending::What::enter:
      return env.parts.scheduler.ready(thread, pending) ? is_runnable : is_blocked;
    case Pending::What::park:
    case Pending::What::join:
      if (env.parts.scheduler.ready(thread, pending)) return is_runnable;
      return pending.timed ? is_timed_waiting : is_waiting;
    case Pending::What::yield:
      return pending.timed ? is_timed_waiting : is_runnable;
    default:
      return is_runnable;
  }
}

// Who stands before an operation may have come there just now, and be runnable still: the second choice. Who waits for
// a notification has come there.
Done get_state(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  std::uint32_t chosen = 0;
  if (env.at(args[0])->escaped) {
    const bool started = env.parts.objects.status_of(*env.at(args[0])) != 0;
    if (started && !env.parts.scheduler.probing()) env.parts.reducer.note_question_of_state();
    if (!env.parts.scheduler.choose(thread, 2, chosen)) return Done::stopped;
  }
  Word status = env.parts.objects.status_of(*env.at(args[0]));
  Thread* const other = env.parts.scheduler.thread_of(args[0]);
  if (other != nullptr && other != &thread) {
    const bool waits = other->status == Status::waiting || other->status == Status::timed ||
                       (other->status == Status::entering && env.at(other->waits_on)->owner() != 0);
    status = chosen == 0 || waits ? standing_state(env, *other) : is_runnable;
  }
  Method* const state =
      env.loader().need("jdk/internal/misc/VM").declared("toThreadState", "(I)Ljava/lang/Thread$State;");
  return env.call(thread, method, *state, {status});
}

// A list of the living threads shows that a thread has ended. False: to be called again.
bool asks_who_lives(NativeEnv& env, Thread& thread) {
  return env.pass_if_noticed(thread, look_at_status(env, thread.object));
}

// The live threads of a group, and of those below it; 0: all.
std::vector<Ref> living_in(NativeEnv& env, Ref of, bool below) {
  std::vector<Ref> found;
  for (const auto& each : env.memory().threads()) {
    if (each->status == Status::none) continue;
    const Object& holder = env.parts.objects.thread_holder(*env.at(each->object));
    Ref group = holder.data()[env.parts.objects.holder_field("group")];
    while (below && group != 0 && group != of) {
      group = env.at(group)->data()[env.field("java/lang/ThreadGroup", "parent")];
    }
    if (of == 0 || group == of) found.push_back(each->object);
  }
  return found;
}

Done active_count(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  if (!asks_who_lives(env, thread)) return Done::stopped;
  return give(args, static_cast<Word>(living_in(env, args[0], true).size()));
}

// enumerate(Thread[]), with those below; or (Thread[], boolean).
Done enumerate(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  if (args[1] == 0) return env.throw_null(thread);
  if (env.at(args[1])->escaped && env.memory().living() > 1) {
    return env.unsupported(thread, "ThreadGroup.enumerate into an array that other threads can see");
  }
  if (!asks_who_lives(env, thread)) return Done::stopped;
  std::vector<Ref> found = living_in(env, args[0], method.argument_words == 2 || args[2] != 0);
  Object& array = *env.at(args[1]);
  if (found.size() > array.length) found.resize(array.length);
  env.memory().touch(array);
  std::copy(found.begin(), found.end(), array.data());
  return give(args, static_cast<Word>(found.size()));
}

Done all_threads(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  if (!asks_who_lives(env, thread)) return Done::stopped;
  const std::vector<Ref> found = living_in(env, 0, false);
  Object* const array =
      env.allocate(thread, env.loader().need("[Ljava/lang/Thread;"), static_cast<std::uint32_t>(found.size()));
  if (array == nullptr) return Done::thrown;
  std::copy(found.begin(), found.end(), array->data());
  return give(args, array->place);
}

// Where another thread stands is no matter of states, so there is no trace of it, which the JDK allows. One's own is
// that of a Throwable (waymark.internal.Threads).
Done dump_threads(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  Class* const threads = env.loader().find("waymark/internal/Threads");
  if (threads == nullptr) return env.unsupported(thread, "stacks of threads, without waymark-library.jar");
  return env.call(thread, method, *threads->declared("traces", "([Ljava/lang/Thread;)[[Ljava/lang/StackTraceElement;"),
                  {args[0]});
}

Done throw_interrupted(NativeEnv& env, Thread& thread, std::string_view message) {
  Object& self = *env.at(thread.object);
  env.memory().touch(self);
  self.data()[env.field(java_thread, "interrupted")] = 0;
  return env.throw_new(thread, "java/lang/InterruptedException", message, !message.empty());
}

// Waits for the end of a thread as one operation. Java's own loop of isAlive and wait comes to the same.
Done join(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  Pending pending;
  pending.what = Pending::What::join;
  pending.object = args[0];
  pending.synchronizes = true;
  pending.timed = method.argument_words > 1 && get64(args + 1) != 0;
  if (pending.timed) pending.length = in_nanoseconds(static_cast<std::int64_t>(get64(args + 1)));
  if (method.argument_words > 1 && static_cast<std::int64_t>(get64(args + 1)) < 0) {
    return env.throw_new(thread, "java/lang/IllegalArgumentException", "timeout value is negative");
  }
  if (!env.parts.scheduler.pass(thread, pending)) return Done::stopped;
  if (env.parts.objects.interrupted(thread)) return throw_interrupted(env, thread, {});
  if (!pending.timed) {
    env.parts.reducer.note_join(args[0]);
  } else if (!env.parts.scheduler.ready(thread, pending)) {
    thread.leap(pending.length);
  }
  return Done::yes;
}

// sleep(long) takes milliseconds, sleepNanos(long) nanoseconds.
Done sleep(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  const auto time = static_cast<std::int64_t>(get64(args));
  if (time < 0) return env.throw_new(thread, "java/lang/IllegalArgumentException", "timeout value is negative");
  Pending pending;
  pending.what = Pending::What::yield;
  pending.timed = true;
  pending.length = method.name == "sleep" ? in_nanoseconds(time) : time;
  if (!env.pass_if_noticed(thread, pending)) return Done::stopped;
  if (env.parts.objects.interrupted(thread)) return throw_interrupted(env, thread, "sleep interrupted");
  thread.leap(pending.length);
  return Done::yes;
}

Done no_object(NativeEnv&, Thread&, Word* args, const Method&) { return give(args, 0); }

// So a virtual thread is one of its own here, as the JDK has it on machines without continuations. What a JVM's
// schedulers of virtual threads can do is among what a scheduler of threads can do.
Done no_continuations(NativeEnv&, Thread&, Word* args, const Method&) { return give_bool(args, false); }

Done yield_now(NativeEnv& env, Thread& thread, Word*, const Method&) {
  Pending pending;
  pending.what = Pending::What::yield;
  if (!env.pass_if_noticed(thread, pending)) return Done::stopped;
  return Done::yes;
}

Done interrupt(NativeEnv& env, Thread&, Word* args, const Method&) {
  Thread* other = env.parts.scheduler.thread_of(args[0]);
  if (other != nullptr && (other->status == Status::waiting || other->status == Status::timed)) {
    env.parts.scheduler.wake(*other, Thread::interrupted);
  }
  return Done::yes;
}

Done holds_lock(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  if (args[0] == 0) return env.throw_null(thread);
  return give_bool(args, env.at(args[0])->owner() == thread.number + 1);
}

Done next_number(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  Class& klass = env.loader().need(java_thread);
  const bool name = method.name == "nextThreadNum";
  const std::uint32_t offset = klass.declared_field(name ? "threadInitNumber" : "threadSeqNumber", {})->offset;
  Pending pending;
  pending.what = Pending::What::update;
  pending.klass = &klass;
  pending.offset = offset;
  pending.synchronizes = true;
  if (name && !env.pass_if_noticed(thread, pending)) return Done::stopped;
  env.memory().touch(klass);
  if (name) return give(args, klass.statics[offset]++);
  const std::uint64_t next = get64(&klass.statics[offset]) + 1;
  put64(&klass.statics[offset], next);
  return give_long(args, next);
}

// The next identifier of a thread. On a JVM, NEXT_TID_OFFSET is the address of it; here it is the number itself.
Done first_identifier(NativeEnv&, Thread&, Word* args, const Method&) { return give_long(args, 30); }
Done next_identifier(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  if (const Done done = env.initialize(thread, *method.owner); done != Done::yes) return done;
  const Field* const next = method.owner->declared_field("NEXT_TID_OFFSET", {});
  if (next == nullptr) return env.unsupported(thread, "identifiers of threads, as this JDK gives them");
  Word* const number = &method.owner->statics[next->offset];
  const std::uint64_t given = get64(number);
  env.memory().touch(*method.owner);
  put64(number, given + 1);
  return give_long(args, given);
}

// --- scoped values ---

// The bindings of the innermost call that binds any: HotSpot, too, finds them in the second variable of its frame.
Done scoped_bindings(NativeEnv&, Thread& thread, Word* args, const Method&) {
  for (auto frame = thread.frames.rbegin(); frame != thread.frames.rend(); ++frame) {
    const std::string& owner = frame->method->owner->name;
    if (frame->method->name != "runWith" || (owner != java_thread && owner != "java/lang/ScopedValue$Carrier"))
      continue;
    if (const Ref bindings = thread.words[frame->base + 1]; bindings != 0) return give(args, bindings);
  }
  return give(args, 0);
}

// --- wait and notify ---

// Whether the program waits where no loop comes back to ask again.
bool waits_once(const Thread& thread) {
  auto frame = thread.frames.rbegin();
  while (frame != thread.frames.rend() && frame->method->owner->name == "java/lang/Object") ++frame;
  if (frame == thread.frames.rend() || frame->method->owner->library) return false;
  const std::vector<Insn>& code = frame->method->code;
  for (std::size_t at = frame->pc; at < code.size(); ++at) {
    if (branches(code[at].op) && static_cast<std::uint32_t>(code[at].k) <= frame->pc) return false;
  }
  return true;
}

Done wait(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  Object& object = *env.at(args[0]);
  const auto time = static_cast<std::int64_t>(get64(args + 1));
  if (time < 0) return env.throw_new(thread, "java/lang/IllegalArgumentException", "timeout value is negative");
  if (object.owner() != thread.number + 1) {
    return env.throw_new(thread, "java/lang/IllegalMonitorStateException", "current thread is not owner");
  }
  // Interrupts from others may come before or after this.
  if (object.escaped && !env.parts.scheduler.free_running(thread) && env.settings().races) {
    Pending pending;
    pending.what = Pending::What::sleep;
    if (!env.parts.scheduler.pass(thread, pending)) return Done::stopped;
  }
  if (env.parts.objects.interrupted(thread)) return throw_interrupted(env, thread, {});
  Surroundings& surroundings = env.journal().surroundings;
  if (!env.settings().spurious && !surroundings.asked(Surroundings::Asked::lonely_waits) && waits_once(thread)) {
    surroundings.note(Surroundings::Asked::lonely_waits);
  }
  env.parts.scheduler.wait(thread, object, time > 0);
  return env.parts.exceptions.stop_with(Stop::waiting);
}

Done notify(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  const Object& object = *env.at(args[0]);
  if (object.owner() != thread.number + 1) {
    return env.throw_new(thread, "java/lang/IllegalMonitorStateException", "current thread is not owner");
  }
  std::vector<Thread*> waiting;
  for (const auto& other : env.memory().threads()) {
    if ((other->status == Status::waiting || other->status == Status::timed) && other->waits_on == args[0]) {
      waiting.push_back(other.get());
    }
  }
  const auto tell = [&] {
    if (env.parts.objects.narrator != nullptr) env.parts.objects.narrator->notified(thread, object);
  };
  if (method.name == "notifyAll") {
    tell();
    for (Thread* other : waiting) env.parts.scheduler.wake(*other, Thread::notified);
    return Done::yes;
  }
  std::uint32_t chosen = 0;
  if (waiting.size() > 1 && !env.parts.scheduler.choose(thread, static_cast<std::uint32_t>(waiting.size()), chosen))
    return Done::stopped;
  tell();
  if (!waiting.empty()) env.parts.scheduler.wake(*waiting[chosen], Thread::notified);
  return Done::yes;
}

// --- parking ---

Done park(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  Pending pending;
  pending.what = Pending::What::park;
  pending.synchronizes = true;
  pending.timed = args[1] != 0 || get64(args + 2) != 0;
  pending.length = static_cast<std::int64_t>(get64(args + 2));
  if (args[1] != 0) {  // a moment, in milliseconds since 1970
    pending.length =
        in_nanoseconds(std::max<std::int64_t>(pending.length - static_cast<std::int64_t>(milliseconds(thread)), 0));
  }
  if (!env.parts.scheduler.pass(thread, pending)) return Done::stopped;
  if ((thread.flags & Thread::permit) != 0) {
    thread.flags &= ~Thread::permit;
  } else if (!env.parts.objects.interrupted(thread) && pending.timed) {
    thread.leap(pending.length);
  }
  return Done::yes;
}

Done unpark(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  if (args[1] == 0) return Done::yes;
  // Whether the other needs the permit changes while this thread stands here, so it must not decide whether it does.
  Pending pending;
  pending.what = Pending::What::run;
  if (!env.pass_if_noticed(thread, pending)) return Done::stopped;
  Thread* other = env.parts.scheduler.thread_of(args[1]);
  if (other == nullptr || (other->flags & Thread::permit) != 0) return Done::yes;
  const Pending known = other->pending;
  env.memory().touch(*other);
  other->flags |= Thread::permit;
  other->pending = known;
  return Done::yes;
}

constexpr Served thread_table[] = {
    {"java/lang/Thread.currentThread", current},
    {"java/lang/Thread.start0", start},
    {"java/lang/Thread.isAlive", is_alive},
    {"java/lang/Thread.alive", is_alive},
    {"java/lang/Thread.isTerminated", is_terminated},
    {"java/lang/Thread.getState", get_state},
    {"java/lang/Thread.getThreadGroup", thread_group},
    {"java/util/concurrent/locks/LockSupport.getBlocker", blocker_of},
    {"java/lang/Thread.join()V", join},
    {"java/lang/Thread.join(J)V", join},
    {"java/lang/Thread.sleep(J)V", sleep},
    {"java/lang/Thread.sleepNanos", sleep},
    {"java/lang/Thread.yield", yield_now},
    {"java/lang/Thread.onSpinWait", yield_now},
    {"java/lang/Thread.interrupt0", interrupt},
    {"java/lang/Thread.clearInterruptEvent", nothing_to_do},
    {"java/lang/Thread.holdsLock", holds_lock},
    {"java/lang/Thread.setPriority0", nothing_to_do},
    {"java/lang/Thread.setNativeName", nothing_to_do},
    {"java/lang/Thread.nextThreadNum", next_number},
    {"java/lang/Thread.nextThreadID", next_number},
    {"java/lang/Thread.getNextThreadIdOffset", first_identifier},
    {"java/lang/Thread$ThreadIdentifiers.next", next_identifier},
    {"java/lang/Thread.currentCarrierThread", current},
    {"java/lang/Thread.getStackTrace0", no_object},
    {"java/lang/Thread.findScopedValueBindings", scoped_bindings},
    {"java/lang/Thread.scopedValueCache", no_object},
    {"java/lang/Thread.setScopedValueCache", nothing_to_do},
    {"java/lang/ScopedValue$Cache.put", nothing_to_do},
    {"java/lang/Thread.ensureMaterializedForStackWalk", nothing_to_do},
    {"jdk/internal/vm/ContinuationSupport.isSupported0", no_continuations},
    {"java/lang/ThreadGroup.addUnstarted", nothing_to_do},
    {"java/lang/ThreadGroup.add(Ljava/lang/Thread;)V", nothing_to_do},
    {"java/lang/ThreadGroup.remove(Ljava/lang/Thread;)V", nothing_to_do},
    {"java/lang/ThreadGroup.threadStartFailed", nothing_to_do},
    {"java/lang/ThreadGroup.threadTerminated", nothing_to_do},
    {"java/lang/ThreadGroup.activeCount", active_count},
    {"java/lang/ThreadGroup.enumerate([Ljava/lang/Thread;Z)I", enumerate},
    {"java/lang/ThreadGroup.enumerate([Ljava/lang/Thread;)I", enumerate},
    {"java/lang/Thread.getThreads", all_threads},
    {"java/lang/Thread.dumpThreads", dump_threads},
    {"java/lang/Object.wait(J)V", wait},
    {"java/lang/Object.notify", notify},
    {"java/lang/Object.notifyAll", notify},
    {"jdk/internal/misc/Unsafe.park", park},
    {"jdk/internal/misc/Unsafe.unpark", unpark},
};

}  // namespace

std::span<const Served> thread_natives() { return thread_table; }

}  // namespace waymark::java
