// Texts from strangers: which bytes are UTF-8 that a person may be shown, and how to write down the others. A text is
// sound if it is UTF-8 without characters that control a terminal or the direction of writing.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace waymark::base {

// Bytes of the code point at the front of the text; 0 if it is none, or one that controls. REQUIRES: it is not empty.
[[nodiscard]] std::size_t sound_length(std::string_view text);
[[nodiscard]] bool is_sound(std::string_view text);

// As \xNN.
[[nodiscard]] std::string hexadecimal(char byte);
// For people: what is not sound as \n, \t or \xNN.
[[nodiscard]] std::string printable(std::string_view text);
// The same of a text of several lines, which stay lines.
[[nodiscard]] std::string printable_lines(std::string_view text);

}  // namespace waymark::base
