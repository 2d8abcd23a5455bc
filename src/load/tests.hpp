// Tests that are programs of their own: JUnit's, and those of GoogleTest and Catch2.
#pragma once

#include <string>
#include <vector>

#include "base/stop.hpp"
#include "load/source.hpp"

namespace waymark::load {

struct Test {
  std::string name;     // app.CounterTest#increments, or Queue.KeepsOrder
  std::string suite;    // app.CounterTest, or Queue: the beginning of the name, up to a separator; empty if it has none
  std::string why_not;  // it is not run; empty if it is
  std::string entry;    // Source::entry for it, so that it is not sought again; empty: as it is
};

// All tests that source.test names, of the language of the program. Throws base::InputError.
[[nodiscard]] std::vector<Test> tests(const Source& source, const base::Stop* stop);

}  // namespace waymark::load
