// Which program, and how its state space is to be shaped: all that it takes to load one.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/names.hpp"

namespace waymark::load {

// How a Java program's calls into classes of the library that are safe for threads are run.
enum class Library : std::uint8_t {
  atomic,  // as one step
  steps,   // like code of the program
};

// When a Java program's timed waits and sleeps end, if nothing else ends them.
enum class Timeouts : std::uint8_t {
  any,    // at any moment
  last,   // when nobody else can go on
  never,  // waits do not; sleeps end at any moment
};

// What becomes of a Java program's weak and soft references to what nothing else leads to.
enum class Weak : std::uint8_t {
  kept,
  cleared,  // perhaps, whenever the program asks for the referent
};

// What keeps a virtual thread of a Java program on its carrier while it waits.
enum class Pinning : std::uint8_t {
  jdk,       // what does so in the JDK that is used
  monitors,  // monitors, too, as in JDK 21
};

// Which values of a C program's inputs are tried, if they have more than 8 bits and no range.
enum class WideInputs : std::uint8_t {
  refused,
  sample,  // those of base/sample.hpp
};

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

struct Source {
  std::string program;  // a file, or a Java program's main class
  std::string test;  // CLASS[#METHOD]: JUnit tests, instead of a program; or SUITE.NAME in the files of a C++ program
  std::string linearizable;            // Java: a scenario, instead of a program; see load/linear.hpp
  std::vector<std::string> arguments;  // words after it: further files of a C program, then its arguments
  std::vector<std::string> behind;     // words behind "--": arguments, even if they look like files
  std::string classpath;
  std::string jdk;
  bool spurious = false;                      // waits may end for no reason
  bool reuse = false;                         // C: a freed block may be handed out again
  std::optional<Library> library;             // none: atomic, where orders of steps are left out at all
  std::vector<std::string> library_packages;  // of the program, a.b, that are taken to be safe for threads too
  Timeouts timeouts = Timeouts::any;
  Weak weak = Weak::kept;
  std::uint64_t carriers = 0;  // Java: of virtual threads; 0: enough for all
  Pinning pinning = Pinning::jdk;
  std::uint64_t random = 0;              // Java: ranges of random numbers up to this are tried out
  std::string stdin_file;                // what a Java program reads from System.in; empty: nothing
  std::vector<std::string> files;        // directories and files that a Java program may read
  std::vector<std::string> environment;  // of a Java program: NAME=VALUE
  std::uint64_t frames = 10'000;
  StepProperties judged;
  std::optional<Language> language;  // none: as the program's name says
  Claims claims = Claims::kept;
  std::vector<std::string> defines;  // NAME or NAME=VALUE: macros, or properties of a Java program
  // Of a C or C++ program: how the compiler is called, and where the program begins.
  std::vector<std::string> includes;  // folders of headers
  std::string standard;               // c11, gnu89
  std::string compile_flags;          // further ones, as one would type them
  std::string compile_commands;       // compile_commands.json
  std::string compiler;               // a program; empty: the clang that is found
  std::string entry = "main";
  std::function<void(const std::string&)> tell;  // takes what a compiler says about it; null: nobody reads it
  WideInputs inputs = WideInputs::refused;
  std::vector<std::string> ranges;    // FUNCTION=LOW..HIGH: which values an input of a C program has
  std::vector<std::string> abstract;  // VARIABLE:ITEM,...: what is known of variables of a Promela program
  bool sliced = false;                // a slice of it is asked for: what is abstracted is that
  bool plain = false;                 // no step and no decision is taken from memory
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

template <>
struct waymark::base::Names<waymark::load::WideInputs> {
  using enum load::WideInputs;
  static constexpr auto table = std::to_array<Named<load::WideInputs>>({{refused, "refused"}, {sample, "sample"}});
};

template <>
struct waymark::base::Names<waymark::load::Timeouts> {
  using enum load::Timeouts;
  static constexpr auto table = std::to_array<Named<load::Timeouts>>({{any, "any"}, {last, "last"}, {never, "never"}});
};

template <>
struct waymark::base::Names<waymark::load::Weak> {
  using enum load::Weak;
  static constexpr auto table = std::to_array<Named<load::Weak>>({{kept, "kept"}, {cleared, "cleared"}});
};

template <>
struct waymark::base::Names<waymark::load::Pinning> {
  using enum load::Pinning;
  static constexpr auto table = std::to_array<Named<load::Pinning>>({{jdk, "jdk"}, {monitors, "monitors"}});
};

template <>
struct waymark::base::Names<waymark::load::Library> {
  using enum load::Library;
  static constexpr auto table = std::to_array<Named<load::Library>>({{atomic, "atomic"}, {steps, "steps"}});
};
