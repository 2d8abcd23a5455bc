// C programs as a compiler translates them, and programs in LLVM IR.
#pragma once

#include <string>

#include "base/stop.hpp"
#include "load/program.hpp"
#include "load/source.hpp"

namespace waymark::load {

// Throws base::InputError.
void load_llvm(Program& program, const Source& source, const base::Stop* stop);

// The options of such a program as scripts name them. Other options have other texts; names of files are none. Throws
// base::InputError.
[[nodiscard]] std::string llvm_options(const Source& source);

}  // namespace waymark::load
