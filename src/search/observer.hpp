// What listens to a search, and cannot steer it: script recorders, profiles, progress.
#pragma once

#include <cstdint>

#include "base/interface.hpp"
#include "model/model.hpp"
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

// Hears the numbers of states. A search that puts steps aside reports them later, in their order, by their
// numbers.
class StepListener : public base::Interface {
 public:
  virtual void started(std::uint64_t root) {}
  virtual void stepped(const Stepped& step) {}
  // All transitions of a state have been taken.
  virtual void left(std::uint64_t number, std::uint64_t depth) {}
};

// Is handed the model, too, standing in the state of which it hears. Searches that put steps aside take none.
class StateListener : public base::Interface {
 public:
  virtual void started(std::uint64_t root, model::Model& model) {}
  virtual void stepped(const Stepped& step, model::Model& model) {}
  // The model stands anywhere.
  virtual void left(std::uint64_t number, std::uint64_t depth) {}
};

// Hears now and then, about every thousandth step, how far the search has come.
class ProgressListener : public base::Interface {
 public:
  virtual void pulse(const Tallies& tallies) = 0;
};

// Hears of a search that goes on through a sample of the states.
class SampleListener : public base::Interface {
 public:
  // From now on states of the sample are explored: all of them at first, and only some as soon as it is thinned.
  virtual void sample_begins() = 0;
  virtual void sample_thinned() = 0;
};

}  // namespace waymark::search
