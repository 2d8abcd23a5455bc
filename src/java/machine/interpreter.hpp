// Interpreter: runs the code of one thread, from one operation that other threads could notice up to the next one.
//
// Nothing here calls itself while Java code runs: natives that call Java push a frame, so that a thread's whole state
// always stands in its frames.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

#include "java/machine/parts.hpp"

namespace waymark::java {

class Interpreter {
 public:
  // Natives are called with `env`; `polymorphic` serves VarHandle's access modes.
  Interpreter(Parts& parts, NativeEnv& env, PolymorphicNative polymorphic)
      : parts_(parts),
        objects_(parts.objects),
        memory_(parts.memory),
        exceptions_(parts.exceptions),
        scheduler_(parts.scheduler),
        env_(env),
        polymorphic_(polymorphic) {}

  // Runs the thread up to its next stop, or until it has but so many frames; it ends with its last frame if that is 0.
  Stop run(Thread& thread, std::size_t until);
  // Runs a static method to its end; only while booting or evaluating.
  Stop run_now(Thread& thread, Method& method, std::initializer_list<Word> arguments);
  // The result of that.
  [[nodiscard]] static Word result(const Thread& thread) { return thread.words[0]; }
  // Calls Java in place of a native method: the arguments replace the native's.
  Done call(Thread& thread, const Method& native, Method& method, std::span<const Word> arguments,
            std::uint32_t flags = 0);
  // What the thread will do next. If that is not known, it runs up to there, on trial.
  const Pending& pending(Thread& thread);
  // Takes the exception that is pending to its handler. False: there is none, and the run stops.
  [[nodiscard]] bool unwind(Thread& thread, std::size_t until);
  [[nodiscard]] Method* boxing_method(Kind kind);

  // Before a transition: its loops count from nothing.
  void begin_turn() { jumps_ = 0; }
  std::uint64_t bytecodes = 0;  // executed so far

 private:
  struct Registers;

  // Instructions, by family. Other than yes: the loop has to look after it.
  Done load_element(Thread& thread, Registers& now, Insn insn);
  Done store_element(Thread& thread, Registers& now, Insn insn);
  Done access_static(Thread& thread, Registers& now, Insn insn);
  Done get_field(Thread& thread, Registers& now, Insn insn);
  Done put_field(Thread& thread, Registers& now, Insn insn);
  template <typename Number, typename Operation>
  Done divide(Thread& thread, Registers& now, Operation operation);
  Done load_constant(Thread& thread, Registers& now, Insn insn);
  Done invoke_dynamic(Thread& thread, Registers& now, Insn insn);
  Done array_length(Thread& thread, Registers& now);
  Done throw_top(Thread& thread, Registers& now);
  Done cast(Thread& thread, Registers& now, Insn insn);
  Done enter_monitor(Thread& thread, Ref ref);
  Done leave_monitor(Thread& thread, Ref ref);
  Done return_value(Thread& thread, Registers& now, std::uint32_t words, std::size_t until);

  // Parts of those.
  [[nodiscard]] const Field* instance_field(Thread& thread, const Registers& now, Insn insn);
  Done check_index(Thread& thread, const Registers& now, const Object& array, Kind kind, Word index);
  Done needs_reference(Thread& thread, const Registers& now);
  Done malformed(Thread& thread, const Registers& now, const char* what);
  [[nodiscard]] bool pass(Thread& thread, const Registers& now, Pending::What what, const Object& object,
                          std::uint32_t offset, bool synchronizes);
  [[nodiscard]] bool counted(Thread& thread, const Registers& now);
  [[nodiscard]] bool jump(Thread& thread, Registers& now, std::int32_t target);
  [[nodiscard]] bool branch(Thread& thread, Registers& now, bool taken, Insn insn);
  // After so many backward jumps: false if the transition has to end here.
  [[nodiscard]] bool goes_on(Thread& thread);

  // An invoke instruction other than invokedynamic; its arguments end at `stack`, and its result does afterwards.
  Done call_method(Thread& thread, Method& caller, Insn insn, Word*& stack);
  Done invoke(Thread& thread, Method& method, Word*& stack);
  // An instruction that makes an object or an array, whose arguments end at `stack`.
  Done make_object(Thread& thread, Method& method, Insn insn, const Word* stack, Ref& made);
  Ref make_multi(Thread& thread, Class& klass, const std::int32_t* counts, std::uint32_t dimensions, std::uint32_t sub);
  // Takes the top frame away and hands its result down. False: the run ends here.
  [[nodiscard]] bool return_from(Thread& thread, std::size_t until, const Word* value, std::uint32_t words);
  // The frame is left by an exception: another one, if the frame says that it is wrapped.
  [[nodiscard]] Ref wrap(Thread& thread, const Frame& frame, Ref exception);
  [[nodiscard]] bool refuses(Thread& thread, const Class& initialized, Ref exception);
  Stop uncaught(Thread& thread, Ref exception);

  Parts& parts_;
  Objects& objects_;
  Memory& memory_;
  Exceptions& exceptions_;
  Scheduler& scheduler_;
  NativeEnv& env_;
  PolymorphicNative polymorphic_;
  std::uint32_t jumps_ = 0;  // backwards, and calls
};

}  // namespace waymark::java
