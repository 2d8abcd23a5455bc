// Methods of the library that are served although they have code of their own: see the reasons beside them.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "java/machine/utf.hpp"
#include "java/natives/location.hpp"
#include "java/natives/natives.hpp"

namespace waymark::java {

namespace {

// --- System.out and System.err: real streams would keep old bytes in their buffers, and take a lock all threads share

bool ours(const NativeEnv& env, Ref stream) { return stream == env.standard_out || stream == env.standard_err; }

Done write_text(NativeEnv& env, Thread&, Word* args, const Method& method) {
  if (!ours(env, args[0])) return Done::declined;
  std::string text;
  if (method.descriptor[1] == '[') {
    const Object& array = *env.at(args[1]);
    std::u16string characters(array.length, 0);
    std::memcpy(characters.data(), array.data(), characters.size() * 2);
    text = to8(characters);
  } else {
    text = env.text(args[1]);
  }
  if (method.name == "writeln") text += '\n';
  env.print(text);
  return Done::yes;
}
Done write_byte(NativeEnv& env, Thread&, Word* args, const Method&) {
  if (!ours(env, args[0])) return Done::declined;
  const char byte = static_cast<char>(args[1]);
  env.print(std::string_view(&byte, 1));
  return Done::yes;
}
Done write_bytes(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  if (!ours(env, args[0])) return Done::declined;
  if (args[1] == 0) return env.throw_null(thread);
  const Object& array = *env.at(args[1]);
  std::uint64_t from = 0;
  std::uint64_t count = array.length;
  if (method.argument_words == 4) {
    from = args[2];
    count = args[3];
    if (from + count > array.length) return env.throw_new(thread, "java/lang/IndexOutOfBoundsException", {}, false);
  }
  env.print(std::string_view(reinterpret_cast<const char*>(array.data()) + from, count));
  return Done::yes;
}
Done new_line(NativeEnv& env, Thread&, Word* args, const Method&) {
  if (!ours(env, args[0])) return Done::declined;
  env.print("\n");
  return Done::yes;
}
Done stream_nothing(NativeEnv& env, Thread&, Word* args, const Method& method) {
  if (!ours(env, args[0])) return Done::declined;
  return method.result == Kind::void_ ? Done::yes : give(args, 0);
}
// System.setOut0, setErr0, setIn0. These fields are final, so a read of one is no step: no other thread may be there to
// read it.
Done set_stream(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  std::string name(method.name.substr(3, method.name.size() - 4));
  if (env.memory().living() > 1) {
    return env.unsupported(thread, fmt::format("System.set{} while other threads live", name));
  }
  name[0] = static_cast<char>(name[0] - 'A' + 'a');
  Class& system = env.loader().need("java/lang/System");
  Location::static_field(system, *system.declared_field(name, {})).store(env, args[0]);
  return Done::yes;
}
Done format(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  if (!ours(env, args[0])) return Done::declined;
  Class& strings = env.loader().need("java/lang/String");
  const Ref stream = args[0];
  Done done = Done::yes;
  if (method.argument_words == 3) {
    done = env.call(thread, method,
                    *strings.declared("format", "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;"),
                    {args[1], args[2]}, Frame::prints);
  } else {
    done = env.call(
        thread, method,
        *strings.declared("format", "(Ljava/util/Locale;Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;"),
        {args[1], args[2], args[3]}, Frame::prints);
  }
  thread.frames.back().lock = stream;
  return done;
}

// Without ForkJoinPool's static initialiser, which creates the common pool.
Done managed_block(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  if (args[0] == 0) return env.throw_null(thread);
  Class* worker = env.loader().find_loaded("java/util/concurrent/ForkJoinWorkerThread");
  if (worker != nullptr && env.at(thread.object)->klass->extends(worker)) return Done::declined;
  Method* block = method.owner->declared("unmanagedBlock", "(Ljava/util/concurrent/ForkJoinPool$ManagedBlocker;)V");
  if (block == nullptr) return Done::declined;
  return env.call(thread, method, *block, {args[0]});
}

// --- per-thread random numbers steer only striping and the heights of skip lists

Done local_init(NativeEnv& env, Thread& thread, Word*, const Method&) {
  Object& self = *env.at(thread.object);
  env.memory().touch(self);
  self.data()[env.field(java_thread, "threadLocalRandomProbe")] = (thread.number + 1) * 0x9E3779B9u;
  put64(self.data() + env.field(java_thread, "threadLocalRandomSeed"), (thread.number + 1) * 0x9E3779B97F4A7C15u);
  return Done::yes;
}
Done get_probe(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  // Where a worker of a ForkJoinPool looks for tasks first follows from this by the number of its looks, unless it is
  // 0.
  if (thread.top().method->name == "registerWorker") return give(args, 0);
  return give(args, env.at(thread.object)->data()[env.field(java_thread, "threadLocalRandomProbe")]);
}
Done advance_probe(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  Word probe = args[0];
  probe ^= probe << 13;
  probe ^= probe >> 17;
  probe ^= probe << 5;
  Object& self = *env.at(thread.object);
  env.memory().touch(self);
  self.data()[env.field(java_thread, "threadLocalRandomProbe")] = probe;
  return give(args, probe);
}
Done secondary_seed(NativeEnv&, Thread&, Word* args, const Method&) { return give(args, 1); }

// --- eight bytes at a time out of any array: by the byte here

Done mismatch(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  if (args[0] == 0 || args[3] == 0) return env.unsupported(thread, "a comparison of memory outside of the heap");
  const Object& a = *env.at(args[0]);
  const Object& b = *env.at(args[3]);
  const std::uint64_t at_a = get64(args + 1) - 16;
  const std::uint64_t at_b = get64(args + 4) - 16;
  const std::uint64_t count = args[6];
  const unsigned shift = args[7];
  const auto inside = [&](const Object& array, std::uint64_t from) {
    return array.klass->is_array() && shift < 4 &&
           from + (count << shift) <= std::uint64_t{array.length} << element_shift(array.klass->element_kind);
  };
  if (!inside(a, at_a) || !inside(b, at_b)) return env.unsupported(thread, "a comparison outside of an array");
  Pending pending;
  pending.what = Pending::What::read;
  for (const Object* array : {&a, &b}) {
    if (array->escaped && !array->frozen) (pending.object == 0 ? pending.object : pending.also) = array->place;
  }
  if (pending.object != 0 && !env.pass_if_noticed(thread, pending)) return Done::stopped;
  const auto* left = reinterpret_cast<const std::uint8_t*>(a.data()) + at_a;
  const auto* right = reinterpret_cast<const std::uint8_t*>(b.data()) + at_b;
  for (std::uint64_t i = 0; i < count << shift; ++i) {
    if (left[i] != right[i]) return give(args, static_cast<Word>(i >> shift));
  }
  return give(args, ~Word{0});
}

// What Formatter asks for the characters of numbers, in the locale that nearly everybody uses here: without this, every
// String.format("%d") would load the providers of all locales.
bool plain_locale(NativeEnv& env, Ref locale) {
  const Object& base = *env.at(env.at(locale)->data()[env.field("java/util/Locale", "baseLocale")]);
  const auto part = [&](std::string_view name) {
    return env.text(base.data()[env.field("sun/util/locale/BaseLocale", name)]);
  };
  return part("language") == "en" && part("region") == "US" && part("variant").empty() &&
         env.at(locale)->data()[env.field("java/util/Locale", "localeExtensions")] == 0;
}

Done decimal_symbols(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  const std::string& asks = thread.top().method->owner->name;
  if (asks.rfind("java/util/Formatter", 0) != 0 || args[0] == 0 || !plain_locale(env, args[0])) return Done::declined;
  return give(args, plain_decimal_symbols(env));
}

// The same in newer JDKs, which ask of the symbols that were used last of which locale they are.
Done formatter_symbols(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  if (args[0] == 0) return env.throw_null(thread);
  return plain_locale(env, args[0]) ? give(args, plain_decimal_symbols(env)) : Done::declined;
}

// ServiceLoader.iterator() and stream(), by waymark.internal.Services.
Done service_iterator(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  const Ref service = env.at(args[0])->data()[env.field("java/util/ServiceLoader", "serviceName")];
  Class* services = env.loader().find("waymark/internal/Services");
  if (services == nullptr)
    return env.unsupported(thread, "ServiceLoader, without waymark-library.jar beside the binary");
  Method* const found = method.name == "stream"
                            ? services->declared("stream", "(Ljava/lang/String;)Ljava/util/stream/Stream;")
                            : services->declared("of", "(Ljava/lang/String;)Ljava/util/Iterator;");
  return env.call(thread, method, *found, {service});
}

// Of a security provider by its name. The one for elliptic curves is of another module until JDK 22, and would be
// sought among all providers of all modules, each of which is made for that.
Done security_provider(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  const Ref name = env.at(args[0])->data()[env.field("sun/security/jca/ProviderConfig", "provName")];
  if (name == 0 || env.text(name) != "SunEC") return Done::declined;
  Class* const services = env.loader().find("waymark/internal/Services");
  if (services == nullptr) return Done::declined;
  return env.call(thread, method, *services->declared("curves", "()Ljava/security/Provider;"), {});
}

// The weak forms of compare-and-set of java.util.concurrent.atomic: as their own code does, or for no reason not at
// all.
Done weak_compare_and_set(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  if (!env.settings().spurious || thread.top().method->owner->library) return Done::declined;
  std::uint32_t chosen = 0;
  if (!env.parts.scheduler.choose(thread, 2, chosen)) return Done::stopped;
  return chosen == 0 ? Done::declined : give(args, 0);
}

Done has_static_initializer(NativeEnv& env, Thread&, Word* args, const Method&) {
  return give_bool(args, env.of_mirror(args[0])->initializer != nullptr);
}

Word retains_classes(NativeEnv& env, Ref walker) {
  return env.at(walker)->data()[env.field("java/lang/StackWalker", "retainClassRef")];
}
// StackWalker by waymark.internal.Walks.
Done walk_stack(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  Class* const walks = env.loader().find("waymark/internal/Walks");
  if (walks == nullptr) return env.unsupported(thread, "StackWalker, without waymark-library.jar beside the binary");
  if (args[1] == 0) return env.throw_null(thread);
  std::string descriptor(method.descriptor);
  descriptor.insert(descriptor.find(')'), "Z");
  return env.call(thread, method, *walks->declared(method.name, descriptor), {args[1], retains_classes(env, args[0])});
}
// waymark.internal.Walks.descriptors(Throwable)
Done trace_descriptors(NativeEnv& env, Thread&, Word* args, const Method&) {
  const Ref trace = env.at(args[0])->data()[env.field("java/lang/Throwable", "backtrace")];
  std::string lines;
  for (std::uint32_t i = 0; trace != 0 && i + 1 < env.at(trace)->length; i += 2) {
    lines += env.memory().methods[env.at(trace)->data()[i]]->descriptor;
    lines += '\n';
  }
  return give(args, env.intern(lines));
}
Done calling_class(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  if (retains_classes(env, args[0]) == 0) {
    return env.throw_new(thread, "java/lang/UnsupportedOperationException",
                         "This stack walker does not have RETAIN_CLASS_REFERENCE access");
  }
  const std::size_t depth = thread.frames.size();
  if (depth < 2) return env.throw_new(thread, "java/lang/IllegalCallerException", "no caller frame");
  return give(args, env.mirror(*thread.frames[depth - 2].method->owner));
}

#define ATOMIC(name) "java/util/concurrent/atomic/" name
constexpr Served library_table[] = {
    {"java/util/ServiceLoader.iterator", service_iterator},
    {"java/util/ServiceLoader.stream", service_iterator},
    {"sun/security/jca/ProviderConfig.doLoadProvider", security_provider},
    {"java/util/ServiceLoader.checkCaller", nothing_to_do},
    {"java/io/PrintStream.write(Ljava/lang/String;)V", write_text},
    {"java/io/PrintStream.writeln(Ljava/lang/String;)V", write_text},
    {"java/io/PrintStream.write([C)V", write_text},
    {"java/io/PrintStream.writeln([C)V", write_text},
    {"java/io/PrintStream.newLine()V", new_line},
    {"java/io/PrintStream.write(I)V", write_byte},
    {"java/io/PrintStream.write([BII)V", write_bytes},
    {"java/io/PrintStream.write([B)V", write_bytes},
    {"java/io/PrintStream.writeBytes([B)V", write_bytes},
    {"java/io/PrintStream.flush()V", stream_nothing},
    {"java/io/PrintStream.close()V", stream_nothing},
    {"java/io/PrintStream.checkError()Z", stream_nothing},
    {"java/io/PrintStream.format(Ljava/lang/String;[Ljava/lang/Object;)Ljava/io/PrintStream;", format},
    {"java/io/PrintStream.format(Ljava/util/Locale;Ljava/lang/String;[Ljava/lang/Object;)Ljava/io/PrintStream;",
     format},
    {"java/lang/System.setOut0", set_stream},
    {"java/lang/System.setErr0", set_stream},
    {"java/lang/System.setIn0", set_stream},
    {"java/util/concurrent/ForkJoinPool.managedBlock", managed_block},
    {"java/util/concurrent/ThreadLocalRandom.localInit", local_init},
    {"java/util/concurrent/ThreadLocalRandom.getProbe", get_probe},
    {"java/util/concurrent/atomic/Striped64.getProbe", get_probe},
    {"java/util/concurrent/ThreadLocalRandom.advanceProbe", advance_probe},
    {"java/util/concurrent/atomic/Striped64.advanceProbe", advance_probe},
    {"java/util/concurrent/ThreadLocalRandom.nextSecondarySeed", secondary_seed},
    {"jdk/internal/util/ArraysSupport.vectorizedMismatch", mismatch},
    {"java/text/DecimalFormatSymbols.getInstance(Ljava/util/Locale;)Ljava/text/DecimalFormatSymbols;", decimal_symbols},
    {"java/util/Formatter.getDecimalFormatSymbols", formatter_symbols},
    {"jdk/internal/access/SharedSecrets.<clinit>", nothing_to_do},
    {"java/io/ObjectStreamClass.initNative", nothing_to_do},
    {"waymark/internal/Walks.descriptors", trace_descriptors},
    {"java/lang/StackWalker.walk", walk_stack},
    {"java/lang/StackWalker.forEach", walk_stack},
    {"java/lang/StackWalker.getCallerClass", calling_class},
    {"jdk/internal/loader/BootLoader.<clinit>", nothing_to_do},
    {"jdk/internal/loader/BootLoader.loadLibrary", nothing_to_do},
    {"sun/security/util/FilePermCompat.<clinit>", nothing_to_do},
    {"java/io/ObjectStreamClass.hasStaticInitializer", has_static_initializer},
    {ATOMIC("AtomicInteger.weakCompareAndSet"), weak_compare_and_set},
    {ATOMIC("AtomicInteger.weakCompareAndSetPlain"), weak_compare_and_set},
    {ATOMIC("AtomicInteger.weakCompareAndSetAcquire"), weak_compare_and_set},
    {ATOMIC("AtomicInteger.weakCompareAndSetRelease"), weak_compare_and_set},
    {ATOMIC("AtomicInteger.weakCompareAndSetVolatile"), weak_compare_and_set},
    {ATOMIC("AtomicLong.weakCompareAndSet"), weak_compare_and_set},
    {ATOMIC("AtomicLong.weakCompareAndSetPlain"), weak_compare_and_set},
    {ATOMIC("AtomicLong.weakCompareAndSetAcquire"), weak_compare_and_set},
    {ATOMIC("AtomicLong.weakCompareAndSetRelease"), weak_compare_and_set},
    {ATOMIC("AtomicLong.weakCompareAndSetVolatile"), weak_compare_and_set},
    {ATOMIC("AtomicBoolean.weakCompareAndSet"), weak_compare_and_set},
    {ATOMIC("AtomicBoolean.weakCompareAndSetPlain"), weak_compare_and_set},
    {ATOMIC("AtomicBoolean.weakCompareAndSetAcquire"), weak_compare_and_set},
    {ATOMIC("AtomicBoolean.weakCompareAndSetRelease"), weak_compare_and_set},
    {ATOMIC("AtomicBoolean.weakCompareAndSetVolatile"), weak_compare_and_set},
    {ATOMIC("AtomicReference.weakCompareAndSet"), weak_compare_and_set},
    {ATOMIC("AtomicReference.weakCompareAndSetPlain"), weak_compare_and_set},
    {ATOMIC("AtomicReference.weakCompareAndSetAcquire"), weak_compare_and_set},
    {ATOMIC("AtomicReference.weakCompareAndSetRelease"), weak_compare_and_set},
    {ATOMIC("AtomicReference.weakCompareAndSetVolatile"), weak_compare_and_set},
    {ATOMIC("AtomicIntegerArray.weakCompareAndSet"), weak_compare_and_set},
    {ATOMIC("AtomicIntegerArray.weakCompareAndSetPlain"), weak_compare_and_set},
    {ATOMIC("AtomicIntegerArray.weakCompareAndSetAcquire"), weak_compare_and_set},
    {ATOMIC("AtomicIntegerArray.weakCompareAndSetRelease"), weak_compare_and_set},
    {ATOMIC("AtomicIntegerArray.weakCompareAndSetVolatile"), weak_compare_and_set},
    {ATOMIC("AtomicLongArray.weakCompareAndSet"), weak_compare_and_set},
    {ATOMIC("AtomicLongArray.weakCompareAndSetPlain"), weak_compare_and_set},
    {ATOMIC("AtomicLongArray.weakCompareAndSetAcquire"), weak_compare_and_set},
    {ATOMIC("AtomicLongArray.weakCompareAndSetRelease"), weak_compare_and_set},
    {ATOMIC("AtomicLongArray.weakCompareAndSetVolatile"), weak_compare_and_set},
    {ATOMIC("AtomicReferenceArray.weakCompareAndSet"), weak_compare_and_set},
    {ATOMIC("AtomicReferenceArray.weakCompareAndSetPlain"), weak_compare_and_set},
    {ATOMIC("AtomicReferenceArray.weakCompareAndSetAcquire"), weak_compare_and_set},
    {ATOMIC("AtomicReferenceArray.weakCompareAndSetRelease"), weak_compare_and_set},
    {ATOMIC("AtomicReferenceArray.weakCompareAndSetVolatile"), weak_compare_and_set},
};
#undef ATOMIC

}  // namespace

std::span<const Served> library_natives() { return library_table; }

Ref plain_decimal_symbols(NativeEnv& env) {
  static constexpr std::string_view symbols = "java/text/DecimalFormatSymbols";
  const auto [ref, fresh] = env.singleton(decimal_symbols_name(), symbols);
  if (!fresh) return ref;
  Object& object = *env.at(ref);
  const auto set = [&](std::string_view field, Word value) { object.data()[env.field(symbols, field)] = value; };
  set("zeroDigit", '0');
  set("groupingSeparator", ',');
  set("decimalSeparator", '.');
  set("perMill", 0x2030);
  set("percent", '%');
  set("digit", '#');
  set("patternSeparator", ';');
  set("minusSign", '-');
  set("exponential", 'E');
  set("monetarySeparator", '.');
  set("infinity", env.intern("\xE2\x88\x9E"));
  set("NaN", env.intern("NaN"));
  set("exponentialSeparator", env.intern("E"));
  return ref;
}

}  // namespace waymark::java
