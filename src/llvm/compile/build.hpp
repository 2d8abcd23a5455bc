// From the files of a C or C++ program to one module: each is compiled, models of the library are added as far as they
// are needed, and all is joined.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/stop.hpp"
#include "llvm/syntax/module.hpp"

namespace waymark::llvm {

struct BuildRequest {
  std::vector<std::string> files;  // C, C++, .ll and .bc
  std::vector<std::string> flags;  // for the compiler
  std::string compiler;            // empty: the one that is found
  std::string commands;            // compile_commands.json, or empty; without files, all of its files are meant
  std::string entry = "main";
  // Functions that the machine executes itself.
  std::function<bool(std::string_view)> native = [](std::string_view) { return false; };
  const base::Stop* stop = nullptr;
};

struct Built {
  Module module;
  std::size_t entry = 0;             // in Module::functions
  std::string compiler;              // the first line that it prints about itself; empty if none was needed
  std::string warnings;              // what it said
  std::vector<std::string> models;   // files of the library that were taken
  std::vector<std::string> missing;  // functions and variables that nobody defines and the machine does not know
  // All that the program is made of, each field behind its length: the compiler's version, the files' IR without their
  // names, the entry and the models' IR. A script is tied to it.
  std::string identity;
};

// Throws base::InputError, and base::Stopped.
[[nodiscard]] Built build(const BuildRequest& request);
// The functions that the program's files define. They are compiled as for build(), and nothing is linked. Throws the
// same.
[[nodiscard]] std::vector<std::string> functions_of(const BuildRequest& request);

}  // namespace waymark::llvm
