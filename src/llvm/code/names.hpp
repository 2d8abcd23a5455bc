// Names of functions and types for people: C++ names are demangled, and what templates are given is left out.
#pragma once

#include <string>
#include <string_view>

namespace waymark::llvm {

// As the source has it, with parameters; other names stay as they are.
[[nodiscard]] std::string demangled(const std::string& name);
// The same without parameters and template arguments: "std::vector<...>::push_back".
[[nodiscard]] std::string short_name(const std::string& name);
// The type that a type_info of this name is about, such as _ZTISt9exception.
[[nodiscard]] std::string type_of_info(const std::string& name);
// Whether a file belongs to the compiler or the system.
[[nodiscard]] bool is_system_file(std::string_view file);
// Whether it is one of the headers for GoogleTest and Catch2 in llvm-library/include/c++.
[[nodiscard]] bool is_testing_file(std::string_view file);

}  // namespace waymark::llvm
