// How words and numbers are shown to a person. Text from programs goes through printable() first: what a program prints
// or is called must not steer the reader's terminal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/utf8.hpp"

namespace waymark::report {

// What the reader's terminal can do.
struct Format {
  std::size_t width = 100;
  bool unicode = false;
  bool color = false;
  bool narrow = false;  // there is no room beyond the width: what is longer is cut off

  [[nodiscard]] std::string_view arrow() const { return unicode ? "→" : "->"; }
};

using base::printable;
// Columns a printable text takes: one per code point.
[[nodiscard]] std::size_t columns(std::string_view text);
// Filled up with blanks on the right; longer texts stay as they are.
[[nodiscard]] std::string padded(std::string_view text, std::size_t width);
// Cut off with an ellipsis if it takes more than width columns and the format is narrow.
[[nodiscard]] std::string clipped(std::string_view text, std::size_t width, const Format& format);
// Broken into lines of at most width columns, between words where possible; at least one line.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t width);

enum class Paint { plain, bold, dim, red, green, yellow };
[[nodiscard]] std::string painted(std::string_view text, Paint paint, const Format& format);

}  // namespace waymark::report
