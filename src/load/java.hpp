// Java programs: the class path, the JDK's image, and what a script is tied to.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/stop.hpp"
#include "load/java_tests.hpp"
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
// Of texts NAME=VALUE; without '=' the value is empty. Throws base::InputError, which names the option.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> java_pairs(const std::vector<std::string>& texts,
                                                                          std::string_view option);
// What main gets: all words after the program.
[[nodiscard]] std::vector<std::string> java_arguments(const Source& source);
// Of the files that a program can read, by their paths. Other files have another digest.
[[nodiscard]] script::Digest digest_of_files(const std::map<std::string, std::string>& files);

// All tests that source.test names. Throws base::InputError.
[[nodiscard]] std::vector<JavaTest> java_tests(const Source& source, const base::Stop* stop);

}  // namespace waymark::load
