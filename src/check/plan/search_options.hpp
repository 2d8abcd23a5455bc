// The options of a search, one row each: how they are given, and what they demand of each other. A new one is a row
// here and a member of check::Settings.
#pragma once

#include <vector>

#include "check/plan/settings.hpp"
#include "options/option.hpp"

namespace waymark::check {

inline constexpr const char* how_to_search = "How to search";

// --time and --memory, which most commands have.
[[nodiscard]] options::Group limits_group(Limits& limits);
// These, --depth and --jobs.
[[nodiscard]] options::Group search_limits(Settings& settings);
[[nodiscard]] std::vector<options::Group> search_groups(Settings& settings);
[[nodiscard]] std::vector<options::Group> cluster_groups(ClusterSettings& cluster);
// Rows of single options.
[[nodiscard]] options::Option por_option(SearchSettings& settings);
[[nodiscard]] options::Option errors_option(Limits& limits);
[[nodiscard]] options::Option states_option(Limits& limits);
[[nodiscard]] options::Option script_option(OutputSettings& settings);
[[nodiscard]] options::Option checkpoint_option(Settings& settings);
[[nodiscard]] options::Option resume_option(Settings& settings);
[[nodiscard]] options::Option profile_option(OutputSettings& settings);

// What the options demand, and what their defaults do.
[[nodiscard]] std::vector<options::Part> parts_of(const Settings& settings);

}  // namespace waymark::check
