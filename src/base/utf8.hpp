// Texts from strangers: which bytes are UTF-8 that a person may be shown, and how to write down the others. A text is
// sound if it is UTF-8 without characters that control a terminal or the direction of writing.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace waymark::base {

// Bytes of the code point at the front of the text; 0 if it is none, or one that controls. REQUIRES: it is not empty.
[[nodiscard]] std::size_t sound_length(std::string_view text);
[[nodiscard]] bool is_sound(std::string_view text);

// For people: what is not sound as \n, \t or \xNN.
[[nodiscard]] std::string printable(std::string_view text);

// For programs: what is not sound, backslashes and the characters of `also`, which are ASCII, as \xNN. Other texts have
// other spellings.
[[nodiscard]] std::string escaped(std::string_view text, std::string_view also);
// The text that has this spelling; none: a backslash does not begin one.
[[nodiscard]] std::optional<std::string> unescaped(std::string_view text);

}  // namespace waymark::base
