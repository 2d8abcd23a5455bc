// Java programs: the class path, the JDK's image, and what a script is tied to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/stop.hpp"
#include "java/program/tests.hpp"
#include "load/program.hpp"
#include "load/source.hpp"

namespace waymark::load {

// Fills in a program whose name is FILE.jar, FILE.class or a main class. Throws base::InputError.
// A program may be one JUnit test, which source.test names.
void load_java(Program& program, const Source& source, const base::Stop* stop);

// Whether the options of a script say that its program's calls into the library were run in steps.
[[nodiscard]] bool java_calls_in_steps(std::string_view own_options);

// The options of such a program as scripts name them. Other options have other texts.
[[nodiscard]] std::string java_options(const Source& source, std::string_view main_class);
// What main gets: all words after the program.
[[nodiscard]] std::vector<std::string> java_arguments(const Source& source);
// All tests that source.test names. Throws base::InputError.
[[nodiscard]] std::vector<java::JavaTest> java_tests(const Source& source, const base::Stop* stop);

}  // namespace waymark::load
