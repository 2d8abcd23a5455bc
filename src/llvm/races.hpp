// Races: two threads of a program that are about to access overlapping bytes, one of them to write, not both
// atomically.
#pragma once

#include <utility>
#include <vector>

#include "llvm/machine/machine.hpp"
#include "model/races.hpp"

namespace waymark::llvm {

class Races {
 public:
  // REQUIRES: the machine and the log outlive it.
  Races(Machine& machine, model::RaceLog& log) : machine_(machine), log_(log) {}

  // Whether there is one in this state; then the violation says which.
  [[nodiscard]] bool find(model::Violation& violation);
  // Enters those of this state into the log.
  void enter();

 private:
  using PendingAccess = std::pair<Thread*, Pending>;

  // Calls visit with every two threads that race, until it answers false.
  template <typename Visit>
  void each(const Visit& visit);
  [[nodiscard]] model::RacingAccess access_of(const PendingAccess& access);

  Machine& machine_;
  model::RaceLog& log_;
  model::RacesEntered entered_;
  std::vector<PendingAccess> accesses_;  // of each()
  std::vector<Pending> pending_;         // of one thread, in each()
};

}  // namespace waymark::llvm
