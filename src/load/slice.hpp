// The slice of a program by the properties to be judged: what bears on none of them is left out. Checks, and
// certifications of their scripts, make it here from the same criteria, which are part of the options that a script
// names.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "load/cycles.hpp"
#include "load/program.hpp"

namespace waymark::load {

struct Criteria {
  bool assertion = false;
  bool deadlock = false;
  bool steps = false;   // something is asked about single steps
  bool output = false;  // what is printed stays
  std::vector<std::string> invariants;
  std::vector<Cycles> cycles;

  // The options that a script names: one item for each.
  [[nodiscard]] std::string text() const;
  // Whether the slice by these answers that question.
  [[nodiscard]] bool include(const Cycles& asked) const;
};

// From now on the program is its slice, or what that is abstracted to: models and options. Throws base::InputError if
// its language has no slices, or an expression is none of the program's.
Sliced slice(Program& program, const Criteria& criteria);

// The criteria with which a script's options begin, if it was made of a slice; the text is a stranger's.
[[nodiscard]] bool names_slice(const std::string& options_text);
// Slices the program as the options_text of a script says it was. Nothing if it does not say so, or if this program
// cannot be sliced so: `why` tells.
[[nodiscard]] std::optional<Criteria> slice_as(Program& program, const std::string& options_text, std::string& why);

}  // namespace waymark::load
