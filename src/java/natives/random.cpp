// Random numbers. A generator that got no seed may give any number: numbers of small ranges are choices (--random), all
// others are one fixed sequence, and the verdict says so. SecureRandom gives the same without a
// provider.
#include <fmt/format.h>

#include <utility>

#include "java/natives/natives.hpp"

namespace waymark::java {

namespace {

constexpr std::string_view random_class = "java/util/Random";
constexpr std::string_view free_seed_class = "waymark/internal/FreeSeed";

// A number of so many is taken from the sequence; 0: of too many to explore them.
void note_sequence(NativeEnv& env, std::int64_t count = 0) {
  constexpr std::int64_t most_explored = 1000;
  env.journal().surroundings.note_random(count > most_explored ? 0 : static_cast<std::uint64_t>(count));
}

// Whether it got no seed.
bool is_free(NativeEnv& env, Ref ref) {
  const Object& object = *env.at(ref);
  const Class* const random = env.loader().find_loaded(random_class);
  if (random == nullptr || !object.klass->extends(random)) return false;
  if (const Class* const local = env.loader().find_loaded("java/util/concurrent/ThreadLocalRandom");
      local != nullptr && object.klass->extends(local)) {
    return true;
  }
  const Ref seed = object.data()[env.field(random_class, "seed")];
  return seed != 0 && env.at(seed)->klass->name == free_seed_class;
}

// A generator without a seed: Random() and SecureRandom().
Done begin_free(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  Class* const free_seed = env.loader().find(free_seed_class);
  if (free_seed == nullptr) {
    note_sequence(env);
    if (method.owner->name == random_class) return Done::declined;
    Method* const seeded = env.loader().need(random_class).declared("<init>", "(J)V");
    return env.call(thread, method, *seeded, {args[0], 0, 0});
  }
  if (const Done done = env.initialize(thread, *free_seed); done != Done::yes) return done;
  const Object* const seed = env.allocate(thread, *free_seed, 0, 1);
  if (seed == nullptr) return Done::thrown;
  env.write_ref(*env.at(args[0]), env.field(random_class, "seed"), seed->place);
  return Done::yes;
}

// A number of `count`, from `low` on, if there are few enough.
Done one_of(NativeEnv& env, Thread& thread, Word* args, std::int64_t low, std::int64_t count) {
  if (!is_free(env, args[0]) || count < 1) return Done::declined;
  if (std::cmp_greater(count, env.settings().random)) {
    note_sequence(env, count);
    return Done::declined;
  }
  std::uint32_t chosen = 0;
  if (!env.parts.scheduler.choose(thread, static_cast<std::uint32_t>(count), chosen)) return Done::stopped;
  return give(args, static_cast<Word>(low + chosen));
}

Done next_below(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  return one_of(env, thread, args, 0, as_int(args[1]));
}
Done next_between(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  return one_of(env, thread, args, as_int(args[1]), std::int64_t{as_int(args[2])} - as_int(args[1]));
}
Done next_boolean(NativeEnv& env, Thread& thread, Word* args, const Method&) { return one_of(env, thread, args, 0, 2); }
// Too many numbers to choose from.
Done next_of_many(NativeEnv& env, Thread&, Word* args, const Method&) {
  if (is_free(env, args[0])) note_sequence(env);
  return Done::declined;
}
Done next_local(NativeEnv& env, Thread& thread, Word*, const Method&) {
  if (!thread.top().method->owner->library) note_sequence(env);
  return Done::declined;
}

// The library's own uses steer nothing that a program could tell.
Done local_generator(NativeEnv& env, Thread& thread, Word*, const Method&) {
  if (env.settings().random == 0 && !thread.top().method->owner->library) {
    env.journal().surroundings.note(Surroundings::Asked::random);
  }
  return Done::declined;
}

Done secure_next(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  if (method.name != "next") note_sequence(env);  // who needs a number calls what notes it
  Method* const plain = env.loader().need(random_class).declared(method.name, method.descriptor);
  return env.call(thread, method, *plain, {args[0], args[1]});
}
Done secure_other(NativeEnv& env, Thread& thread, Word*, const Method& method) {
  return env.unsupported(thread, fmt::format("SecureRandom.{}; new SecureRandom() works here", method.name));
}

Done message_digest(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  Class* const digests = env.loader().find("waymark/internal/Digests");
  if (digests == nullptr) return Done::declined;
  if (args[0] == 0) return env.throw_null(thread);
  Method* const of = digests->declared("of", "(Ljava/lang/String;)Ljava/security/MessageDigest;");
  return env.call(thread, method, *of, {args[0]});
}

constexpr Served random_table[] = {
    {"java/util/Random.<init>()V", begin_free},
    {"java/security/SecureRandom.<init>()V", begin_free},
    {"java/util/Random.nextInt(I)I", next_below},
    {"java/util/Random.nextBoolean()Z", next_boolean},
    {"java/util/Random.nextInt()I", next_of_many},
    {"java/util/Random.nextLong()J", next_of_many},
    {"java/util/Random.nextFloat()F", next_of_many},
    {"java/util/Random.nextDouble()D", next_of_many},
    {"java/util/Random.nextGaussian()D", next_of_many},
    {"java/util/random/RandomGenerator.nextInt(II)I", next_between},
    {"java/util/concurrent/ThreadLocalRandom.current", local_generator},
    {"java/util/concurrent/ThreadLocalRandom.nextInt()I", next_local},
    {"java/util/concurrent/ThreadLocalRandom.nextLong()J", next_local},
    {"java/util/concurrent/ThreadLocalRandom.nextDouble()D", next_local},
    {"java/util/concurrent/ThreadLocalRandom.nextInt(I)I", next_below},
    {"java/util/concurrent/ThreadLocalRandom.nextInt(II)I", next_between},
    {"java/util/concurrent/ThreadLocalRandom.nextBoolean()Z", next_boolean},
    {"java/security/SecureRandom.next(I)I", secure_next},
    {"java/security/SecureRandom.nextBytes([B)V", secure_next},
    {"java/security/SecureRandom.getInstance", secure_other},
    {"java/security/SecureRandom.getInstanceStrong", secure_other},
    {"java/security/SecureRandom.generateSeed", secure_other},
    {"java/security/MessageDigest.getInstance(Ljava/lang/String;)Ljava/security/MessageDigest;", message_digest},
};

}  // namespace

std::span<const Served> random_natives() { return random_table; }

}  // namespace waymark::java
