// NativeEnv: the machine as native methods see it: its parts, and shorter words for what most of them need. They get
// words for arguments and say what became of the call (Done). A native that other threads could notice calls
// Scheduler::pass() before anything has happened; where that is false, or a class is to be initialised or Java code to
// be run first, it is called again later, with the same arguments.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "java/machine/interpreter.hpp"

namespace waymark::java {

class NativeEnv {
 public:
  NativeEnv(Parts& machine, Interpreter& runs) : parts(machine), interpreter(runs) {}

  Parts& parts;
  Interpreter& interpreter;

  [[nodiscard]] const Settings& settings() const { return parts.settings; }
  [[nodiscard]] Journal& journal() const { return *parts.journal; }
  [[nodiscard]] Loader& loader() { return parts.loader; }
  [[nodiscard]] Memory& memory() { return parts.memory; }

  // --- objects ---
  [[nodiscard]] Object* at(Ref ref) { return parts.memory.at(ref); }
  [[nodiscard]] std::uint32_t field(std::string_view klass, std::string_view name) {
    return parts.objects.field(klass, name);
  }
  void write_ref(Object& holder, std::uint32_t offset, Ref value) { parts.objects.write_ref(holder, offset, value); }
  // Null: there is no room for it, and an exception is pending.
  [[nodiscard]] Object* allocate(Thread& thread, Class& klass, std::uint32_t length = 0, std::uint32_t sub = 0) {
    return parts.exceptions.allocate(thread, klass, length, sub);
  }
  [[nodiscard]] Ref intern(std::u16string_view text) { return parts.objects.intern(text); }
  [[nodiscard]] Ref intern(std::string_view utf8) { return parts.objects.intern(utf8); }
  [[nodiscard]] std::string text(Ref string) { return parts.objects.text(string); }
  [[nodiscard]] Ref mirror(Class& klass) { return parts.objects.mirror(klass); }
  [[nodiscard]] Class* of_mirror(Ref mirror) { return parts.objects.of_mirror(mirror); }
  // An object that the virtual machine makes up, once; and whether it was made just now.
  [[nodiscard]] std::pair<Ref, bool> singleton(const Immortal& name, std::string_view klass);
  // 0 if it has not been made.
  [[nodiscard]] Ref find_singleton(const Immortal& name) const {
    const auto known = singletons_.find(name.text);
    return known == singletons_.end() ? 0 : known->second;
  }

  // False: to be called again.
  [[nodiscard]] bool pass_if_noticed(Thread& thread, const Pending& pending) {
    return parts.scheduler.pass_if_noticed(thread, pending);
  }
  [[nodiscard]] Done initialize(Thread& thread, Class& klass) { return parts.initializer.initialize(thread, klass); }

  // --- how it ends ---
  Done throw_new(Thread& thread, std::string_view name, std::string_view message = {}, bool with_message = true) {
    return parts.exceptions.throw_new(thread, name, message, with_message);
  }
  // A NullPointerException as Java code throws it: the message does not name what was null.
  Done throw_null(Thread& thread) { return throw_new(thread, null_pointer_exception, {}, false); }
  Done unsupported(Thread& thread, std::string what) { return parts.exceptions.unsupported(thread, std::move(what)); }
  // Calls Java in place of the native method: its result is the native's, changed as the frame's flags say.
  Done call(Thread& thread, const Method& native, Method& method, std::span<const Word> arguments,
            std::uint32_t flags = 0) {
    return interpreter.call(thread, native, method, arguments, flags);
  }
  Done call(Thread& thread, const Method& native, Method& method, std::initializer_list<Word> arguments,
            std::uint32_t flags = 0) {
    return call(thread, native, method, std::span<const Word>(arguments.begin(), arguments.size()), flags);
  }
  // If someone listens.
  void print(std::string_view text) {
    if (parts.objects.narrator != nullptr) parts.objects.narrator->printed(text);
  }

  // --- what natives keep; no part of a state ---
  Ref standard_out = 0;  // System.out
  Ref standard_err = 0;
  Ref app_loader = 0;  // of the program's classes; 0 without the machine's own library
  // What a VarHandle stands for.
  struct Variable {
    Class* klass = nullptr;  // of a static field
    const Field* field = nullptr;
    Kind element = Kind::int_;  // of an array, if there is no field
    bool view = false;          // or of bytes of an array taken together
    bool buffer = false;        // or of a buffer
    bool big_endian = false;
  };
  std::unordered_map<Ref, Variable> variables;
  std::unordered_map<std::uint32_t, std::int32_t> counters;    // of Verify
  std::unordered_map<std::string, std::int32_t> named_values;  // and its values by name

 private:
  std::unordered_map<std::string, Ref> singletons_;  // by text
};

inline std::pair<Ref, bool> NativeEnv::singleton(const Immortal& name, std::string_view klass) {
  const auto [known, fresh] = singletons_.try_emplace(name.text, 0);
  if (fresh) known->second = memory().allocate_immortal(name, loader().need(klass))->place;
  return {known->second, fresh};
}

}  // namespace waymark::java
