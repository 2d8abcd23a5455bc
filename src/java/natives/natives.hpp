// Methods that the virtual machine serves: the JDK's native methods, and a few others whose own code would make every
// thread depend on every other, or states on the path to them. One table per family.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>

#include "java/machine/native_env.hpp"
#include "java/machine/values.hpp"

namespace waymark::java {

// Null if the method is not served.
[[nodiscard]] Native served(const Method& method);
// One of VarHandle's access modes, or a call of a method handle.
Done access_by_handle(NativeEnv& env, Thread& thread, const Method& method, std::string_view descriptor, Word*& stack);

struct Served {
  std::string_view name;  // java/lang/Object.hashCode, with or without the descriptor
  Native native;
};

[[nodiscard]] std::span<const Served> language_natives();
[[nodiscard]] std::span<const Served> reference_natives();
[[nodiscard]] std::span<const Served> class_natives();
[[nodiscard]] std::span<const Served> reflection_natives();
[[nodiscard]] std::span<const Served> invoke_natives();
[[nodiscard]] std::span<const Served> thread_natives();
[[nodiscard]] std::span<const Served> unsafe_natives();
[[nodiscard]] std::span<const Served> var_handle_natives();
[[nodiscard]] std::span<const Served> method_handle_natives();
[[nodiscard]] std::span<const Served> library_natives();
[[nodiscard]] std::span<const Served> files_natives();
[[nodiscard]] std::span<const Served> proxy_natives();
[[nodiscard]] std::span<const Served> random_natives();
[[nodiscard]] std::span<const Served> verify_natives();
[[nodiscard]] std::span<const Served> zip_natives();
[[nodiscard]] std::span<const Served> module_natives();
[[nodiscard]] std::span<const Served> management_natives();
[[nodiscard]] std::span<const Served> unmodelled_natives();

// Objects that natives make up: the one Lookup there is, the symbols that Formatter asks for, handles of variables.
[[nodiscard]] inline Immortal lookup_name() { return {"lookup", 0x100C0B}; }
[[nodiscard]] inline Immortal decimal_symbols_name() { return {"decimal symbols", 0xDEC1}; }
[[nodiscard]] Ref dummy_lookup(NativeEnv& env);
[[nodiscard]] Ref plain_decimal_symbols(NativeEnv& env);
[[nodiscard]] Ref handle_for(NativeEnv& env, const NativeEnv::Variable& variable);

// Of a method handle, which stands on the stack with its arguments.
Done invoke_handle(NativeEnv& env, Thread& thread, const Method& method, std::string_view descriptor, Word* stack);

[[nodiscard]] inline bool called_by_program(const Thread& thread) {
  return !thread.frames.back().method->owner->library;
}
// Ends the run with the name of the method.
inline Done no_model(NativeEnv& env, Thread& thread, const Method& method, std::string_view what) {
  return env.unsupported(thread, fmt::format("{}.{}: {} have no model", method.owner->text(), method.name, what));
}

inline Done nothing_to_do(NativeEnv&, Thread&, Word*, const Method&) { return Done::yes; }

// Results.
inline Done give(Word* args, Word value) {
  args[0] = value;
  return Done::yes;
}
inline Done give_bool(Word* args, bool value) { return give(args, value ? 1 : 0); }
// A fresh array of them.
inline Done give_bytes(NativeEnv& env, Thread& thread, Word* args, std::string_view bytes) {
  Object* const array = env.allocate(thread, env.loader().need("[B"), static_cast<std::uint32_t>(bytes.size()));
  if (array == nullptr) return Done::thrown;
  std::copy(bytes.begin(), bytes.end(), reinterpret_cast<char*>(array->data()));
  return give(args, array->place);
}
inline Done give_long(Word* args, std::uint64_t value) {
  put64(args, value);
  return Done::yes;
}

}  // namespace waymark::java
