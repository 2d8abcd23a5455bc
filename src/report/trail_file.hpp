// A counterexample kept in a file (--trail): which program it belongs to and the choices that lead to the violation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "load/source.hpp"
#include "model/model.hpp"

namespace waymark::report {

// The kind of violation of a trail that leads to none: one that somebody has gone by hand.
inline constexpr std::string_view no_violation = "none";

struct TrailFile {
  std::string program;                  // as it was called; for people
  std::string digest;                   // of the program's text and the options that shape its state space
  std::vector<std::string> invariants;  // that were judged
  model::Violation violation;
  std::vector<std::uint32_t> choices;
  std::optional<std::uint64_t> cycle = std::nullopt;  // so many of the choices lead to a cycle; the rest go around it
  std::string formula = "";                           // that is violated
  bool fair = false;                                  // the cycle is fair to every process
  std::string slice = "";                             // by what the program was sliced, if it is a trail of the slice
  load::StepProperties judged = {};                   // on which the program's steps depend
  std::vector<std::string> shown = {};                // expressions: steps end where one changes
};

[[nodiscard]] std::string write_trail(const TrailFile& trail);
// `name` is that of the file, for messages. Throws base::InputError if the text is no trail.
[[nodiscard]] TrailFile read_trail(std::string_view text, const std::string& name);

}  // namespace waymark::report
