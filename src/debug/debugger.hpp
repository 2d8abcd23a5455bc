// Debugger: a session with a program: a walk forth and back, along a trail or by chance, that halts at breakpoints, at
// violations, and where an expression holds or changes. It shows variables, calls and values of expressions. The
// terminal and the Debug Adapter Protocol are two fronts of it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "debug/breakpoints.hpp"
#include "debug/stepper.hpp"
#include "load/source.hpp"
#include "model/inspectable.hpp"

namespace waymark::debug {

struct Start {
  std::vector<std::string> invariants;  // a walk halts where one does not hold
  std::vector<std::uint32_t> ahead;     // choices that lie ahead
  std::uint64_t at = 0;                 // the step of these to begin at
  std::optional<std::uint64_t> cycle;   // so many of them lead to a cycle
  std::string slice;                    // by what the program was sliced
  load::StepProperties judged;          // on which its steps depend
  std::uint64_t seed = 1;               // of random choices
  std::uint64_t most_steps = 100;       // of a run without a number of steps
  std::vector<std::string> folders;     // where the source is searched
};

// Why a walk halted.
struct Halt {
  enum class Why : std::uint8_t {
    steps,        // all steps were taken
    breakpoint,   // the next step runs a line with a breakpoint
    violation,    // the last step failed, or an invariant does not hold
    expression,   // it holds, or it has changed
    blocked,      // the thread cannot take a step here
    end,          // no thread can take a step, or the walk is back at the initial state
    interrupted,  // by the user
  };
  Why why = Why::steps;
  std::vector<std::uint32_t> breakpoints = {};  // their numbers
  std::optional<std::uint32_t> blocked = {};    // the actor that cannot take a step
};

// How far a step of one thread goes.
enum class Stride : std::uint8_t {
  step,  // one step of the model
  line,  // to another line of the same call, or out of the call
  out,   // out of the call
};

class Debugger {
 public:
  // `interrupt` ends the action that runs, not the session; nullptr: nothing does. All that it is given outlives it.
  // Throws base::InputError if an invariant is no expression of the program.
  Debugger(const load::Program& program, const Start& start, const base::Stop& stop,
           const std::atomic<bool>* interrupt);

  [[nodiscard]] Stepper& walk() { return walk_; }
  [[nodiscard]] Breakpoints& breakpoints() { return breakpoints_; }
  [[nodiscard]] const Start& start() const { return start_; }

  // --- moving; each ends early with Halt::Why::interrupted ---
  Halt take(std::uint32_t choice);
  // So many choices, along what lies ahead, or the only one there is.
  Halt forward(std::uint64_t choices);
  Halt back(std::uint64_t choices);
  // To the state after so many steps, if it lies behind or ahead.
  Halt go(std::uint64_t step);
  // So many steps, along what lies ahead, then by chance.
  Halt run(std::uint64_t steps);
  // Back to where a step starts that runs a line with a breakpoint, or to the initial state.
  Halt run_back();
  // To the next state in which the expression holds for one of the actors. One that has no value does not hold.
  Halt until(const std::string& expression);
  // To the next state in which it has another value; or back to the last state before it got the value of now.
  Halt to_next_change(const std::string& expression);
  Halt to_last_change(const std::string& expression);
  // Steps of that actor; along what lies ahead if that begins with a step of it.
  Halt step(std::uint32_t actor, Stride stride);

  // --- looking ---
  // The actor that is spoken of: that of the step ahead, of the last step, or the first one that can move.
  [[nodiscard]] std::uint32_t current_actor();
  [[nodiscard]] std::vector<model::Standing> standings() { return walk_.describing().standings(); }
  [[nodiscard]] std::optional<model::Standing> standing(std::uint32_t actor);
  // Of a call of the actor, the innermost one being 0; and those of no call.
  [[nodiscard]] std::vector<model::Value> locals(std::uint32_t actor, std::size_t frame);
  [[nodiscard]] std::vector<model::Value> globals();
  // The value of a variable or of an expression. Nothing: it has none in this state. Throws base::InputError if it is
  // neither.
  [[nodiscard]] std::optional<std::string> show(const std::string& expression, std::uint32_t actor, std::size_t frame);
  // What this place violates; nothing of it is known inside an indivisible sequence.
  [[nodiscard]] std::optional<model::Violation> violation() { return walk_.violation(); }

 private:
  using Result = model::Inspectable::Result;
  // An expression that was read, or why it is none: then it may still be the name of a variable.
  struct Read {
    std::optional<model::Inspectable::Expression> expression;
    std::string fault;
  };

  template <typename Act>
  Halt guarded(const Act& act);
  [[nodiscard]] std::uint32_t pick(const std::function<bool(std::uint32_t)>& fits);
  // One step, from state to state; the first choice is given. False: nothing goes on within it.
  [[nodiscard]] bool finish_step(std::uint32_t choice);
  [[nodiscard]] Halt run_to(std::uint64_t steps, const std::function<bool()>& reached);
  [[nodiscard]] std::vector<std::uint32_t> hit_by(const model::Explanation& events);
  [[nodiscard]] bool violated();
  [[nodiscard]] std::uint64_t most_steps() const;
  Read& read(const std::string& expression);
  // Throws base::InputError if it is neither an expression nor a variable of this state.
  void demand(const std::string& expression, std::uint32_t actor);
  [[nodiscard]] std::optional<std::string> named(const std::string& name, std::uint32_t actor, std::size_t frame);
  [[nodiscard]] std::optional<Result> judge(const std::string& expression, std::uint32_t actor);
  [[nodiscard]] bool holds_for_any(const std::string& expression, std::uint32_t first);

  Start start_;
  const base::Stop& stop_;
  const std::atomic<bool>* interrupt_;
  Stepper walk_;
  Breakpoints breakpoints_;
  std::mt19937_64 coin_;
  std::map<std::string, Read> read_;
};

}  // namespace waymark::debug
