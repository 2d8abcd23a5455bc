// Questions that a script does not answer: refused, with a remedy. All of these throw base::InputError.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/property.hpp"
#include "load/cycles.hpp"
#include "load/program.hpp"
#include "load/slice.hpp"
#include "script/format.hpp"

namespace waymark::check {

// The cycles that the command line asks about; those that the program's text asks about are not among them.
[[nodiscard]] std::vector<CycleProperty> asked_cycles(const Properties& properties, const load::Program& program);

// A script shows either that there are no such cycles, or, without any, states and steps.
void refuse_unproved(const Properties& properties, const load::Program& program,
                     const std::optional<load::Cycles>& shown);
// A reduced graph shows what was visible to the reduction.
void refuse_invisible(const Properties& properties, const std::vector<std::string>& visible);
// A slice shows what it was made by.
void refuse_cut_away(const Properties& properties, const load::Criteria& criteria);
// States of scripts of this form are not counted.
void refuse_count(const std::string& path, script::Form form);
// A script is of a slice, or a script or result of a reduced graph, which the user does not want to rely on.
[[noreturn]] void refuse_slice(const std::string& path);
[[noreturn]] void refuse_reduced(const std::string& path);

}  // namespace waymark::check
