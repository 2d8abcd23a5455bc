// The steps of some programs end where a variable that a question names changes: those of C, where all else that a
// thread does on its own is one step. What is shown is a part of such a program's options, so that a search, its trail,
// its script and the page that tells of them go through the same steps.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "load/program.hpp"

namespace waymark::load {

// From now on steps end where one of these expressions may change. Nothing, if steps do not depend on that. Throws
// base::InputError if one of them is no expression of the program's.
void show(Program& program, std::vector<std::string> expressions);
// The same for what a script's options say. False if they are not understood: why.
[[nodiscard]] bool show_as(Program& program, const std::string& options_text, std::string& why);
// The first of these that a search of the program does not stop for; nothing if steps do not depend on that.
[[nodiscard]] std::optional<std::string> unshown(const Program& program, const std::vector<std::string>& expressions);

}  // namespace waymark::load
