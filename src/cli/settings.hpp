// From what the user wrote to what the parts take.
#pragma once

#include "check/settings.hpp"
#include "cli/options.hpp"
#include "load/source.hpp"

namespace waymark::cli {

[[nodiscard]] load::Source source_of(const Options& options);
[[nodiscard]] check::Properties properties_of(const Options& options);
[[nodiscard]] check::Settings settings_of(const Options& options);
[[nodiscard]] std::uint64_t memory_limit(const Options& options);
// Throws base::InputError.
void refuse_impossible(const Options& options);

}  // namespace waymark::cli
