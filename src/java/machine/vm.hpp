// Vm: the Java virtual machine, put together. Runs one thread at a time, from one operation that other threads could
// notice up to the next one; what is in between is never a state. Which thread runs, and how a choice is made, is
// decided from outside.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "java/machine/interpreter.hpp"
#include "java/machine/native_env.hpp"
#include "java/machine/parts.hpp"
#include "java/machine/read_set.hpp"

namespace waymark::java {

// The methods that the machine serves itself.
struct Natives {
  Native (*served)(const Method& method) = nullptr;  // null if it is none of them
  PolymorphicNative polymorphic = nullptr;
};

class Vm {
 public:
  Vm(ClassSource source, Settings settings, std::shared_ptr<Journal> journal, const Natives& natives);
  Vm(const Vm&) = delete;
  Vm& operator=(const Vm&) = delete;

  // Starts the library and stands before the first instruction of main. Throws base::InputError or BadClass.
  void boot();
  // The state in which that leaves the machine, packed.
  [[nodiscard]] const std::vector<Word>& initial() const { return initial_; }

  // Runs a thread up to its next stop, or takes it off its carrier. REQUIRES: ways() answers more than `choice`, or as
  // many, and leaves_carrier() is true.
  Stop step(Thread& thread, std::uint32_t choice);
  // What the thread will do next. If that is not known, the interpreter runs it up to there, on trial: nothing of the
  // state changes, but it takes the time of a few instructions.
  const Pending& pending(Thread& thread) { return interpreter_.pending(thread); }
  // In how many ways it can go on; 0 if not at all. Asks pending(), and so does the next one.
  [[nodiscard]] std::uint32_t ways(Thread& thread);
  // Whether it may give its carrier up instead.
  [[nodiscard]] bool leaves_carrier(Thread& thread) { return parts_.carriers.limited() && may_leave_carrier(thread); }
  // Which threads keep the thread from going on, since they have all carriers; empty: it needs none that is not free.
  [[nodiscard]] std::vector<const Thread*> on_carriers(const Thread& thread) const {
    return parts_.carriers.taken_from(thread);
  }
  [[nodiscard]] bool is_pinned(const Thread& thread) const { return parts_.carriers.is_pinned(thread); }
  // Whether only time lets it go on, now.
  [[nodiscard]] bool needs_time(Thread& thread) { return parts_.scheduler.needs_time(thread, pending(thread)); }
  // Whether it can go on without the help of time, and does more than to yield.
  [[nodiscard]] bool can_go_on(Thread& thread);
  // Whether it goes on before all others, if it can: nobody could tell when it did.
  [[nodiscard]] bool goes_first(Thread& thread);

  // Runs a static method without arguments that returns a boolean, from the state in which the machine stands, and
  // undoes whatever that changes. False: it did not come to its end.
  [[nodiscard]] bool evaluate(Method& method, bool& value);
  // Adds what such a method may read, in any state that comes after this one.
  void add_reads(Method& condition, ReadSet& reads);

  [[nodiscard]] const Settings& settings() const { return parts_.settings; }
  [[nodiscard]] Journal& journal() const { return *parts_.journal; }
  [[nodiscard]] Loader& loader() { return parts_.loader; }
  [[nodiscard]] Memory& memory() { return parts_.memory; }
  [[nodiscard]] Objects& objects() { return parts_.objects; }
  [[nodiscard]] Exceptions& exceptions() { return parts_.exceptions; }
  [[nodiscard]] Reducer& reducer() { return parts_.reducer; }
  [[nodiscard]] Actions& actions() { return parts_.actions; }
  [[nodiscard]] CallSites& call_sites() { return parts_.call_sites; }
  [[nodiscard]] Proxies& proxies() { return parts_.proxies; }
  [[nodiscard]] HandleCalls& handle_calls() { return parts_.handle_calls; }
  [[nodiscard]] ClassInitializer& initializer() { return parts_.initializer; }
  [[nodiscard]] NativeEnv& native_env() { return env_; }
  // Stops that the last step left out.
  [[nodiscard]] std::uint64_t collapsed_stops() const { return parts_.scheduler.collapsed_stops; }
  [[nodiscard]] std::uint64_t bytecodes() const { return interpreter_.bytecodes; }

 private:
  void loaded(Class& klass);
  [[nodiscard]] bool may_leave_carrier(Thread& thread);
  Stop resume_wait(Thread& thread);

  Parts parts_;
  NativeEnv env_;
  Interpreter interpreter_;
  std::vector<Word> initial_;
};

}  // namespace waymark::java
