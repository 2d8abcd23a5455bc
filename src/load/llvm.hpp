// C programs as a compiler translates them, and programs in LLVM IR.
#pragma once

#include <string>
#include <vector>

#include "base/stop.hpp"
#include "load/program.hpp"
#include "load/source.hpp"
#include "load/tests.hpp"

namespace waymark::load {

// The program may be one test, which source.test names. Throws base::InputError.
void load_llvm(Program& program, const Source& source, const base::Stop* stop);

// The options of such a program as scripts name them. Other options have other texts; names of files are none. Throws
// base::InputError.
[[nodiscard]] std::string llvm_options(const Source& source);

// What main gets: words after the program that name no files, and all words behind "--".
[[nodiscard]] std::vector<std::string> llvm_arguments(const Source& source);

// The tests of GoogleTest and Catch2 in the program's files that source.test names. Throws base::InputError.
[[nodiscard]] std::vector<Test> llvm_tests(const Source& source, const base::Stop* stop);

}  // namespace waymark::load
