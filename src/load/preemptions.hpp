// Programs whose preemptions are counted (model/preemptions.hpp), for checks and for certificates alike.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "load/program.hpp"

namespace waymark::load {

// "with at most 2 preemptions".
[[nodiscard]] std::string with_at_most(std::uint64_t preemptions);

// From now on the transitions of the program's models that preempt are marked, and states remember who moved last.
// Answers why that cannot be, or an empty text.
[[nodiscard]] std::string mark_preemptions(Program& program);

// From now on the program's models have the runs alone with at most `bound` preemptions, and its options say so.
// Answers why that cannot be, or an empty text.
[[nodiscard]] std::string bound_preemptions(Program& program, std::uint32_t bound);

// The same as the options_text of a script says; the text is a stranger's. Answers the bound; nothing if the text has
// none. If it asks for what cannot be, `why` says so.
[[nodiscard]] std::optional<std::uint32_t> bound_preemptions_as(Program& program, std::string_view options_text,
                                                                std::string& why);

}  // namespace waymark::load
