// How a program in LLVM IR is run, and what counts as a fault.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/input_ranges.hpp"
#include "base/sample.hpp"

namespace waymark::llvm {

struct Settings {
  bool overflow = false;  // of signed integers is a fault
  bool races = false;     // are faults
  bool leaks = false;
  bool spurious = false;                                // waits on condition variables may end for no reason
  bool reuse = false;                                   // of freed blocks to which pointers are left
  std::uint32_t frames = 10'000;                        // calls within calls
  std::map<std::string, base::InputRange> ranges;       // by function
  base::WideInputs inputs = base::WideInputs::refused;  // others of more than 8 bits
  std::vector<std::string> arguments;                   // of main; the first is the program's name
  std::vector<std::string> shown;                       // expressions: where a variable of theirs changes, a step ends
};

}  // namespace waymark::llvm
