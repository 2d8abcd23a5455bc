// Methods that the virtual machine serves: the JDK's native methods, and a few others whose own code would make every
// thread depend on every other, or states on the path to them. One table per family.
#pragma once

#include <span>
#include <string_view>

#include "java/machine/values.hpp"
#include "java/machine/vm.hpp"

namespace waymark::java {

// Null if the method is not served.
[[nodiscard]] Native served(const Method& method);

struct Served {
  std::string_view name;  // java/lang/Object.hashCode, with or without the descriptor
  Native native;
};

[[nodiscard]] std::span<const Served> language_natives();
[[nodiscard]] std::span<const Served> class_natives();
[[nodiscard]] std::span<const Served> reflection_natives();
[[nodiscard]] std::span<const Served> invoke_natives();
[[nodiscard]] std::span<const Served> thread_natives();
[[nodiscard]] std::span<const Served> unsafe_natives();
[[nodiscard]] std::span<const Served> library_natives();
[[nodiscard]] std::span<const Served> verify_natives();

// Objects that natives make up: the one Lookup there is, and the symbols that Formatter asks for.
inline constexpr std::uint64_t lookup_name = 0x100C0B;
inline constexpr std::uint64_t decimal_symbols_name = 0xDEC1;
[[nodiscard]] Ref dummy_lookup(Vm& vm);
[[nodiscard]] Ref plain_decimal_symbols(Vm& vm);

inline Done nothing_to_do(Vm&, Thread&, Word*, const Method&) { return Done::yes; }

// A native needs a class initialised before it does anything: other than yes is its result, and it is called again.
inline Done initialized(Vm& vm, Thread& thread, Class& klass) {
  switch (vm.initialize(thread, klass)) {
    case Vm::Ready::yes:
      return Done::yes;
    case Vm::Ready::called:
      return Done::called;
    case Vm::Ready::stopped:
      return Done::stopped;
    default:
      return Done::thrown;
  }
}

// Results.
inline Done nothing() { return Done::yes; }
inline Done give(Word* args, Word value) {
  args[0] = value;
  return Done::yes;
}
inline Done give_bool(Word* args, bool value) { return give(args, value ? 1 : 0); }
inline Done give_long(Word* args, std::uint64_t value) {
  put64(args, value);
  return Done::yes;
}

}  // namespace waymark::java
