// What the models of one program in LLVM IR met while they ran, for all of them together.
#pragma once

#include "llvm/machine/reducer.hpp"
#include "model/races.hpp"

namespace waymark::llvm {

struct Journal {
  model::RaceLog races;  // that are no faults
  Refuted dropped;       // assumptions of the reduction
};

}  // namespace waymark::llvm
