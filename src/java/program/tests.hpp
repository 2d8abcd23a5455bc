// JUnit tests as programs: which tests a class has, by the annotations in its class file, and what a run of one calls.
#pragma once

#include <string>
#include <vector>

#include "java/program/class_ledger.hpp"

namespace waymark::java {

struct JavaTest {
  std::string name;                    // app.CounterTest#increments, or app.CounterTest#adds[2] of one with arguments
  std::string why_not;                 // it is not run; empty if it is
  std::vector<std::string> arguments;  // of waymark.internal.TestRun; empty if it cannot be run
};

inline constexpr const char* test_run_class = "waymark.internal.TestRun";

// The tests that CLASS, CLASS#METHOD or CLASS#METHOD[N] names, in the order of the class file. Throws base::InputError
// if there are none, or if one needs more of JUnit than there is here.
[[nodiscard]] std::vector<JavaTest> find_tests(ClassLedger& classes, const std::string& asked);

}  // namespace waymark::java
