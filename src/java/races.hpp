// Races: two threads of a Java program that are about to access one variable without order between them, one of them
// to write. The library's own races do not count. Where an order is kept, the accesses are no race, but contacts.
#pragma once

#include <utility>
#include <vector>

#include "java/contacts.hpp"
#include "java/machine/vm.hpp"
#include "model/races.hpp"

namespace waymark::java {

class Races {
 public:
  // REQUIRES: the machine outlives it.
  explicit Races(Vm& vm) : vm_(vm) {}

  // Whether there is one in this state; then the violation says which.
  [[nodiscard]] bool find(model::Violation& violation);
  // Enters those of this state into the settings' log, unless races are violations, and all contacts.
  void enter(Contacts& contacts);

 private:
  // Finds what threads are about to access.
  void look();
  // Calls visit with every two of these that conflict, until it answers false.
  template <typename Visit>
  void each(const Visit& visit);
  [[nodiscard]] model::RacingAccess access_of(Thread& thread);

  Vm& vm_;
  model::RacesEntered entered_;
  std::vector<std::pair<Thread*, Pending>> accesses_;  // of look()
};

}  // namespace waymark::java
