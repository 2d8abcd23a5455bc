// Methods of the library that are served although they have code of their own: see the reasons beside them.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "java/machine/utf.hpp"
#include "java/natives/natives.hpp"

namespace waymark::java {

namespace {

// --- System.out and System.err: real streams would keep old bytes in their buffers, and take a lock all threads share

bool ours(const Vm& vm, Ref stream) { return stream == vm.standard_out || stream == vm.standard_err; }

Done write_text(Vm& vm, Thread&, Word* args, const Method& method) {
  if (!ours(vm, args[0])) return Done::declined;
  std::string text;
  if (method.descriptor[1] == '[') {
    const Object& array = *vm.at(args[1]);
    std::u16string characters(array.length, 0);
    std::memcpy(characters.data(), array.data(), characters.size() * 2);
    text = to8(characters);
  } else {
    text = vm.text(args[1]);
  }
  if (method.name == "writeln") text += '\n';
  vm.print(text);
  return Done::yes;
}
Done write_byte(Vm& vm, Thread&, Word* args, const Method&) {
  if (!ours(vm, args[0])) return Done::declined;
  const char byte = static_cast<char>(args[1]);
  vm.print(std::string_view(&byte, 1));
  return Done::yes;
}
Done write_bytes(Vm& vm, Thread& thread, Word* args, const Method& method) {
  if (!ours(vm, args[0])) return Done::declined;
  if (args[1] == 0) return vm.throw_new(thread, "java/lang/NullPointerException", {}, false);
  const Object& array = *vm.at(args[1]);
  std::uint64_t from = 0;
  std::uint64_t count = array.length;
  if (method.argument_words == 4) {
    from = args[2];
    count = args[3];
    if (from + count > array.length) return vm.throw_new(thread, "java/lang/IndexOutOfBoundsException", {}, false);
  }
  vm.print(std::string_view(reinterpret_cast<const char*>(array.data()) + from, count));
  return Done::yes;
}
Done new_line(Vm& vm, Thread&, Word* args, const Method&) {
  if (!ours(vm, args[0])) return Done::declined;
  vm.print("\n");
  return Done::yes;
}
Done stream_nothing(Vm& vm, Thread&, Word* args, const Method& method) {
  if (!ours(vm, args[0])) return Done::declined;
  return method.result == Kind::void_ ? Done::yes : give(args, 0);
}
Done format(Vm& vm, Thread& thread, Word* args, const Method& method) {
  if (!ours(vm, args[0])) return Done::declined;
  Class& strings = vm.loader().need("java/lang/String");
  const Ref stream = args[0];
  Done done = Done::yes;
  if (method.argument_words == 3) {
    done = vm.call(thread, method,
                   *strings.declared("format", "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;"),
                   {args[1], args[2]}, Frame::prints);
  } else {
    done = vm.call(
        thread, method,
        *strings.declared("format", "(Ljava/util/Locale;Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;"),
        {args[1], args[2], args[3]}, Frame::prints);
  }
  thread.frames.back().lock = stream;
  return done;
}

// Without ForkJoinPool's static initialiser, which creates the common pool.
Done managed_block(Vm& vm, Thread& thread, Word* args, const Method& method) {
  if (args[0] == 0) return vm.throw_new(thread, "java/lang/NullPointerException", {}, false);
  Class* worker = vm.loader().find_loaded("java/util/concurrent/ForkJoinWorkerThread");
  if (worker != nullptr && vm.at(thread.object)->klass->extends(worker)) return Done::declined;
  Method* block = method.owner->declared("unmanagedBlock", "(Ljava/util/concurrent/ForkJoinPool$ManagedBlocker;)V");
  if (block == nullptr) return Done::declined;
  return vm.call(thread, method, *block, {args[0]});
}

// --- per-thread random numbers steer only striping and the heights of skip lists

Done local_init(Vm& vm, Thread& thread, Word*, const Method&) {
  Object& self = *vm.at(thread.object);
  vm.memory().touch(self);
  self.data()[vm.field(java_thread, "threadLocalRandomProbe")] = (thread.number + 1) * 0x9E3779B9u;
  put64(self.data() + vm.field(java_thread, "threadLocalRandomSeed"), (thread.number + 1) * 0x9E3779B97F4A7C15u);
  return Done::yes;
}
Done get_probe(Vm& vm, Thread& thread, Word* args, const Method&) {
  return give(args, vm.at(thread.object)->data()[vm.field(java_thread, "threadLocalRandomProbe")]);
}
Done advance_probe(Vm& vm, Thread& thread, Word* args, const Method&) {
  Word probe = args[0];
  probe ^= probe << 13;
  probe ^= probe >> 17;
  probe ^= probe << 5;
  Object& self = *vm.at(thread.object);
  vm.memory().touch(self);
  self.data()[vm.field(java_thread, "threadLocalRandomProbe")] = probe;
  return give(args, probe);
}
Done secondary_seed(Vm&, Thread&, Word* args, const Method&) { return give(args, 1); }

// --- eight bytes at a time out of any array: by the byte here

Done mismatch(Vm& vm, Thread& thread, Word* args, const Method&) {
  if (args[0] == 0 || args[3] == 0) return vm.unsupported(thread, "a comparison of memory outside of the heap");
  const Object& a = *vm.at(args[0]);
  const Object& b = *vm.at(args[3]);
  const std::uint64_t at_a = get64(args + 1) - 16;
  const std::uint64_t at_b = get64(args + 4) - 16;
  const std::uint64_t count = args[6];
  const unsigned shift = args[7];
  const auto inside = [&](const Object& array, std::uint64_t from) {
    return array.klass->is_array() && shift < 4 &&
           from + (count << shift) <= std::uint64_t{array.length} << element_shift(array.klass->element_kind);
  };
  if (!inside(a, at_a) || !inside(b, at_b)) return vm.unsupported(thread, "a comparison outside of an array");
  Pending pending;
  pending.what = Pending::What::read;
  for (const Object* array : {&a, &b}) {
    if (array->escaped && !array->frozen) (pending.object == 0 ? pending.object : pending.also) = array->place;
  }
  if (pending.object != 0 && !vm.free_running(thread) && !vm.pass(thread, pending)) return Done::stopped;
  const auto* left = reinterpret_cast<const std::uint8_t*>(a.data()) + at_a;
  const auto* right = reinterpret_cast<const std::uint8_t*>(b.data()) + at_b;
  for (std::uint64_t i = 0; i < count << shift; ++i) {
    if (left[i] != right[i]) return give(args, static_cast<Word>(i >> shift));
  }
  return give(args, ~Word{0});
}

// What Formatter asks for the characters of numbers, in the locale that nearly everybody uses here: without this, every
// String.format("%d") would load the providers of all locales.
bool plain_locale(Vm& vm, Ref locale) {
  const Object& base = *vm.at(vm.at(locale)->data()[vm.field("java/util/Locale", "baseLocale")]);
  const auto part = [&](std::string_view name) {
    return vm.text(base.data()[vm.field("sun/util/locale/BaseLocale", name)]);
  };
  return part("language") == "en" && part("region") == "US" && part("variant").empty() &&
         vm.at(locale)->data()[vm.field("java/util/Locale", "localeExtensions")] == 0;
}

Done decimal_symbols(Vm& vm, Thread& thread, Word* args, const Method&) {
  const std::string& asks = thread.top().method->owner->name;
  if (asks.rfind("java/util/Formatter", 0) != 0 || args[0] == 0 || !plain_locale(vm, args[0])) return Done::declined;
  return give(args, plain_decimal_symbols(vm));
}

// ServiceLoader.iterator(), without modules and resources: what the JDK itself needs is known
// (library/waymark/internal).
Done service_iterator(Vm& vm, Thread& thread, Word* args, const Method& method) {
  const Ref service = vm.at(args[0])->data()[vm.field("java/util/ServiceLoader", "serviceName")];
  Class* services = vm.loader().find("waymark/internal/Services");
  const std::string name = vm.text(service);
  static constexpr std::string_view known[] = {"sun.util.locale.provider.LocaleDataMetaInfo",
                                               "sun.util.resources.LocaleData$CommonResourceBundleProvider",
                                               "sun.util.resources.LocaleData$SupplementaryResourceBundleProvider"};
  if (services == nullptr || std::find(std::begin(known), std::end(known), name) == std::end(known)) {
    return vm.unsupported(thread, fmt::format("ServiceLoader for {}", name));
  }
  return vm.call(thread, method, *services->declared("of", "(Ljava/lang/String;)Ljava/util/Iterator;"), {service});
}

constexpr Served library_table[] = {
    {"java/util/ServiceLoader.iterator", service_iterator},
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
    {"java/util/concurrent/ForkJoinPool.managedBlock", managed_block},
    {"java/util/concurrent/ThreadLocalRandom.localInit", local_init},
    {"java/util/concurrent/ThreadLocalRandom.getProbe", get_probe},
    {"java/util/concurrent/atomic/Striped64.getProbe", get_probe},
    {"java/util/concurrent/ThreadLocalRandom.advanceProbe", advance_probe},
    {"java/util/concurrent/atomic/Striped64.advanceProbe", advance_probe},
    {"java/util/concurrent/ThreadLocalRandom.nextSecondarySeed", secondary_seed},
    {"jdk/internal/util/ArraysSupport.vectorizedMismatch", mismatch},
    {"java/text/DecimalFormatSymbols.getInstance(Ljava/util/Locale;)Ljava/text/DecimalFormatSymbols;", decimal_symbols},
    {"jdk/internal/access/SharedSecrets.<clinit>", nothing_to_do},
};

}  // namespace

std::span<const Served> library_natives() { return library_table; }

Ref plain_decimal_symbols(Vm& vm) {
  static constexpr std::string_view symbols = "java/text/DecimalFormatSymbols";
  const auto known = vm.singletons.find(decimal_symbols_name);
  if (known != vm.singletons.end()) return known->second;
  Object& object = *vm.memory().allocate_immortal(decimal_symbols_name, vm.loader().need(symbols));
  const auto set = [&](std::string_view field, Word value) { object.data()[vm.field(symbols, field)] = value; };
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
  set("infinity", vm.intern("\xE2\x88\x9E"));
  set("NaN", vm.intern("NaN"));
  set("exponentialSeparator", vm.intern("E"));
  vm.singletons[decimal_symbols_name] = object.place;
  return object.place;
}

}  // namespace waymark::java
