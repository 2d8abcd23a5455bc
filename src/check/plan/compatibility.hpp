// Which parts of a check go together: what its options, its properties, its program and a script demand of each other
// (options/feature.hpp).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "check/plan/property.hpp"
#include "check/plan/settings.hpp"
#include "load/source.hpp"
#include "options/feature.hpp"

namespace waymark::check {

using Parts = std::vector<options::Part>;

// What a program's options choose, and what a question needs of its language. Every command that has both is refused
// what does not fit.
[[nodiscard]] Parts parts_of(const load::Source& source, const Properties& properties);
// And what it needs of the program, once that is known: `cycles` that are judged. A search, a certificate and a trail
// are about the same graph, so what one of them cannot ask, none can.
[[nodiscard]] Parts parts_of(const Properties& properties, const std::vector<CycleProperty>& cycles,
                             const load::Program& program);
// And a command that takes all steps, also of library calls.
[[nodiscard]] Parts parts_of(const load::Source& source, std::string_view command);
// What the options of a check choose, before the program is known.
[[nodiscard]] Parts parts_of(const Settings& settings, const load::Source& source);
// And what the program adds: `cycles` that are judged.
[[nodiscard]] Parts parts_of(const Settings& settings, const std::vector<CycleProperty>& cycles,
                             const load::Program& program);

}  // namespace waymark::check
