// Text in the two encodings that matter here: UTF-16 is Java's own, UTF-8 everybody else's.
#pragma once

#include <string>
#include <string_view>

namespace waymark::java {

// Accepts the class file's modified UTF-8 as well.
[[nodiscard]] std::u16string to16(std::string_view utf8);
[[nodiscard]] std::string to8(std::u16string_view text);

}  // namespace waymark::java
