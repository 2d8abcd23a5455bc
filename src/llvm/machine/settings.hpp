// How a program in LLVM IR is run, and what counts as a fault.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "llvm/machine/reducer.hpp"
#include "model/races.hpp"

namespace waymark::llvm {

struct InputRange {
  std::int64_t low = 0;
  std::int64_t high = 0;
};

struct Settings {
  bool overflow = false;                                                          // of signed integers is a fault
  bool races = false;                                                             // are faults
  std::shared_ptr<model::RaceLog> race_log = std::make_shared<model::RaceLog>();  // where they are none
  bool leaks = false;
  bool spurious = false;                     // waits on condition variables may end for no reason
  bool reuse = false;                        // of freed blocks to which pointers are left
  std::uint32_t frames = 10'000;             // calls within calls
  std::map<std::string, InputRange> ranges;  // by function
  bool sample = false;                       // of other inputs of more than 8 bits is taken; else they are refused
  std::shared_ptr<Refuted> refuted = std::make_shared<Refuted>();
  std::vector<std::string> arguments;  // of main; the first is the program's name
  std::vector<std::string> shown;      // expressions: where a variable of theirs changes, a step ends
};

}  // namespace waymark::llvm
