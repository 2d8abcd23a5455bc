// The extraction of a model from C lies in a module of its own, with Clang's libraries, which are large and slow to
// load. It is loaded when a model is to be extracted; all else does without.
#pragma once

#include <string>

#include "c/extract/request.hpp"

namespace waymark::c {

// The model of a C program. A child process extracts it first, since Clang may crash on a stranger's text. Throws
// base::InputError, also if this build has no such module or its libraries are missing; base::Crash; and base::Stopped.
// REQUIRES: at least one source.
[[nodiscard]] Answer extract_in_module(const Request& request);

}  // namespace waymark::c
