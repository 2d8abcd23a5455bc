// C programs as a compiler translates them, and programs in LLVM IR.
#pragma once

#include "base/stop.hpp"
#include "load/program.hpp"
#include "load/source.hpp"

namespace waymark::load {

// Throws base::InputError.
void load_llvm(Program& program, const Source& source, const base::Stop* stop);

}  // namespace waymark::load
