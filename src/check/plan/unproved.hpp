// Questions that a script does not answer: refused, with a remedy. All of these throw base::InputError.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/plan/property.hpp"
#include "load/cycles.hpp"
#include "load/derivation.hpp"
#include "load/program.hpp"

namespace waymark::check {

// The cycles that the command line asks about; those that the program's text asks about are not among them.
[[nodiscard]] std::vector<CycleProperty> asked_cycles(const Properties& properties, const load::Program& program);

// A script shows either that there are no such cycles, or, without any, states and steps.
void refuse_unproved(const Properties& properties, const load::Program& program,
                     const std::optional<load::Cycles>& shown);
// Expressions of the program that questions of a search name.
[[nodiscard]] std::vector<std::string> expressions_of(const Properties& properties, const load::Program& program);
// A script whose steps do not end where one of these changes cannot show them.
void refuse_unshown(const std::vector<std::string>& expressions, const load::Program& program);
// A reduced graph shows what was visible to the reduction.
void refuse_invisible(const Properties& properties, const std::vector<std::string>& visible);
// A trustful script shows what is in single states; of steps, it has the signer's word for what it names.
void refuse_unvouched(const Properties& properties, const std::vector<Property>& vouched);
// A slice shows what it was made by.
void refuse_cut_away(const Properties& properties, const load::Criteria& criteria);

}  // namespace waymark::check
