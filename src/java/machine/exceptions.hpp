// Exceptions: what keeps a thread from going on with its next instruction. Either an exception is pending, which is
// made and described here, or the thread's run stops, and the reason is kept here.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "java/machine/objects.hpp"

namespace waymark::java {

inline constexpr std::string_view null_pointer_exception = "java/lang/NullPointerException";

// Why a thread stopped.
enum class Stop : std::uint8_t {
  point,        // before an operation that others could notice, or that cannot be done yet
  waiting,      // in Object.wait
  ended,        // there is no such thread any more
  cut,          // in a loop that nobody else notices
  exception,    // nobody caught it
  pruned,       // an assumption of the program does not hold
  unsupported,  // something we lack
  returned,     // a call from outside has come back
};

// What the last stop was about, for people.
struct Problem {
  std::string text;   // unsupported: what; exception: which
  std::string place;  // Class.java:12
  std::vector<std::string> stack;
  std::string_view kind = "exception";
};

class Exceptions {
 public:
  explicit Exceptions(Objects& objects) : objects_(objects) {}

  Ref pending = 0;  // the exception that was thrown and not yet caught
  Stop stop = Stop::point;
  Problem problem;

  Done throw_new(Thread& thread, std::string_view name, std::string_view message = {}, bool with_message = true);
  // An instruction met a null. The exception tells more when it is asked (getExtendedNPEMessage).
  // Where the library meets one that it has left in a static field of its own, the run ends: on a JVM something stands
  // there.
  Done throw_null(Thread& thread);
  // A class that the program needs, by its internal name, is not there.
  Done throw_missing(Thread& thread, std::string_view name);
  Done unsupported(Thread& thread, std::string what);
  // What a resolution came to that failed.
  [[nodiscard]] Done failed() const { return pending == 0 ? Done::stopped : Done::thrown; }
  Done stop_with(Stop why) {
    stop = why;
    return Done::stopped;
  }
  // Null: there is no room for it, and an exception is pending.
  [[nodiscard]] Object* allocate(Thread& thread, Class& klass, std::uint32_t length = 0, std::uint32_t sub = 0);

  // Makes up the class of which the arrays are that keep a stack trace: methods and places in them. Before the first
  // exception.
  void make_backtrace_class();
  [[nodiscard]] Class& backtrace_class() const { return *backtrace_class_; }
  void fill_stack_trace(Thread& thread, Ref exception, std::size_t skip);
  // Which expression was null; empty if nothing can be said.
  [[nodiscard]] std::string extended_message(Ref exception);
  // Its class and message.
  [[nodiscard]] std::string summary(Ref exception);
  // With its stack and causes.
  [[nodiscard]] std::string tell(Ref exception);
  // It ends the thread, whose last frame this is: that is the problem.
  void note_uncaught(Ref exception, const Frame& frame);

 private:
  void note_history(Ref exception);
  [[nodiscard]] std::string message_of(Ref exception);
  // Calls visit with each frame that the exception's trace keeps, the topmost first.
  template <typename Visit>
  void each_frame(Ref exception, const Visit& visit);

  Objects& objects_;
  std::unique_ptr<Class> backtrace_class_;
};

// As HotSpot words it.
[[nodiscard]] std::string cast_message(const Class& from, const Class& to);

}  // namespace waymark::java
