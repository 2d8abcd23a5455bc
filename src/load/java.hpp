// Java programs: the class path, the JDK's image, and what a script is tied to.
#pragma once

#include "base/stop.hpp"
#include "load/java_tests.hpp"
#include "load/program.hpp"
#include "load/source.hpp"

namespace waymark::load {

// Fills in a program whose name is FILE.jar, FILE.class or a main class. Throws base::InputError.
// A program may be one JUnit test, which source.test names.
void load_java(Program& program, const Source& source, const base::Stop* stop);

// Whether the options of a script say that its program's calls into the library were run in steps.
[[nodiscard]] bool java_calls_in_steps(std::string_view options_text);

// All tests that source.test names. Throws base::InputError.
[[nodiscard]] std::vector<JavaTest> java_tests(const Source& source, const base::Stop* stop);

}  // namespace waymark::load
