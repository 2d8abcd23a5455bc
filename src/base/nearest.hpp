// Typos: the word that somebody may have meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace waymark::base {

// The candidate at the least edit distance from `word`, which is 2 at most; empty if there is none.
[[nodiscard]] std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

// "; did you mean NEAREST?", to be appended to a refusal; empty if there is none.
[[nodiscard]] std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace waymark::base
