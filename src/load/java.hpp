// Java programs: the class path, the JDK's image, and what a script is tied to.
#pragma once

#include "base/stop.hpp"
#include "load/program.hpp"
#include "load/source.hpp"

namespace waymark::load {

// Fills in a program whose name is FILE.jar, FILE.class or a main class. Throws base::InputError.
void load_java(Program& program, const Source& source, const base::Stop* stop);

}  // namespace waymark::load
