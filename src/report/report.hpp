// Report: all that a command has to tell when it ends. It is made once; the text for a person, JSON, SARIF, JUnit XML
// and the page are views of it, and none of them asks a model anything.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "check/say/result.hpp"
#include "report/cause.hpp"
#include "report/state_graph.hpp"
#include "report/story.hpp"

namespace waymark::report {

// How a search went, for charts.
struct Timeline {
  struct Fresh {
    std::uint64_t transitions;
    std::uint64_t states;  // new ones so far
  };
  struct Moment {
    double seconds;
    std::uint64_t bytes;
    std::uint64_t states;
  };
  std::vector<std::uint64_t> levels;  // states by the depth at which they were met
  std::vector<Fresh> fresh;
  std::vector<Moment> moments;
};

struct Report {
  check::Result result;
  Story story = {};                // the way to the first violation; of a rejected script, to where that was seen
  std::vector<Story> others = {};  // the ways to the violations after the first, if somebody asked
  std::vector<std::optional<Cause>> causes = {};   // of the violations, by their number, as far as they were told
  std::vector<std::string> source_folders = {};    // where files may lie that a place names without a folder
  std::optional<Timeline> course = std::nullopt;   // if somebody asked
  std::optional<StateGraph> graph = std::nullopt;  // if somebody asked

  // The way to a violation, by its number in result.found; null if it was not told.
  [[nodiscard]] const Story* way_to(std::size_t violation) const {
    if (violation == 0) return &story;
    return violation <= others.size() ? &others[violation - 1] : nullptr;
  }
  // Null if it is not known.
  [[nodiscard]] const Cause* cause_of(std::size_t violation) const {
    return violation < causes.size() && causes[violation] ? &*causes[violation] : nullptr;
  }
};

// One of several tests that were checked side by side.
struct TestReport {
  std::string name;     // app.CounterTest#increments
  std::string suite;    // app.CounterTest, which a separator follows in the name; empty: none
  std::string why_not;  // it was not run; empty if it was
  Report report = {};

  [[nodiscard]] std::string name_in_suite() const { return suite.empty() ? name : name.substr(suite.size() + 1); }
};

// What they all belong to.
[[nodiscard]] inline std::string suite_of(std::span<const TestReport> tests) {
  if (tests.empty()) return {};
  const auto same = [&](const TestReport& one) { return one.suite == tests.front().suite; };
  return std::all_of(tests.begin(), tests.end(), same) ? tests.front().suite : "tests";
}

}  // namespace waymark::report
