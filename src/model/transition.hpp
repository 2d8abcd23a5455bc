// Transitions: the steps by which a program goes from one state to the next, and what may become of them.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace waymark::model {

using ActionId = std::uint32_t;

// One thing that can happen next: who moves, by which statement, and which way a nondeterministic choice went. A
// *choice* is an index into enabled(); a path is a list of choices; trails, scripts and messages use that currency.
struct Transition {
  std::uint32_t actor = 0;
  ActionId action = 0;
  std::uint32_t choice = 0;
  friend auto operator<=>(const Transition&, const Transition&) = default;
};

// Layers put what they need to know about a transition into the upper half of its actor. The lower half is who moves;
// `nobody` for an observer's own steps, such as those of a never claim.
constexpr std::uint32_t nobody = 0xFFFF;
[[nodiscard]] constexpr std::uint32_t actor_of(const Transition& transition) { return transition.actor & 0xFFFF; }

// What became of a fired transition.
enum class Step : std::uint8_t {
  moved,         // a state was reached
  intermediate,  // in the middle of an indivisible sequence, at a choice: not a state to store or count; go on from
                 // here
  pruned,        // an assumption of the program cut this way off; the model is of use only after a rewind
  failed,        // violation() says why, and whether a search that goes on past errors can go on from here
  unsupported,   // violation() names the feature; nothing can be concluded about this program
};

// One of the two accesses of a race.
struct RacingAccess {
  std::string who;
  bool writes = false;
  std::string variable;
  std::string location;  // file:line
  friend auto operator<=>(const RacingAccess&, const RacingAccess&) = default;
};

struct Violation {
  std::string kind;      // "assertion", "deadlock", "bounds", …: the vocabulary of the JSON report
  std::string detail;    // one line for a person
  std::string location;  // file:line
  // What became of the transition all the same: moved or intermediate where the program can go on (an assertion that
  // does not hold stops nobody), failed where it cannot.
  Step after = Step::failed;
  std::vector<std::string> stack = {};      // the calls within which it happened, the innermost first; may be empty
  std::vector<RacingAccess> accesses = {};  // of a race, the two
};

// That no process can take a step, and not all have ended where they may.
[[nodiscard]] inline Violation deadlock() { return {"deadlock", "no process can take a step", "", Step::moved}; }

// The kind of violation where what is judged has no value at all.
constexpr std::string_view undefined_kind = "undefined";

}  // namespace waymark::model
