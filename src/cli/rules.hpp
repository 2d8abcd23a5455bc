// Which options do not go together, or not with a program of this kind: one rule each, told with a remedy.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "check/property.hpp"
#include "cli/options.hpp"

namespace waymark::cli {

struct Rule {
  bool (*broken)(const CheckOptions&);
  std::string_view why;  // in which {search} and {store} stand for what was asked
};

// Of check and coverage.
[[nodiscard]] std::span<const Rule> rules();

// The store that the user asked for, or what is best for the program.
[[nodiscard]] check::StoreKind store_of(const CheckOptions& options);
// The program as it is asked for: where no orders of steps are left out, calls of the library are steps, too.
[[nodiscard]] load::Source source_of(const CheckOptions& options);

// These throw base::InputError for the first rule that is broken.
void refuse_impossible(const CheckOptions& options);
// Several processes were started, and nobody has told them to work together.
void refuse_alone(bool cluster);
// What is asked about the program does not fit its language.
void refuse_impossible(const check::Properties& properties, const load::Source& source);
// A command that takes every step: calls of the library are none. Answers the source with that.
[[nodiscard]] load::Source in_steps(const load::Source& source, std::string_view command);

}  // namespace waymark::cli
