// What check and certify do alike at the end: put the result into words and onto standard output.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/options.hpp"
#include "report/result.hpp"
#include "report/story.hpp"

namespace waymark::cli {

// The kinds of violation that were looked for, as the report names them.
[[nodiscard]] std::vector<std::string> properties(const Options& options);
// A counterexample's story: its beginning and its end, unless all was asked for.
[[nodiscard]] report::Story tell_in_part(model::Model& model, const std::vector<std::uint32_t>& choices,
                                         const Options& options, std::optional<std::uint64_t> cycle = std::nullopt);
// Prints the result as the options want it; returns the exit code.
[[nodiscard]] int deliver(const report::Result& result, const report::Story& story, const Options& options);

}  // namespace waymark::cli
