// Files that belong to this program: modules that are loaded when they are needed, and the classes for Java programs.
#pragma once

#include <string>
#include <string_view>

namespace waymark::base {

// Beside the program that is running, or one folder above, as in a build; or in ../lib/waymark, as it is installed.
// Empty if it is in none of these.
[[nodiscard]] std::string installed_file(std::string_view name);

}  // namespace waymark::base
