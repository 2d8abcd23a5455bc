// Observer: listens to a search; it cannot steer. Script recorder, progress, statistics and coverage are observers.
#pragma once

#include <cstdint>
#include <span>

#include "model/transition.hpp"
#include "store/store.hpp"

namespace waymark::search {

// How far a search has come.
struct Tallies {
  std::uint64_t states = 0;       // stored
  std::uint64_t explored = 0;     // of these, with all their transitions taken
  std::uint64_t transitions = 0;  // that arrived at a state, new or known
  std::uint64_t depth = 0;        // of the deepest state, in transitions along the way the search took
  std::uint64_t errors = 0;
  double coverage = 0;  // the share of all states, as far as the search can estimate it; 0: it cannot
  double seconds = 0;
};

// A transition that led from one state to another. Between the two there may have been choices inside an indivisible
// sequence (Step::intermediate); those are no states, and the transition counts once, where it arrives.
struct Stepped {
  std::uint64_t from = 0;   // the store's number of the state it left
  store::Found found;       // where it arrived
  std::uint64_t depth = 0;  // of the state it left
};

class Observer {
 public:
  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  virtual ~Observer() = default;

  virtual void started(std::uint64_t root) {}
  virtual void stepped(const Stepped& step) {}
  // Whether stepped() does anything: if not, it need not be called. The same all the time.
  [[nodiscard]] virtual bool hears_steps() const { return true; }
  // Whether stepped() looks at the model, which then stands where the step arrived. Else it may stand anywhere, since a
  // search that knows of many steps where they lead tells of them later.
  [[nodiscard]] virtual bool looks_at_model() const { return false; }
  // All transitions of a state have been taken.
  virtual void left(std::uint64_t number, std::uint64_t depth) {}
  // From now on states of a sample are explored: all of them at first, and only some as soon as it is thinned.
  virtual void sample_begins() {}
  virtual void sample_thinned() {}
  // Whether it makes no sense of a search that does not tell of each step: several workers on paths of their own do
  // not.
  [[nodiscard]] virtual bool follows_steps() const { return false; }
  // Now and then, about every thousandth step.
  virtual void pulse(const Tallies& tallies) {}
  // At the end of the search, for each violation of the Outcome: the choices, from the initial state, that lead to it;
  // those inside indivisible sequences included.
  virtual void violated(const model::Violation& violation, std::span<const std::uint32_t> choices) {}
};

}  // namespace waymark::search
