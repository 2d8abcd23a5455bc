// Model: a program under check, standing in one state. The one interface everything hangs on: front ends implement it,
// searches and certifiers drive it, layers (Checked, later the LTL product) wrap it.
//
// The promise behind all of it (contract 1): what a caller sees here - the enabled transitions and their order, packed
// words, fingerprint, facts - is a function of the state and the options alone, never of the path that led to it.
//
// One Model per thread. A model is made, told its key and watches, then reset() once or more.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"
#include "model/fingerprint.hpp"

namespace waymark::model {

using Word = std::uint32_t;
using ActionId = std::uint32_t;
using Watch = std::uint32_t;
using Mark = std::uint64_t;

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
  moved,        // a state was reached
  passing,      // in the middle of an indivisible sequence, at a choice: not a state to store or count; go on from here
  pruned,       // an assumption of the program cut this way off; the model is of use only after a rewind
  failed,       // violation() says why, and whether a search that goes on past errors can go on from here
  unsupported,  // violation() names the feature; nothing can be concluded about this program
};

struct Violation {
  std::string kind;      // "assertion", "deadlock", "bounds", …: the vocabulary of the JSON report
  std::string detail;    // one line for a person
  std::string location;  // file:line
  // What became of the transition all the same: moved or passing where the program can go on (an assertion that does
  // not hold stops nobody), failed where it cannot.
  Step after = Step::failed;
  std::vector<std::string> stack = {};  // the calls within which it happened, the innermost first; may be empty
};

// A state as words: equal words if and only if equal states, over one Pools. Views that last until the owner moves on.
struct Packed {
  std::span<const Word> words;
  std::span<const std::uint32_t> cuts;  // where each part ends, as an index into words; the last is words.size()
};

// What the search needs to judge a state.
struct Facts {
  bool proper_end = false;  // if nothing is enabled here, that is no deadlock
  bool accepting = false;
  bool progress = false;
  bool begun = true;  // from here on all that watches speak of is there: formulas are about what follows
  // What spares a search for accepting cycles work, where the model knows it:
  bool weak = false;            // a cycle through here meets accepting states alone, or none
  std::uint32_t component = 0;  // all states of a cycle have the same
};

// A statement of the program.
struct Action {
  std::string actor;     // the kind of process or thread it belongs to
  std::string text;      // as in the source, on one line
  std::string location;  // file:line
  bool counts = true;    // false for what the compiler made up: nobody wants to hear that it was not reached
};

// What a step did, for a person.
struct Change {
  std::string name;
  std::string before;
  std::string after;
};
struct Message {
  std::string channel;
  std::string content;
  bool sent = false;  // or received
};
struct Event {
  std::uint32_t actor = 0;
  std::string who;       // "Philosopher 2"
  std::string text;      // the statement
  std::string location;  // file:line
  std::vector<Change> changes;
  std::vector<Message> messages;
  std::string output;  // what the program printed
};
using Narration = std::vector<Event>;  // one transition may run several statements

// Where somebody stands, for a person: most of what a deadlock has to tell.
struct Place {
  std::string text;      // a statement, or the method that is being run
  std::string location;  // file:line
};
struct Standing {
  std::string who;
  std::string waits_for;     // one line; empty if the places say it all
  std::vector<Place> ways;   // what it would do next, one for each way it could go; none: it is at its end
  std::vector<Place> stack;  // the calls that led there, innermost first
};

class Model {
 public:
  Model() = default;
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;
  virtual ~Model() = default;

  // For fingerprints; once, before reset().
  virtual void key(const Key& key) = 0;
  // Compiles a proposition, before reset(); what it reads becomes visible to reduction. Throws base::InputError.
  virtual Watch watch(std::string_view expression) = 0;

  // From now on enabled() may leave out transitions whose order among others makes no difference to deadlocks, failing
  // steps and what watches say; if a label is set, to that label, to cycles and to LTL without `next` over the watches.
  // What is left out follows from the state. Before reset(); answers why nothing will be left out, or an empty text.
  [[nodiscard]] virtual std::string reduce(const Facts& labels) { return "this kind of program is not reduced"; }

  // How many more transitions of its actor, each the first of them, the last fire() would have been if nothing were
  // left out.
  [[nodiscard]] virtual std::uint64_t merged() const { return 0; }

  // Stands in the initial state, forgetting all marks.
  virtual void reset() = 0;
  // Replaces out by the transitions of this state, in their fixed order.
  virtual void enabled(std::vector<Transition>& out) = 0;
  // REQUIRES: the transition is one of enabled() in this state.
  [[nodiscard]] virtual Step fire(const Transition& transition) = 0;
  // The fingerprint of the state that a transition of this one moves to, if the model can tell without going there.
  [[nodiscard]] virtual std::optional<Fingerprint> foresee(const Transition& transition) { return std::nullopt; }
  // Why the last fire() failed or was unsupported.
  [[nodiscard]] virtual const Violation& violation() const = 0;

  // A place to come back to, by an undo journal; last in, first out. Never touches Pools.
  [[nodiscard]] virtual Mark mark() = 0;
  // Goes back and forgets the later marks; the mark itself can be used again.
  virtual void rewind(Mark mark) = 0;

  // REQUIRES: not passing. The view lasts until the model is called again.
  [[nodiscard]] virtual Packed pack() = 0;
  // Stands in a state packed over the same Pools, forgetting all marks.
  virtual void unpack(std::span<const Word> words) = 0;

  // The state as names and bytes, for other processes.
  virtual void write(base::ByteSink& sink) = 0;
  // Stands in that state, forgetting all marks. Hostile input: false, and the model needs a reset().
  [[nodiscard]] virtual bool read(base::ByteSource& source) = 0;

  [[nodiscard]] virtual Fingerprint fingerprint() = 0;
  [[nodiscard]] virtual Facts facts() = 0;
  [[nodiscard]] virtual bool holds(Watch watch) = 0;

  // What the model itself holds on to, the undo journal above all; searches count it against --memory.
  [[nodiscard]] virtual std::uint64_t bytes() const = 0;

  // The statements known so far are 0 .. actions()-1.
  [[nodiscard]] virtual ActionId actions() const = 0;
  [[nodiscard]] virtual Action action(ActionId id) const = 0;
  // Whether this Model object ever fired it, alone or inside an indivisible sequence.
  [[nodiscard]] virtual bool reached(ActionId id) const = 0;

  // Fires, and tells what happened.
  [[nodiscard]] virtual Step narrate(const Transition& transition, Narration& out) = 0;
  // Where everybody stands in this state; nothing for a model without processes.
  [[nodiscard]] virtual std::vector<Standing> standings() { return {}; }
};

}  // namespace waymark::model
