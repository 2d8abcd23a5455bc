// Java programs: the class path, the JDK's image, and what a script is tied to.
#pragma once

#include "cli/program.hpp"

namespace waymark::cli {

// Fills in a program whose name is FILE.jar, FILE.class or a main class. Throws base::InputError.
void load_java(Program& program, const Options& options);

}  // namespace waymark::cli
