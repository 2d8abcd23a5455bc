// How what is explored is derived of a program, step by step or all at once. Checks, and certifications of their
// scripts, derive it here, so both see the same graph. Each step changes the program's models and its derivation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "load/program.hpp"

namespace waymark::load {

// From now on the program is the part of it that bears on these, or what that part is abstracted to. Throws
// base::InputError if its language has no slices, or an expression is none of the program's.
Sliced slice(Program& program, const Criteria& criteria);

// From now on steps end where one of these expressions may change. Steps of most languages do not depend on that: then
// nothing changes. Those of C and C++ do, since all that a thread does on its own is one step. So what is shown is a
// part of the derivation, and a search, its trail, its script and its page go through the same steps. Throws
// base::InputError if an expression is none of the program's.
void show(Program& program, std::vector<std::string> expressions);
// The first of these that a search of the program does not stop for; nothing if steps do not depend on that.
[[nodiscard]] std::optional<std::string> unshown(const Program& program, const std::vector<std::string>& expressions);

// From now on states of the program's models stand for others, with the same values of these expressions. Answers why
// that cannot be, or an empty text. Throws base::InputError if an expression is none of the program's.
[[nodiscard]] std::string use_symmetry(Program& program, const std::vector<std::string>& unchanged);

// "with at most 2 preemptions".
[[nodiscard]] std::string with_at_most(std::uint64_t preemptions);
// From now on the transitions of the program's models that preempt are marked (model/preemptions.hpp), and states
// remember who moved last. Answers why that cannot be, or an empty text.
[[nodiscard]] std::string mark_preemptions(Program& program);
// From now on the program's models have the runs alone with at most `bound` preemptions. Answers why that cannot be, or
// an empty text.
[[nodiscard]] std::string bound_preemptions(Program& program, std::uint32_t bound);

// From now on the program's models are reduced, and what the expressions read stays visible. Answers why not, or an
// empty text. Throws base::InputError if an expression is none of this program's.
[[nodiscard]] std::string reduce(Program& program, const std::vector<std::string>& visible);

// All of it, of a program as it was loaded, as a script says. The derivation is a stranger's: what came of it has to be
// compared with the text that it was read from. Answers why it cannot be, or an empty text. Throws base::Stopped.
[[nodiscard]] std::string derive(Program& program, const Derivation& asked, const base::Stop& stop);

}  // namespace waymark::load
