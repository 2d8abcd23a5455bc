// Any text, as one that programs can read back from a line of theirs.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace waymark::base {

// For programs: what is not sound, backslashes and the characters of `also`, which are ASCII, as \xNN. Other texts have
// other spellings.
[[nodiscard]] std::string escaped(std::string_view text, std::string_view also);
// The text that has this spelling; none: a backslash does not begin one.
[[nodiscard]] std::optional<std::string> unescaped(std::string_view text);

}  // namespace waymark::base
