// Options that several commands have, by what they are about.
#pragma once

#include "check/settings.hpp"
#include "cli/option.hpp"
#include "cli/options.hpp"
#include "load/source.hpp"
#include "report/trail.hpp"
#include "script/ids_split.hpp"

namespace waymark::cli {

[[nodiscard]] Group program_group(load::Source& source);
// A program's accesses are looked at for races only if it is asked about them.
[[nodiscard]] Group properties_group(check::Properties& properties, load::Source& source);
[[nodiscard]] Option prints_option(bool& keep_prints);
[[nodiscard]] Option abstract_option(load::Source& source);
[[nodiscard]] Group cluster_group(CheckOptions& asked);
[[nodiscard]] Group reduction_group(CheckOptions& asked);
[[nodiscard]] Group limits_group(check::Limits& limits);
[[nodiscard]] Group style_group(report::TrailStyle& style);
[[nodiscard]] Group output_group(Output& output);
// Of commands that tell all of a counterexample: in which format.
[[nodiscard]] Group format_group(Output& output);

// Single ones.
[[nodiscard]] Option errors_option(check::Limits& limits);
[[nodiscard]] Option states_option(check::Limits& limits);
[[nodiscard]] Option cut_option(script::IdsCut& cut);
[[nodiscard]] Option graph_option(Output& output);
[[nodiscard]] Option html_option(std::string& html);
[[nodiscard]] Option trail_option(std::string& trail);
[[nodiscard]] Option progress_option(ProgressForm& form);

}  // namespace waymark::cli
