// Which options do not go together, or not with a program of this kind: one rule each, told with a remedy.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "check/property.hpp"
#include "cli/options.hpp"
#include "cluster/transport/transport.hpp"
#include "load/cycles.hpp"

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
// Throws cluster::Agreed at all ranks if one of them has loaded another program than rank 0. For all ranks at once.
void refuse_strangers(const load::Program& program, cluster::Transport& transport);
// What is asked about the program does not fit its language.
void refuse_impossible(const check::Properties& properties, const load::Source& source);
// A command that takes every step: calls of the library are none. Answers the source with that.
[[nodiscard]] load::Source in_steps(const load::Source& source, std::string_view command);
// The cycles that the command line asks about; what the program's text asks is not among them.
[[nodiscard]] std::vector<check::CycleProperty> asked_cycles(const check::Properties& properties,
                                                             const load::Program& program);
// What was asked is not what a script shows: `shown` cycles not to be, or, without any, states and steps.
void refuse_unproved(const check::Properties& properties, const load::Program& program,
                     const std::optional<load::Cycles>& shown);
// States are to be counted, and the script is of a form whose states are not.
void refuse_count(const std::string& path, script::Form form);
// A script is of a slice, or a script or result of a reduced graph, where nobody wants to presume that these are right.
[[noreturn]] void refuse_slice(const std::string& path);
[[noreturn]] void refuse_reduced(const std::string& path);

}  // namespace waymark::cli
