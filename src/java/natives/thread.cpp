// Natives of threads, monitors and parking.
#include <fmt/format.h>

#include <algorithm>

#include "java/natives/natives.hpp"

namespace waymark::java {

namespace {

Done current(NativeEnv&, Thread& thread, Word* args, const Method&) { return give(args, thread.object); }

Done start(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  Object& object = *env.at(args[0]);
  if (object.data()[env.field(java_thread, "threadStatus")] != 0) {
    return env.throw_new(thread, "java/lang/IllegalThreadStateException", {}, false);
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
  object.data()[env.field(java_thread, "threadStatus")] = 5;
  put64(object.data() + env.field(java_thread, "eetop"), 1);
  const bool daemon = object.data()[env.field(java_thread, "daemon")] != 0;
  Thread& started = env.memory().start_thread(args[0]);
  started.flags = Thread::fresh | (daemon ? Thread::daemon : 0);
  started.words[0] = args[0];
  env.memory().push_frame(started, *run, 0);
  return Done::yes;
}

Done is_alive(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  const Object& object = *env.at(args[0]);
  const std::uint32_t offset = env.field(java_thread, "threadStatus");
  Pending pending;
  pending.what = Pending::What::read;
  pending.object = args[0];
  pending.offset = offset;
  pending.synchronizes = true;
  if (object.escaped && !env.pass_if_noticed(thread, pending)) return Done::stopped;
  const Word status = object.data()[offset];
  return give_bool(args, status != 0 && (status & 2) == 0);
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
    if (!env.parts.scheduler.probing()) env.parts.reducer.note_question_of_life();
    if (!env.parts.scheduler.choose(thread, 2, chosen)) return Done::stopped;
  }
  Word status = env.at(args[0])->data()[env.field(java_thread, "threadStatus")];
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

// The live threads of a group and those below it.
Done active_count(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  const std::uint32_t offset = env.field(java_thread, "threadStatus");
  Pending pending;
  pending.what = Pending::What::read;
  pending.object = thread.object;
  pending.offset = offset;
  pending.synchronizes = true;
  if (!env.pass_if_noticed(thread, pending)) return Done::stopped;
  Word count = 0;
  for (const auto& each : env.memory().threads()) {
    if (each->status == Status::none) continue;
    Ref group = env.at(each->object)->data()[env.field(java_thread, "group")];
    while (group != 0 && group != args[0]) group = env.at(group)->data()[env.field("java/lang/ThreadGroup", "parent")];
    if (group != 0) ++count;
  }
  return give(args, count);
}

Done enumerate(NativeEnv& env, Thread& thread, Word*, const Method&) {
  return env.unsupported(thread, "ThreadGroup.enumerate; keep the threads in a list of your own");
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

Done sleep(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  if (static_cast<std::int64_t>(get64(args)) < 0) {
    return env.throw_new(thread, "java/lang/IllegalArgumentException", "timeout value is negative");
  }
  Pending pending;
  pending.what = Pending::What::yield;
  pending.timed = true;
  pending.length = in_nanoseconds(static_cast<std::int64_t>(get64(args)));
  if (!env.pass_if_noticed(thread, pending)) return Done::stopped;
  if (env.parts.objects.interrupted(thread)) return throw_interrupted(env, thread, "sleep interrupted");
  thread.leap(pending.length);
  return Done::yes;
}

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

// --- wait and notify ---

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
    {"java/lang/Thread.getState", get_state},
    {"java/lang/Thread.join()V", join},
    {"java/lang/Thread.join(J)V", join},
    {"java/lang/Thread.sleep(J)V", sleep},
    {"java/lang/Thread.yield", yield_now},
    {"java/lang/Thread.onSpinWait", yield_now},
    {"java/lang/Thread.interrupt0", interrupt},
    {"java/lang/Thread.clearInterruptEvent", nothing_to_do},
    {"java/lang/Thread.holdsLock", holds_lock},
    {"java/lang/Thread.setPriority0", nothing_to_do},
    {"java/lang/Thread.setNativeName", nothing_to_do},
    {"java/lang/Thread.nextThreadNum", next_number},
    {"java/lang/Thread.nextThreadID", next_number},
    {"java/lang/ThreadGroup.addUnstarted", nothing_to_do},
    {"java/lang/ThreadGroup.add(Ljava/lang/Thread;)V", nothing_to_do},
    {"java/lang/ThreadGroup.remove(Ljava/lang/Thread;)V", nothing_to_do},
    {"java/lang/ThreadGroup.threadStartFailed", nothing_to_do},
    {"java/lang/ThreadGroup.threadTerminated", nothing_to_do},
    {"java/lang/ThreadGroup.activeCount", active_count},
    {"java/lang/ThreadGroup.enumerate([Ljava/lang/Thread;Z)I", enumerate},
    {"java/lang/ThreadGroup.enumerate([Ljava/lang/Thread;)I", enumerate},
    {"java/lang/Object.wait(J)V", wait},
    {"java/lang/Object.notify", notify},
    {"java/lang/Object.notifyAll", notify},
    {"jdk/internal/misc/Unsafe.park", park},
    {"jdk/internal/misc/Unsafe.unpark", unpark},
};

}  // namespace

std::span<const Served> thread_natives() { return thread_table; }

}  // namespace waymark::java
