// Joins modules into one, as a linker does: names are bound, definitions that may be there twice are taken once, and
// aliases are replaced by what they stand for. Of a library only what the program needs is taken. A function that
// nobody defines stays a declaration; whether that matters is known only when it is called.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "llvm/syntax/module.hpp"

namespace waymark::llvm {

struct LinkOptions {
  // Functions that the machine executes itself: what a library defines of these is not taken.
  std::function<bool(std::string_view)> native = [](std::string_view) { return false; };
  // Functions that are needed even if nobody names them.
  std::vector<std::string> needed{};
};

// All modules share one table of types. Names that start with `llvm.` are no variables and are left out. Throws
// base::InputError if two files define one name, or a name is a function here and a variable there.
[[nodiscard]] Module link(std::vector<Module> program, std::vector<Module> library = {},
                          const LinkOptions& options = {});

// As if its body stood elsewhere.
void make_declaration(Function& function);

// Functions and variables that are named by what is defined, but that nobody defines, each once.
[[nodiscard]] std::vector<std::string> missing_names(const Module& module);

// The function of that name that others can see, or an internal one if there is just one; the index, or
// functions.size().
[[nodiscard]] std::size_t find_function(const Module& module, std::string_view name);

}  // namespace waymark::llvm
