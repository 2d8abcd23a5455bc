#include "java/machine/utf.hpp"

namespace waymark::java {

std::u16string to16(std::string_view utf8) {
  std::u16string out;
  for (std::size_t i = 0; i < utf8.size();) {
    const auto c = static_cast<std::uint8_t>(utf8[i]);
    const auto next = [&](std::size_t n) -> std::uint32_t {
      return i + n < utf8.size() ? static_cast<std::uint8_t>(utf8[i + n]) & 0x3F : 0;
    };
    if (c < 0x80) {
      out += static_cast<char16_t>(c);
      ++i;
    } else if (c < 0xE0) {
      out += static_cast<char16_t>((c & 0x1F) << 6 | next(1));
      i += 2;
    } else if (c < 0xF0) {
      out += static_cast<char16_t>((c & 0x0F) << 12 | next(1) << 6 | next(2));
      i += 3;
    } else {
      const std::uint32_t point = ((c & 7u) << 18 | next(1) << 12 | next(2) << 6 | next(3)) - 0x10000;
      out += static_cast<char16_t>(0xD800 + (point >> 10));
      out += static_cast<char16_t>(0xDC00 + (point & 0x3FF));
      i += 4;
    }
  }
  return out;
}

std::string to8(std::u16string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::uint32_t c = text[i];
    if (c >= 0xD800 && c < 0xDC00 && i + 1 < text.size() && text[i + 1] >= 0xDC00 && text[i + 1] < 0xE000) {
      c = 0x10000 + ((c - 0xD800) << 10) + (text[++i] - 0xDC00u);
    } else if (c >= 0xD800 && c < 0xE000) {
      c = '?';
    }
    if (c < 0x80) {
      out += static_cast<char>(c);
    } else if (c < 0x800) {
      out += static_cast<char>(0xC0 | c >> 6);
      out += static_cast<char>(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
      out += static_cast<char>(0xE0 | c >> 12);
      out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
      out += static_cast<char>(0x80 | (c & 0x3F));
    } else {
      out += static_cast<char>(0xF0 | c >> 18);
      out += static_cast<char>(0x80 | (c >> 12 & 0x3F));
      out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
      out += static_cast<char>(0x80 | (c & 0x3F));
    }
  }
  return out;
}

}  // namespace waymark::java
