// What the models of one Java program met while they ran, for all of them together: what becomes of a search is told by
// this, and a search that begins again drops what is noted here.
#pragma once

#include <atomic>

#include "java/machine/disciplines.hpp"
#include "java/machine/surroundings.hpp"
#include "model/contacts.hpp"
#include "model/races.hpp"

namespace waymark::java {

struct Journal {
  model::RaceLog races;  // that are no violations
  model::ContactLog contacts;
  Surroundings surroundings;
  std::atomic<bool> early_timeout = false;    // one was reported, while others could go on
  std::atomic<bool> library_matters = false;  // a stop was left out because a call is one step
  Refuted dropped;                            // assumptions of the reduction
};

}  // namespace waymark::java
