// NativeEnv: the machine as native methods see it. They get words for arguments and say what became of the call (Done).
// A native that other threads could notice asks pass() before anything has happened; one that is told no, or that needs
// a class initialised or Java code run first, is called again later, with the same arguments.
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
  NativeEnv(Parts& parts, Interpreter& interpreter) : parts_(parts), interpreter_(interpreter) {}

  [[nodiscard]] const Settings& settings() const { return parts_.settings; }
  [[nodiscard]] Loader& loader() { return parts_.loader; }
  [[nodiscard]] Memory& memory() { return parts_.memory; }

  // --- objects ---
  [[nodiscard]] Object* at(Ref ref) { return parts_.memory.at(ref); }
  [[nodiscard]] std::uint32_t field(std::string_view klass, std::string_view name) {
    return parts_.objects.field(klass, name);
  }
  void write_ref(Object& holder, std::uint32_t offset, Ref value) { parts_.objects.write_ref(holder, offset, value); }
  // Null: there is no room for it, and an exception is pending.
  [[nodiscard]] Object* allocate(Thread& thread, Class& klass, std::uint32_t length = 0, std::uint32_t sub = 0) {
    return parts_.exceptions.allocate(thread, klass, length, sub);
  }
  [[nodiscard]] Ref new_string(Thread& thread, std::string_view utf8) {
    return parts_.objects.new_string(thread, utf8, 0);
  }
  [[nodiscard]] Ref intern(std::u16string_view text) { return parts_.objects.intern(text); }
  [[nodiscard]] Ref intern(std::string_view utf8) { return parts_.objects.intern(utf8); }
  [[nodiscard]] std::u16string text16(Ref string) { return parts_.objects.text16(string); }
  [[nodiscard]] std::string text(Ref string) { return parts_.objects.text(string); }
  [[nodiscard]] Ref mirror(Class& klass) { return parts_.objects.mirror(klass); }
  [[nodiscard]] Class* of_mirror(Ref mirror) { return parts_.objects.of_mirror(mirror); }
  // An object that the virtual machine makes up, once; and whether it was made just now.
  [[nodiscard]] std::pair<Ref, bool> singleton(const Immortal& name, std::string_view klass);
  // 0 if it has not been made.
  [[nodiscard]] Ref find_singleton(const Immortal& name) const {
    const auto known = singletons_.find(name.text);
    return known == singletons_.end() ? 0 : known->second;
  }

  // --- whether to go on ---
  [[nodiscard]] bool free_running(const Thread& thread) const { return parts_.scheduler.free_running(thread); }
  // Of these three, false: to be called again.
  [[nodiscard]] bool pass(Thread& thread, const Pending& pending) { return parts_.scheduler.pass(thread, pending); }
  [[nodiscard]] bool pass_if_noticed(Thread& thread, const Pending& pending) {
    return parts_.scheduler.pass_if_noticed(thread, pending);
  }
  [[nodiscard]] bool choose(Thread& thread, std::uint32_t count, std::uint32_t& chosen) {
    return parts_.scheduler.choose(thread, count, chosen);
  }
  // Of an operation that may end in several ways and has passed: which.
  [[nodiscard]] std::uint32_t way() const { return parts_.scheduler.way(); }
  [[nodiscard]] Done initialize(Thread& thread, Class& klass) { return parts_.initializer.initialize(thread, klass); }
  [[nodiscard]] Done initialize_supers(Thread& thread, Class& klass) {
    return parts_.initializer.initialize_supers(thread, klass);
  }
  [[nodiscard]] bool allows_atomic() { return parts_.reducer.allows_atomic(); }

  // --- how it ends ---
  Done throw_new(Thread& thread, std::string_view name, std::string_view message = {}, bool with_message = true) {
    return parts_.exceptions.throw_new(thread, name, message, with_message);
  }
  // A NullPointerException as Java code throws it: what was null is not told.
  Done throw_null(Thread& thread) { return throw_new(thread, null_pointer_exception, {}, false); }
  Done unsupported(Thread& thread, std::string what) { return parts_.exceptions.unsupported(thread, std::move(what)); }
  Done stop_with(Stop stop) { return parts_.exceptions.stop_with(stop); }
  // Calls Java in place of the native method: its result is the native's, changed as the frame's flags say.
  Done call(Thread& thread, const Method& native, Method& method, std::span<const Word> arguments,
            std::uint32_t flags = 0) {
    return interpreter_.call(thread, native, method, arguments, flags);
  }
  Done call(Thread& thread, const Method& native, Method& method, std::initializer_list<Word> arguments,
            std::uint32_t flags = 0) {
    return call(thread, native, method, std::span<const Word>(arguments.begin(), arguments.size()), flags);
  }
  // Throws BadClass.
  [[nodiscard]] Class& proxy_of(const std::vector<Class*>& interfaces) { return parts_.proxies.of(interfaces); }
  // See HandleCalls::of.
  [[nodiscard]] Method* handle_call(std::string_view name, std::string_view descriptor) {
    return parts_.handle_calls.of(name, descriptor);
  }
  [[nodiscard]] Method* boxing_method(Kind kind) { return interpreter_.boxing_method(kind); }
  void fill_stack_trace(Thread& thread, Ref exception, std::size_t skip) {
    parts_.exceptions.fill_stack_trace(thread, exception, skip);
  }
  [[nodiscard]] std::string extended_message(Ref exception) { return parts_.exceptions.extended_message(exception); }

  // --- threads and monitors ---
  [[nodiscard]] Thread* thread_of(Ref object) { return parts_.scheduler.thread_of(object); }
  // What another thread is about to do, and whether it can.
  [[nodiscard]] const Pending& pending(Thread& other) { return interpreter_.pending(other); }
  [[nodiscard]] bool ready(const Thread& other, const Pending& pending) {
    return parts_.scheduler.ready(other, pending);
  }
  void note_question_of_life() {
    if (!parts_.scheduler.probing()) parts_.reducer.note_question_of_life();
  }
  [[nodiscard]] bool interrupted(const Thread& thread) { return parts_.objects.interrupted(thread); }
  [[nodiscard]] bool enter(Thread& thread, Object& object) { return parts_.scheduler.enter(thread, object); }
  void wait(Thread& thread, Object& object, bool timed) { parts_.scheduler.wait(thread, object, timed); }
  void wake(Thread& waiter, std::uint32_t why) { parts_.scheduler.wake(waiter, why); }
  void note_join(Ref thread) { parts_.reducer.note_join(thread); }
  // Makes the code ready to run that a thread starts with. Throws BadClass.
  void prepare(Method& method) { parts_.actions.prepare(method); }
  void exit_program() { parts_.scheduler.end_all(); }

  // --- for people ---
  // Null unless someone listens.
  [[nodiscard]] Narrator* narrator() { return parts_.objects.narrator; }
  [[nodiscard]] std::string describe(Ref ref) { return parts_.objects.describe(ref); }
  void print(std::string_view text) {
    if (narrator() != nullptr) narrator()->printed(text);
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
    bool big_endian = false;
  };
  std::unordered_map<Ref, Variable> variables;
  std::unordered_map<std::uint32_t, std::int32_t> counters;    // of Verify
  std::unordered_map<std::string, std::int32_t> named_values;  // and its values by name

 private:
  Parts& parts_;
  Interpreter& interpreter_;
  std::unordered_map<std::string, Ref> singletons_;  // by text
};

inline std::pair<Ref, bool> NativeEnv::singleton(const Immortal& name, std::string_view klass) {
  const auto [known, fresh] = singletons_.try_emplace(name.text, 0);
  if (fresh) known->second = memory().allocate_immortal(name, loader().need(klass))->place;
  return {known->second, fresh};
}

}  // namespace waymark::java
