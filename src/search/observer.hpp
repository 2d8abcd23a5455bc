// Observer: listens to a search; it cannot steer. Script recorder, progress, statistics and coverage are observers.
#pragma once

#include <cstdint>
#include <span>

#include "model/model.hpp"
#include "store/store.hpp"

namespace waymark::search {

// A transition that led from one state to another. Between the two there may have been choices inside an indivisible
// sequence (Step::passing); those are no states, and the transition counts once, where it arrives.
struct Stepped {
  std::uint64_t from = 0;        // the store's number of the state it left
  store::Found found;            // where it arrived
  model::Transition transition;  // the last one fired
  std::uint64_t depth = 0;       // of the state it left
};

class Observer {
 public:
  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  virtual ~Observer() = default;

  virtual void started(std::uint64_t root) {}
  virtual void stepped(const Stepped& step) {}
  // All transitions of a state have been taken.
  virtual void left(std::uint64_t number, std::uint64_t depth) {}
  // The choices, from the initial state, that lead to it; those inside indivisible sequences included.
  virtual void violated(const model::Violation& violation, std::span<const std::uint32_t> choices) {}
};

}  // namespace waymark::search
