// What options of programs, and the questions about them, need of a program.
#pragma once

#include "options/feature.hpp"

namespace waymark::load::feature {

using options::Feature;

constexpr Feature java_program{"a Java program", "leave it out"};
constexpr Feature c_program{"a C or C++ program", "leave it out"};
constexpr Feature promela_program{"a Promela program", "leave it out"};
constexpr Feature java_or_c{"a Java, C or C++ program", "leave it out"};
constexpr Feature macros{"a program with macros or properties", "leave it out"};
constexpr Feature processes{"a program with threads or processes", "leave it out"};
constexpr Feature carriers{"a number of carriers", "add --carriers N"};
constexpr Feature own_entry{"a program that begins at a function of its own", "leave out --entry"};
constexpr Feature reduction{"partial-order reduction, for a call is one step", "use --library steps"};
constexpr Feature any_reduction{"partial-order reduction", "leave out one of them"};
constexpr Feature own_steps{"the steps of the whole program", "leave out one of them"};
constexpr Feature exchanges{"processes of the program itself", "leave out one of them"};

}  // namespace waymark::load::feature
