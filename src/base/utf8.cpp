#include "base/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace waymark::base {

std::size_t sound_length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return lead >= 0x20 && lead != 0x7F ? 1 : 0;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
  std::uint32_t point = lead & (0xFFu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xC0u) != 0x80) return 0;
    point = point << 6 | (byte & 0x3Fu);
  }
  const bool overlong = (length == 3 && point < 0x800) || (length == 4 && point < 0x10000);
  const bool surrogate = point >= 0xD800 && point <= 0xDFFF;
  const bool control = point < 0xA0 || (point >= 0x200E && point <= 0x200F) || (point >= 0x202A && point <= 0x202E) ||
                       (point >= 0x2066 && point <= 0x2069);
  return overlong || surrogate || control || point > 0x10FFFF ? 0 : length;
}

bool is_sound(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = sound_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = sound_length(text);
    if (length != 0) {
      out += text.substr(0, length);
    } else if (text[0] == '\n' || text[0] == '\t') {
      out += text[0] == '\n' ? "\\n" : "\\t";
    } else {
      out += hexadecimal(text[0]);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out;
}

std::string hexadecimal(char byte) { return fmt::format("\\x{:02x}", static_cast<unsigned char>(byte)); }

std::string printable_lines(std::string_view text) {
  std::string lines;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    lines += printable(text.substr(0, end)) + "\n";
    text.remove_prefix(end + 1);
  }
  return lines + printable(text);
}

}  // namespace waymark::base
