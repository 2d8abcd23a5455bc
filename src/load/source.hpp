// Which program, and how its state space is to be shaped: all that it takes to load one.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/names.hpp"
#include "base/sample.hpp"
#include "java/machine/options.hpp"

namespace waymark::load {

// How a program is written, if its name does not say so.
enum class Language : std::uint8_t { promela, graph };

// What becomes of a Promela program's never claim.
enum class Claims : std::uint8_t { kept, none };

// Properties on which the steps of a program depend. Choices are of these steps, so a trail has them, too.
struct StepProperties {
  bool races = false;     // stop before every access that could race
  bool leaks = false;     // C: memory that is lost at the end is an error
  bool overflow = false;  // of signed integers in C is an error
};

struct JavaOptions : java::Options {
  JavaOptions() { library = java::LibraryCalls::atomic; }

  std::string linearizable;  // a scenario, instead of a program; see java/program/scenario.hpp
  std::string jdk;
  std::string stdin_file;                // what is read from System.in; empty: nothing
  std::string input;                     // what stands in it: taken from there when the program is loaded
  std::vector<std::string> files;        // directories and files that may be read
  std::vector<std::string> environment;  // NAME=VALUE
};

// Of a C or C++ program: how the compiler is called, where the program begins, and what its inputs are.
struct COptions {
  std::vector<std::string> includes;  // folders of headers
  std::string standard;               // c11, gnu89
  std::string compile_flags;          // further ones, as one would type them
  std::string compile_commands;       // compile_commands.json
  std::string compiler;               // a program; empty: the clang that is found
  std::string entry = "main";
  bool reuse = false;  // a freed block may be handed out again
  base::WideInputs inputs = base::WideInputs::refused;
  std::vector<std::string> ranges;  // FUNCTION=LOW..HIGH: which values an input has
};

struct PromelaOptions {
  Claims claims = Claims::kept;
  std::vector<std::string> abstract;  // VARIABLE:ITEM,...: what is known of variables
  bool sliced = false;                // a slice is asked for: what is abstracted is that
  bool plain = false;                 // no step and no decision is taken from memory
};

struct Source {
  std::string program;  // a file, or a Java program's main class
  std::string test;  // CLASS[#METHOD]: JUnit tests, instead of a program; or SUITE.NAME in the files of a C++ program
  std::vector<std::string> arguments;  // words after it: further files of a C program, then its arguments
  std::vector<std::string> behind;     // words behind "--": arguments, even if they look like files
  std::string classpath;
  std::optional<Language> language;              // none: as the program's name says
  std::vector<std::string> defines;              // NAME or NAME=VALUE: macros, or properties of a Java program
  bool spurious = false;                         // waits may end for no reason
  StepProperties judged;                         // what of this --property chooses, and --overflow
  std::function<void(const std::string&)> tell;  // takes what a compiler says about it; null: nobody reads it
  JavaOptions java;
  COptions c;
  PromelaOptions promela;
};

// The front end that reads a program.
enum class Kind : std::uint8_t { promela, llvm, java, graph };
// By its name and its options; nothing if these do not say.
[[nodiscard]] std::optional<Kind> kind_of(const Source& source);
// What main gets of the words after the program, of which the first may be further files of it.
[[nodiscard]] std::vector<std::string> arguments_of(const Source& source);
// By its name, or because it has a class path.
[[nodiscard]] bool is_java(const Source& source);

}  // namespace waymark::load

template <>
struct waymark::base::Names<waymark::load::Language> {
  using enum load::Language;
  static constexpr auto table = std::to_array<Named<load::Language>>({{promela, "promela"}, {graph, "graph"}});
};

template <>
struct waymark::base::Names<waymark::load::Claims> {
  using enum load::Claims;
  static constexpr auto table = std::to_array<Named<load::Claims>>({{kept, "kept"}, {none, "none"}});
};
