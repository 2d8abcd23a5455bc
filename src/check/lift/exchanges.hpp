// Checks up to symmetry (load/exchanges.hpp): whether the questions allow it, and what was found as runs of the program
// itself.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "check/plan/settings.hpp"
#include "check/say/result.hpp"
#include "load/program.hpp"

namespace waymark::check {

// From now on states of the program's models stand for others, as far as the questions allow. Answers, for people,
// which processes are exchanged, or why none are. Throws base::InputError.
[[nodiscard]] std::string use_symmetry(load::Program& program, const Settings& settings);

// Which processes are exchanged. REQUIRES: some are.
[[nodiscard]] std::string tell_symmetry(const load::Program& program);

// What was found, in the choices of `plain`, which is the program itself. `program` was searched.
void undo_exchanges(Result& result, const load::Program& program, const load::Program& plain,
                    const Properties& properties, const base::Stop* stop);

// Choices of a model of `program`, which is up to symmetry, reduced or watched or not, as choices of the program
// itself. Empty if they are none.
[[nodiscard]] std::vector<std::uint32_t> plain_choices(const std::vector<std::uint32_t>& choices,
                                                       const load::Program& program, const base::Stop* stop);

}  // namespace waymark::check
