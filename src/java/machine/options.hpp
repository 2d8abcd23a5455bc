// How a Java program is run, as its user says: what the machine reads of the options.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/chosen.hpp"
#include "base/names.hpp"

namespace waymark::java {

// How a call into the library's classes that are safe for threads is run, where steps are left out at all.
enum class LibraryCalls : std::uint8_t {
  steps,   // like code of the program
  atomic,  // as one step
};

// When timed waits and sleeps end that nothing else ends.
enum class Timeouts : std::uint8_t {
  any,    // at any moment
  last,   // when nobody else can go on
  never,  // waits do not; sleeps end at any moment
};

// What becomes of weak and soft references to what nothing else leads to.
enum class Weak : std::uint8_t {
  kept,
  cleared,  // perhaps, whenever the program asks for the referent
};

// What keeps a virtual thread on its carrier while it waits.
enum class Pinning : std::uint8_t {
  jdk,       // what does so in the JDK that is used
  monitors,  // monitors, too, as in JDK 21
};

struct Options {
  base::Chosen<LibraryCalls> library = LibraryCalls::steps;
  std::vector<std::string> library_packages;  // of the program, a.b, that are taken to be safe for threads too
  Timeouts timeouts = Timeouts::any;
  Weak weak = Weak::kept;
  std::uint64_t carriers = 0;  // of virtual threads; 0: as many as there are threads
  Pinning pinning = Pinning::jdk;
  std::uint64_t random = 0;  // ranges of random numbers up to this are tried out
  std::uint64_t frames = 10'000;
};

}  // namespace waymark::java

template <>
struct waymark::base::Names<waymark::java::LibraryCalls> {
  using enum java::LibraryCalls;
  static constexpr auto table = std::to_array<Named<java::LibraryCalls>>({{atomic, "atomic"}, {steps, "steps"}});
};

template <>
struct waymark::base::Names<waymark::java::Timeouts> {
  using enum java::Timeouts;
  static constexpr auto table = std::to_array<Named<java::Timeouts>>({{any, "any"}, {last, "last"}, {never, "never"}});
};

template <>
struct waymark::base::Names<waymark::java::Weak> {
  using enum java::Weak;
  static constexpr auto table = std::to_array<Named<java::Weak>>({{kept, "kept"}, {cleared, "cleared"}});
};

template <>
struct waymark::base::Names<waymark::java::Pinning> {
  using enum java::Pinning;
  static constexpr auto table = std::to_array<Named<java::Pinning>>({{jdk, "jdk"}, {monitors, "monitors"}});
};
