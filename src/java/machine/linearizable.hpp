// Linearizable: which classes are taken to be safe for threads, as their documentation says, so that a call into one of
// them is one step (docs/use/java.md). A table with a reason for each entry; users add packages of theirs.
//
// The promise: what a JDK lacks of the table is never taken for granted. A class that has not got a method which the
// table singles out is run in steps.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "java/link/klass.hpp"

namespace waymark::java {

class Linearizable {
 public:
  // What a name of the table covers.
  enum class Scope : std::uint8_t {
    package,  // all below it
    family,   // all classes whose names begin so
    klass,    // this one, and those nested in it
  };
  struct Entry {
    Scope scope = Scope::klass;
    std::string_view name;    // java/util/Timer
    std::string_view method;  // of these classes, whatever it takes; empty: all of them
    Part part = Part::call;
    std::string_view why;
    int since = 17;  // the JDK that brought it
  };
  [[nodiscard]] static std::span<const Entry> table();
  [[nodiscard]] static bool covers(const Entry& entry, std::string_view name);

  // A class whose releases can be done as early as one likes, unless somebody asks.
  struct Releasing {
    std::string_view name;
    std::span<const std::string_view> releases;  // method, whatever it takes, or method and descriptor
    std::span<const std::string_view> asks;
    std::span<const std::string_view> later_asks = {};  // that came with later JDKs
    std::string_view runs = {};
  };
  [[nodiscard]] static std::span<const Releasing> releasing();

  // Packages of the program, a.b, in addition; and one, without those below it, whose classes are not taken to be so.
  Linearizable(const std::vector<std::string>& packages, const std::optional<std::string>& in_steps);
  // Says of a class, and of its methods, what they are to calls into the library.
  void classify(Class& klass) const;
  // The class that questions are about: locks of a pair are one.
  [[nodiscard]] static std::string_view questioned(const Class& lock);
  // Whether a thread asks there only to wait then for what it asks about.
  [[nodiscard]] static bool waits_anyway(const Method& caller);
  // Whether a pool tidies up its idle threads there by interrupting them: that carries no information.
  [[nodiscard]] static bool tidies_up(const Method& method);

 private:
  std::vector<std::string> packages_;    // a/b/
  std::optional<std::string> in_steps_;  // a/b
};

}  // namespace waymark::java
