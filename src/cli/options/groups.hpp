// Options that several commands have, by what they are about.
#pragma once

#include "check/plan/search_options.hpp"
#include "cli/options/options.hpp"
#include "load/program_options.hpp"
#include "options/option.hpp"
#include "report/trail.hpp"
#include "script/ids_split.hpp"

namespace waymark::cli {

using options::Agents;
using options::Group;
using options::Option;

// The program, and by language how its state space is shaped.
[[nodiscard]] std::vector<Group> program_groups(load::Source& source, const std::string& title = "Program");
// Selecting `race` makes the program stop at accesses that could race.
[[nodiscard]] Group properties_group(check::Properties& properties, load::Source& source);
[[nodiscard]] Option prints_option(bool& keep_prints);
[[nodiscard]] Group reduction_group(CheckOptions& asked);
[[nodiscard]] Group style_group(report::TrailStyle& style);
[[nodiscard]] Group output_group(Output& output);
// Of commands that print a result: its format.
[[nodiscard]] Group format_group(Output& output);
// Output that few people need, after `others`.
[[nodiscard]] Group more_output_group(Output& output, std::vector<Option> others = {});

// Single ones.
[[nodiscard]] Option json_option(Output& output);
[[nodiscard]] Option cut_option(script::IdsCut& cut);
[[nodiscard]] Option graph_option(Output& output);
[[nodiscard]] Option html_option(std::string& html);
[[nodiscard]] Option trail_option(std::string& trail);
[[nodiscard]] Option progress_option(ProgressForm& form);

}  // namespace waymark::cli
