// Natives of java.lang that have to do with objects, strings, numbers, exceptions and the system.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "java/natives/natives.hpp"

namespace waymark::java {

namespace {

std::int32_t identity(NativeEnv& env, Ref ref) {
  if (ref == 0) return 0;
  const auto hash = static_cast<std::int32_t>(env.memory().identity_of(*env.at(ref)) & 0x7FFFFFFF);
  return hash == 0 ? 1 : hash;
}

Done hash_code(NativeEnv& env, Thread&, Word* args, const Method&) {
  return give(args, static_cast<Word>(identity(env, args[0])));
}

Done get_class(NativeEnv& env, Thread&, Word* args, const Method&) {
  return give(args, env.mirror(*env.at(args[0])->klass));
}

Done clone(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  const Object& original = *env.at(args[0]);
  Class& klass = *original.klass;
  if (!klass.is_array() && !klass.extends(&env.loader().need("java/lang/Cloneable"))) {
    return env.throw_new(thread, "java/lang/CloneNotSupportedException", klass.text());
  }
  if (original.escaped && !original.frozen) {
    Pending pending;
    pending.what = Pending::What::read;
    pending.object = original.place;
    if (!env.pass_if_noticed(thread, pending)) return Done::stopped;
  }
  Object* copy = env.allocate(thread, klass, original.length);
  if (copy == nullptr) return Done::thrown;
  std::memcpy(copy->data(), env.at(args[0])->data(), std::size_t{copy->words} * 4);
  if (klass.is_array()) {
    copy->data()[copy->words - 1] = 0;
  } else {
    for (const std::uint32_t guard : klass.guard_offsets) copy->data()[guard] = 0;
  }
  return give(args, copy->place);
}

Done array_copy(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  const auto from_at = static_cast<std::int32_t>(args[1]);
  const auto to_at = static_cast<std::int32_t>(args[3]);
  const auto count = static_cast<std::int32_t>(args[4]);
  if (args[0] == 0 || args[2] == 0) return env.throw_null(thread);
  Object& from = *env.at(args[0]);
  Object& to = *env.at(args[2]);
  if (!from.klass->is_array() || !to.klass->is_array()) {
    const bool first = !from.klass->is_array();
    return env.throw_new(thread, "java/lang/ArrayStoreException",
                         fmt::format("arraycopy: {} type {} is not an array", first ? "source" : "destination",
                                     (first ? from : to).klass->text()));
  }
  if (from.klass->element_kind != to.klass->element_kind) {
    return env.throw_new(
        thread, "java/lang/ArrayStoreException",
        fmt::format("arraycopy: type mismatch: can not copy {} into {}", from.klass->text(), to.klass->text()));
  }
  const auto wrong = [&](const char* what, std::int64_t index, const Object& array, bool last) {
    const std::string element = array.klass->element_kind == Kind::ref ? "object array" : array.klass->element->name;
    return env.throw_new(thread, "java/lang/ArrayIndexOutOfBoundsException",
                         fmt::format("arraycopy: {}{} {} out of bounds for {}[{}]", last ? "last " : "", what, index,
                                     element, array.length));
  };
  if (from_at < 0) return wrong("source index", from_at, from, false);
  if (to_at < 0) return wrong("destination index", to_at, to, false);
  if (count < 0) {
    return env.throw_new(thread, "java/lang/ArrayIndexOutOfBoundsException",
                         fmt::format("arraycopy: length {} is negative", count));
  }
  if (std::int64_t{from_at} + count > from.length)
    return wrong("source index", std::int64_t{from_at} + count, from, true);
  if (std::int64_t{to_at} + count > to.length) return wrong("destination index", std::int64_t{to_at} + count, to, true);
  if (count == 0) return Done::yes;
  Pending pending;
  pending.what = Pending::What::write;
  const bool from_is_seen = from.escaped && !from.frozen;
  if (to.escaped) {
    pending.object = to.place;
    pending.offset = static_cast<std::uint32_t>(to_at);
    if (from_is_seen) pending.also = from.place;
    if (!env.pass_if_noticed(thread, pending)) return Done::stopped;
  } else if (from_is_seen) {
    pending.what = Pending::What::read;
    pending.object = from.place;
    pending.offset = static_cast<std::uint32_t>(from_at);
    if (!env.pass_if_noticed(thread, pending)) return Done::stopped;
  }
  if (to.frozen) return env.unsupported(thread, "a write to an array that was taken to be constant");
  env.memory().touch(to);
  const unsigned shift = element_shift(to.klass->element_kind);
  if (to.klass->element_kind == Kind::ref && !from.klass->element->extends(to.klass->element)) {
    for (std::int32_t i = 0; i < count; ++i) {
      const Ref ref = from.data()[from_at + i];
      if (ref != 0 && !env.at(ref)->klass->extends(to.klass->element)) {
        return env.throw_new(
            thread, "java/lang/ArrayStoreException",
            fmt::format("arraycopy: element type mismatch: can not cast one of the elements of {} to the "
                        "type of the destination array, {}",
                        from.klass->text(), to.klass->element->text()));
      }
      if (to.escaped) env.memory().escape(ref);
      to.data()[to_at + i] = ref;
    }
    return Done::yes;
  }
  if (to.klass->element_kind == Kind::ref && to.escaped) {
    for (std::int32_t i = 0; i < count; ++i) env.memory().escape(from.data()[from_at + i]);
  }
  std::memmove(reinterpret_cast<std::uint8_t*>(to.data()) + (static_cast<std::size_t>(to_at) << shift),
               reinterpret_cast<const std::uint8_t*>(from.data()) + (static_cast<std::size_t>(from_at) << shift),
               static_cast<std::size_t>(count) << shift);
  return Done::yes;
}

// The library's own uses measure time-outs, whose end is explored; but for those that tell the program the time.
void note_clock(NativeEnv& env, const Thread& thread) {
  const Class& asks = *thread.frames.back().method->owner;
  const std::string_view name = asks.name;
  if (asks.library && !name.starts_with("java/time/") && name != "java/util/Date" && name != "java/util/Calendar")
    return;
  env.journal().surroundings.note(Surroundings::Asked::clock);
}
Done nano_time(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  note_clock(env, thread);
  return give_long(args, nanoseconds(thread));
}
Done current_time(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  note_clock(env, thread);
  return give_long(args, milliseconds(thread));
}
// How many nanoseconds the clock is past so many seconds since 1970; -1: they do not fit.
Done time_adjustment(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  note_clock(env, thread);
  constexpr std::int64_t most_seconds = std::int64_t{1} << 32;
  const std::uint64_t now = milliseconds(thread);
  const auto past = static_cast<std::int64_t>(now / 1000 - get64(args));
  if (past <= -most_seconds || past >= most_seconds) return give_long(args, ~std::uint64_t{0});
  const std::uint64_t rest = now % 1000 * 1'000'000 + thread.elapsed % 1'000'000;
  return give_long(args, static_cast<std::uint64_t>(past) * 1'000'000'000 + rest);
}

Done intern(NativeEnv& env, Thread&, Word* args, const Method&) {
  return give(args, env.intern(env.parts.objects.text16(args[0])));
}

Done string_hash(NativeEnv& env, Thread&, Word* args, const Method&) {
  Word hash = 0;
  for (const char16_t c : env.parts.objects.text16(args[0])) hash = hash * 31 + c;
  return give(args, hash);
}

Done fill_in_stack_trace(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  // The frames of the constructors that led here tell nothing.
  std::size_t skip = 0;
  const Class* klass = env.at(args[0])->klass;
  while (skip < thread.frames.size()) {
    const Frame& frame = thread.frames[thread.frames.size() - 1 - skip];
    const bool own = frame.method->name == "fillInStackTrace" ||
                     (frame.method->name == "<init>" && klass->extends(frame.method->owner));
    if (!own) break;
    ++skip;
  }
  env.parts.exceptions.fill_stack_trace(thread, args[0], skip);
  return Done::yes;
}

// initStackTraceElements(StackTraceElement[], Throwable); since JDK 20 with the backtrace, and its depth.
Done init_stack_trace_elements(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  const Ref elements = args[0];
  const Ref trace =
      method.argument_words == 3 ? args[1] : env.at(args[1])->data()[env.field("java/lang/Throwable", "backtrace")];
  if (elements == 0 || trace == 0) return Done::yes;
  static constexpr std::string_view element_class = "java/lang/StackTraceElement";
  for (std::uint32_t i = 0; i < env.at(elements)->length; ++i) {
    if (2 * i + 1 >= env.at(trace)->length) break;
    Frame frame;
    frame.method = env.memory().methods[env.at(trace)->data()[2 * i]];
    frame.pc = env.at(trace)->data()[2 * i + 1];
    const Ref element = env.at(elements)->data()[i];
    if (element == 0) continue;
    const Class& owner = *frame.method->owner;
    Object& it = *env.at(element);
    env.write_ref(it, env.field(element_class, "declaringClass"), env.intern(owner.text()));
    env.write_ref(it, env.field(element_class, "methodName"), env.intern(frame.method->name));
    if (owner.file && !owner.file->source_file.empty()) {
      env.write_ref(it, env.field(element_class, "fileName"), env.intern(owner.file->source_file));
    }
    if (owner.library) env.write_ref(it, env.field(element_class, "moduleName"), env.intern("java.base"));
    if (!owner.library) env.write_ref(it, env.field(element_class, "classLoaderName"), env.intern("app"));
    it.data()[env.field(element_class, "lineNumber")] = static_cast<Word>(frame.method->line(frame.pc));
    it.data()[env.field(element_class, "format")] = owner.library ? 3 : 1;
  }
  (void)thread;
  return Done::yes;
}

Done exit(NativeEnv& env, Thread& thread, Word*, const Method&) {
  Pending pending;
  pending.what = Pending::What::run;
  if (!env.pass_if_noticed(thread, pending)) return Done::stopped;
  env.parts.scheduler.end_all();
  return env.parts.exceptions.stop_with(Stop::ended);
}

Done first_argument(NativeEnv&, Thread&, Word*, const Method&) { return Done::yes; }
Done none(NativeEnv&, Thread&, Word*, const Method&) { return Done::yes; }
Done zero(NativeEnv&, Thread&, Word* args, const Method&) { return give_long(args, 0); }
Done one(NativeEnv&, Thread&, Word* args, const Method&) { return give(args, 1); }
// A JVM with one processor is a legal one, and on it nobody in java.util.concurrent spins for long. Where calls of the
// library are one step, spinning would only be cut and begun anew. Fork-join pools and futures behave otherwise, too.
Done processors(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  const std::string_view asks = thread.top().method->owner->name;
  constexpr std::string_view forks = "java/util/concurrent/ForkJoin";
  constexpr std::string_view futures = "java/util/concurrent/CompletableFuture";
  const bool alone = env.settings().library == LibraryCalls::atomic && asks.starts_with("java/util/concurrent/") &&
                     !asks.starts_with(forks) && !asks.starts_with(futures);
  return give(args, alone ? 1 : 2);
}
Done memory_size(NativeEnv&, Thread&, Word* args, const Method&) { return give_long(args, std::uint64_t{1} << 30); }

// Not zero, or the clock would be asked: it decides the order of Set.of and Map.of.
Done seed(NativeEnv&, Thread&, Word* args, const Method&) { return give_long(args, 0x5DEECE66D); }

double number(const Word* args) { return std::bit_cast<double>(get64(args)); }
template <double (*function)(double)>
Done math(NativeEnv&, Thread&, Word* args, const Method&) {
  return give_long(args, std::bit_cast<std::uint64_t>(function(number(args))));
}
template <double (*function)(double, double)>
Done math2(NativeEnv&, Thread&, Word* args, const Method&) {
  return give_long(args, std::bit_cast<std::uint64_t>(function(number(args), number(args + 2))));
}

Done extended_message(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  const std::string text = env.parts.exceptions.extended_message(args[0]);
  return give(args, text.empty() ? 0 : env.parts.objects.new_string(thread, text, 0));
}

// Names and values by turns.
Done environment(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  const auto& pairs = env.settings().environment;
  Class& bytes = env.loader().need("[B");
  Object* all = env.allocate(thread, env.loader().need("[[B"), static_cast<std::uint32_t>(pairs.size() * 2), 1);
  if (all == nullptr) return Done::thrown;
  std::size_t at = 0;
  for (const auto& [name, value] : pairs) {
    for (const std::string& text : {name, value}) {
      Object* part = env.allocate(thread, bytes, static_cast<std::uint32_t>(text.size()), 2);
      if (part == nullptr) return Done::thrown;
      std::copy(text.begin(), text.end(), reinterpret_cast<char*>(part->data()));
      all->data()[at++] = part->place;
    }
  }
  return give(args, all->place);
}

Done all_variables(NativeEnv& env, Thread& thread, Word*, const Method&) {
  if (!thread.top().method->owner->library) env.journal().surroundings.note(Surroundings::Asked::environment);
  return Done::declined;
}
Done one_variable(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  if (args[0] == 0 || thread.top().method->owner->library) return Done::declined;
  std::string name = env.text(args[0]);
  const auto& given = env.settings().environment;
  const bool known = std::any_of(given.begin(), given.end(), [&](const auto& pair) { return pair.first == name; });
  if (!known) env.journal().surroundings.note_absent_variable(std::move(name));
  return Done::declined;
}

// The end of a run comes without them.
Done shutdown_hook(NativeEnv& env, Thread&, Word*, const Method&) {
  env.journal().surroundings.note(Surroundings::Asked::shutdown_hooks);
  return Done::declined;
}

constexpr Served language_table[] = {
    {"java/lang/System.getenv()Ljava/util/Map;", all_variables},
    {"java/lang/System.getenv(Ljava/lang/String;)Ljava/lang/String;", one_variable},
    {"java/lang/Runtime.addShutdownHook", shutdown_hook},
    {"java/lang/ProcessEnvironment.environ", environment},
    {"java/lang/NullPointerException.getExtendedNPEMessage", extended_message},
    {"java/lang/Object.hashCode", hash_code},
    {"java/lang/System.identityHashCode", hash_code},
    {"java/lang/Object.getClass", get_class},
    {"java/lang/Object.clone", clone},
    {"java/lang/System.arraycopy", array_copy},
    {"java/lang/System.nanoTime", nano_time},
    {"java/lang/System.currentTimeMillis", current_time},
    {"java/lang/System.exit", exit},
    {"java/lang/Runtime.exit", exit},
    {"java/lang/Runtime.halt", exit},
    {"java/lang/Shutdown.beforeHalt", none},
    {"java/lang/Runtime.availableProcessors", processors},
    {"java/lang/Runtime.maxMemory", memory_size},
    {"java/lang/Runtime.totalMemory", memory_size},
    {"java/lang/Runtime.freeMemory", memory_size},
    {"java/lang/Runtime.gc", none},
    {"java/lang/String.intern", intern},
    {"java/lang/String.hashCode", string_hash},
    {"java/lang/StringUTF16.isBigEndian", zero},
    {"java/lang/StringCoding.err", none},
    {"java/lang/Float.floatToRawIntBits", first_argument},
    {"java/lang/Float.intBitsToFloat", first_argument},
    {"java/lang/Double.doubleToRawLongBits", first_argument},
    {"java/lang/Double.longBitsToDouble", first_argument},
    {"java/lang/StrictMath.sqrt", math<std::sqrt>},
    {"java/lang/Math.sqrt", math<std::sqrt>},
    {"java/lang/StrictMath.sin", math<std::sin>},
    {"java/lang/StrictMath.cos", math<std::cos>},
    {"java/lang/StrictMath.tan", math<std::tan>},
    {"java/lang/StrictMath.asin", math<std::asin>},
    {"java/lang/StrictMath.acos", math<std::acos>},
    {"java/lang/StrictMath.atan", math<std::atan>},
    {"java/lang/StrictMath.log", math<std::log>},
    {"java/lang/StrictMath.log10", math<std::log10>},
    {"java/lang/StrictMath.sinh", math<std::sinh>},
    {"java/lang/StrictMath.cosh", math<std::cosh>},
    {"java/lang/StrictMath.tanh", math<std::tanh>},
    {"java/lang/StrictMath.expm1", math<std::expm1>},
    {"java/lang/StrictMath.log1p", math<std::log1p>},
    {"java/lang/StrictMath.atan2", math2<std::atan2>},
    {"java/lang/StrictMath.IEEEremainder", math2<std::remainder>},
    {"java/lang/Throwable.fillInStackTrace(I)Ljava/lang/Throwable;", fill_in_stack_trace},
    {"java/lang/StackTraceElement.initStackTraceElements", init_stack_trace_elements},
    {"java/lang/StackTraceElement.computeFormat", none},
    {"java/security/AccessController.getStackAccessControlContext", zero},
    {"java/security/AccessController.getInheritedAccessControlContext", zero},
    {"java/security/AccessController.ensureMaterializedForStackWalk", none},
    {"java/security/AccessController.getProtectionDomain", zero},
    {"jdk/internal/misc/VM.initialize", none},
    {"jdk/internal/misc/VM.latestUserDefinedLoader0", zero},
    {"jdk/internal/misc/VM.initializeFromArchive", none},
    {"jdk/internal/misc/VM.getNanoTimeAdjustment", time_adjustment},
    {"jdk/internal/misc/CDS.initializeFromArchive", none},
    {"jdk/internal/misc/CDS.isDumpingClassList0", zero},
    {"jdk/internal/misc/CDS.isDumpingArchive0", zero},
    {"jdk/internal/misc/CDS.isSharingEnabled0", zero},
    {"jdk/internal/misc/CDS.defineArchivedModules", none},
    {"jdk/internal/misc/CDS.getCDSConfigStatus", zero},
    {"jdk/internal/misc/CDS.needsClassInitBarrier0", zero},
    {"jdk/internal/misc/PreviewFeatures.isPreviewEnabled", one},
    {"jdk/internal/vm/ForeignLinkerSupport.isSupported0", zero},
    {"java/lang/ref/Finalizer.isFinalizationEnabled", zero},
    {"java/lang/ProcessImpl.init", none},
    {"sun/misc/Unsafe.beforeMemoryAccess", none},
    {"jdk/internal/misc/CDS.getRandomSeedForDumping", seed},
    {"java/util/concurrent/atomic/AtomicLong.VMSupportsCS8", one},
};

}  // namespace

std::span<const Served> language_natives() { return language_table; }

}  // namespace waymark::java
