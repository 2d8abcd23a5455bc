// References of java.lang.ref. As a rule all count as strong: nothing is ever cleared but by the program. With
// --weak cleared, a weak or soft reference that the program has made may turn out to be cleared whenever its referent
// is asked for, if nothing else leads to that. No sooner makes a difference: only who asks can tell.
#include "java/natives/location.hpp"
#include "java/natives/natives.hpp"

namespace waymark::java {

namespace {

constexpr std::string_view base_of_references = "java/lang/ref/Reference";

Location referent_of(NativeEnv& env, Ref reference) {
  const Field* const field = env.loader().need(base_of_references).declared_field("referent", {});
  return Location::field(*env.at(reference), *field);
}

// Those that the library makes are caches: nobody could tell that they were cleared.
bool is_of_program(NativeEnv& env, const Object& reference) {
  if (!reference.klass->library) return true;
  const std::string_view name = reference.klass->name;
  if (name != "java/lang/ref/WeakReference" && name != "java/lang/ref/SoftReference") return false;
  const Method* const maker = env.memory().maker(reference.place);
  return maker != nullptr && !maker->owner->library;
}

bool may_be_cleared(NativeEnv& env, Ref reference) {
  return env.settings().weak == Weak::cleared && is_of_program(env, *env.at(reference));
}

// A stop in any case: others may be about to let go of the referent, or to find it. False: the thread stops.
bool asks_reference(NativeEnv& env, Thread& thread, Ref reference) {
  Pending pending;
  pending.what = Pending::What::choose;
  pending.object = reference;
  const Ref referent = static_cast<Ref>(referent_of(env, reference).load());
  pending.count = referent != 0 && env.memory().is_weakly_reached(referent) ? 2 : 1;
  if (!env.parts.scheduler.pass(thread, pending)) return false;
  if (env.parts.scheduler.way() != 0) env.memory().clear_references(referent);
  return true;
}

Done get_referent(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  if (!may_be_cleared(env, args[0])) return Done::declined;
  if (!asks_reference(env, thread, args[0])) return Done::stopped;
  return give(args, static_cast<Word>(referent_of(env, args[0]).load()));
}

Done refers_to(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  // Who has the object at hand leads to it.
  const bool asks_for_absence = args[1] == 0 && may_be_cleared(env, args[0]);
  if (asks_for_absence) {
    if (!asks_reference(env, thread, args[0])) return Done::stopped;
  } else if (!referent_of(env, args[0]).pass(env, thread, Pending::What::read, false)) {
    return Done::stopped;
  }
  return give_bool(args, referent_of(env, args[0]).load() == args[1]);
}

Done clear_referent(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  const Location referent = referent_of(env, args[0]);
  if (!referent.pass(env, thread, Pending::What::write, false)) return Done::stopped;
  referent.store(env, 0);
  return Done::yes;
}

// Of the program; those of the library, as in a ThreadLocal, make no difference that it could notice.
Done reference_made(NativeEnv& env, Thread& thread, Word*, const Method&) {
  if (!called_by_program(thread)) return Done::declined;
  if (env.settings().weak != Weak::cleared) env.journal().surroundings.note(Surroundings::Asked::weak_references);
  return Done::declined;
}
// What shows by itself that something was cleared.
Done teller_made(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  if (!called_by_program(thread) || env.settings().weak != Weak::cleared)
    return reference_made(env, thread, args, method);
  return env.unsupported(thread,
                         fmt::format("{} with --weak cleared: only references without a queue may be cleared here",
                                     method.name == "<init>" && method.argument_words == 3 &&
                                             method.owner->name != "java/lang/ref/PhantomReference"
                                         ? "a ReferenceQueue"
                                         : method.owner->short_text()));
}

#define WITH_QUEUE "(Ljava/lang/Object;Ljava/lang/ref/ReferenceQueue;)V"
constexpr Served reference_table[] = {
    {"java/lang/ref/WeakReference.<init>(Ljava/lang/Object;)V", reference_made},
    {"java/lang/ref/SoftReference.<init>(Ljava/lang/Object;)V", reference_made},
    {"java/lang/ref/WeakReference.<init>" WITH_QUEUE, teller_made},
    {"java/lang/ref/SoftReference.<init>" WITH_QUEUE, teller_made},
    {"java/lang/ref/PhantomReference.<init>", teller_made},
    {"java/lang/ref/Cleaner.register", teller_made},
    {"java/util/WeakHashMap.<init>", teller_made},
    {"java/lang/ref/Reference.get", get_referent},
    {"java/lang/ref/Reference.<clinit>", nothing_to_do},
    {"java/lang/ref/Finalizer.<clinit>", nothing_to_do},
    {"java/lang/ref/Finalizer.register", nothing_to_do},
    {"java/lang/ref/Reference.refersTo0", refers_to},
    {"java/lang/ref/PhantomReference.refersTo0", refers_to},
    {"java/lang/ref/Reference.clear0", clear_referent},
    {"java/lang/ref/PhantomReference.clear0", clear_referent},
};
#undef WITH_QUEUE

}  // namespace

std::span<const Served> reference_natives() { return reference_table; }

}  // namespace waymark::java
