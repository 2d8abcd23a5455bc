// StateView: one state of a program, for programs that step through it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/story.hpp"

namespace waymark::report {

struct StateView {
  struct Choice {
    std::uint64_t number;  // counted from 1
    model::Explanation events;
    std::optional<model::Violation> violation;  // that it would be
  };

  std::string program;
  std::string digest;                  // of the program; empty: it is not known
  Story story;                         // the last step that leads there, where each thread stands, and the values
  std::vector<std::uint64_t> choices;  // all that lead there, counted from 1
  bool inside = false;                 // of an indivisible sequence
  std::optional<model::Violation> violation;
  std::vector<Choice> enabled;
  std::optional<std::uint64_t> ahead;  // the choice that the trail takes next
};

}  // namespace waymark::report
