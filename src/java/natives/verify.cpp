// Choices and assumptions that a program under check makes itself: gov.nasa.jpf.env.Verify, so that existing drivers
// run as they are, org.sosy_lab.sv_benchmarks.Verifier, and waymark.Verify.
#include <fmt/format.h>

#include "java/natives/natives.hpp"

namespace waymark::java {

namespace {

Done choose_boolean(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  std::uint32_t chosen = 0;
  if (!env.parts.scheduler.choose(thread, 2, chosen)) return Done::stopped;
  // getBoolean(falseFirst)
  const bool true_first = method.argument_words == 1 && args[0] == 0;
  return give_bool(args, (chosen != 0) != true_first);
}

Done choose_int(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  const auto low = static_cast<std::int32_t>(args[0]);
  const auto high = static_cast<std::int32_t>(args[1]);
  const std::int64_t count = std::int64_t{high} - low + 1;
  if (count < 1 || count > 1'000'000) {
    return env.unsupported(thread,
                           fmt::format("a choice from {} to {}: one to a million numbers are possible", low, high));
  }
  std::uint32_t chosen = 0;
  if (!env.parts.scheduler.choose(thread, static_cast<std::uint32_t>(count), chosen)) return Done::stopped;
  return give(args, args[0] + chosen);
}

Done random(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  const auto most = static_cast<std::int32_t>(args[0]);
  if (most < 0 || most >= 1'000'000) return env.unsupported(thread, fmt::format("a choice from 0 to {}", most));
  std::uint32_t chosen = 0;
  if (!env.parts.scheduler.choose(thread, static_cast<std::uint32_t>(most) + 1, chosen)) return Done::stopped;
  return give(args, chosen);
}

Done from_list(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  if (args[0] == 0) return env.throw_null(thread);
  const Object& list = *env.at(args[0]);
  if (list.length == 0) return env.unsupported(thread, "a choice from an empty list");
  std::uint32_t chosen = 0;
  if (!env.parts.scheduler.choose(thread, list.length, chosen)) return Done::stopped;
  if (is_wide(list.klass->element_kind)) return give_long(args, get64(list.data() + std::size_t{chosen} * 2));
  return give(args, list.data()[chosen]);
}

Done ignore_if(NativeEnv& env, Thread&, Word* args, const Method& method) {
  const bool unless = method.name == "assume";
  if ((args[0] != 0) == unless) return Done::yes;
  return env.parts.exceptions.stop_with(Stop::pruned);
}

Done begin_atomic(NativeEnv& env, Thread& thread, Word*, const Method&) {
  if (!env.parts.reducer.allows_atomic()) return env.parts.exceptions.stop_with(Stop::point);
  env.memory().touch(thread);
  thread.flags |= Thread::atomic;
  return Done::yes;
}
Done end_atomic(NativeEnv& env, Thread& thread, Word*, const Method&) {
  env.memory().touch(thread);
  thread.flags &= ~Thread::atomic;
  return Done::yes;
}
// waymark.internal.Linear notes in between what operations did. That is part of the step before or after it, and no
// stop: so it need not be refused where steps are left out.
Done pause(NativeEnv& env, Thread& thread, Word*, const Method&) {
  env.parts.scheduler.join_next(false);
  env.memory().touch(thread);
  thread.flags |= Thread::atomic;
  return Done::yes;
}
Done begin(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  Pending pending;
  pending.what = Pending::What::run;
  pending.object = args[0];
  return env.pass_if_noticed(thread, pending) ? pause(env, thread, args, method) : Done::stopped;
}
Done proceed(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  env.parts.scheduler.join_next(args[0] != 0);
  env.memory().touch(thread);
  thread.flags &= ~Thread::atomic;
  return Done::yes;
}
Done break_transition(NativeEnv& env, Thread& thread, Word*, const Method&) {
  Pending pending;
  pending.what = Pending::What::sleep;
  return env.parts.scheduler.pass(thread, pending) ? Done::yes : Done::stopped;
}

Done assert_true(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  if (args[method.argument_words - 1] != 0) return Done::yes;
  if (method.argument_words == 2) return env.throw_new(thread, "java/lang/AssertionError", env.text(args[0]));
  return env.throw_new(thread, "java/lang/AssertionError", "assertTrue");
}

// Counters belong to the search, not to a state.
Done get_counter(NativeEnv& env, Thread&, Word* args, const Method&) {
  return give(args, static_cast<Word>(env.counters[args[0]]));
}
Done set_counter(NativeEnv& env, Thread&, Word* args, const Method& method) {
  env.counters[args[0]] = method.argument_words > 1 ? static_cast<std::int32_t>(args[1]) : 0;
  return Done::yes;
}
Done increment_counter(NativeEnv& env, Thread&, Word* args, const Method&) {
  return give(args, static_cast<Word>(++env.counters[args[0]]));
}

// So do values by name.
Done get_value(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  if (args[0] == 0) return env.throw_null(thread);
  const auto known = env.named_values.find(env.text(args[0]));
  return give(args, static_cast<Word>(known == env.named_values.end() ? -1 : known->second));
}
Done put_value(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  if (args[0] == 0) return env.throw_null(thread);
  env.named_values[env.text(args[0])] = as_int(args[1]);
  return Done::yes;
}

// A search that ends where the program says so has explored who knows what.
Done terminate_search(NativeEnv& env, Thread& thread, Word*, const Method&) {
  return env.unsupported(thread,
                         "Verify.terminateSearch, which would leave the other states unexplored; ignoreIf(true) "
                         "ends the path that is being explored");
}

Done yes(NativeEnv&, Thread&, Word* args, const Method&) { return give(args, 1); }
Done no(NativeEnv&, Thread&, Word* args, const Method&) { return give(args, 0); }
Done prints(NativeEnv& env, Thread&, Word* args, const Method& method) {
  if (method.descriptor == "(Ljava/lang/String;)V") env.print(env.text(args[0]));
  if (method.name == "println") env.print("\n");
  return Done::yes;
}

#define JPF(name) "gov/nasa/jpf/vm/Verify." name
#define OURS(name) "waymark/Verify." name
#define SV(name) "org/sosy_lab/sv_benchmarks/Verifier." name
constexpr Served verify_table[] = {
    {JPF("getBoolean()Z"), choose_boolean},
    {JPF("getBoolean(Z)Z"), choose_boolean},
    {JPF("randomBool"), choose_boolean},
    {JPF("getInt(II)I"), choose_int},
    {JPF("getIntFromList"), from_list},
    {JPF("getLongFromList"), from_list},
    {JPF("getDoubleFromList"), from_list},
    {JPF("getFloatFromList"), from_list},
    {JPF("getObjectFromList"), from_list},
    {JPF("random"), random},
    {JPF("ignoreIf"), ignore_if},
    {JPF("beginAtomic"), begin_atomic},
    {JPF("endAtomic"), end_atomic},
    {JPF("breakTransition"), break_transition},
    {JPF("boring"), nothing_to_do},
    {JPF("interesting"), nothing_to_do},
    {JPF("assertTrue"), assert_true},
    {JPF("getCounter"), get_counter},
    {JPF("setCounter"), set_counter},
    {JPF("resetCounter"), set_counter},
    {JPF("incrementCounter"), increment_counter},
    {JPF("getValue"), get_value},
    {JPF("putValue"), put_value},
    {JPF("terminateSearch"), terminate_search},
    {JPF("isRunningInJPF"), yes},
    {JPF("vmIsMatchingStates"), yes},
    {JPF("isCalledFromClass"), no},
    {JPF("print(Ljava/lang/String;)V"), prints},
    {JPF("println(Ljava/lang/String;)V"), prints},
    {JPF("println()V"), prints},
    {OURS("getBoolean()Z"), choose_boolean},
    {OURS("getInt(II)I"), choose_int},
    {OURS("oneOf([I)I"), from_list},
    {OURS("assume(Z)V"), ignore_if},
    {OURS("beginAtomic"), begin_atomic},
    {OURS("endAtomic"), end_atomic},
    {OURS("isChecking"), yes},
    {"waymark/internal/Linear.pause", pause},
    {"waymark/internal/Linear.begin", begin},
    {"waymark/internal/Linear.proceed", proceed},
    {SV("nondetBoolean"), choose_boolean},
    {SV("assume"), ignore_if},
};
#undef JPF
#undef OURS
#undef SV

}  // namespace

std::span<const Served> verify_natives() { return verify_table; }

}  // namespace waymark::java
