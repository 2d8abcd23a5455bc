#include "base/escaped.hpp"

#include <algorithm>
#include <charconv>

#include "base/utf8.hpp"

namespace waymark::base {

std::string escaped(std::string_view text, std::string_view also) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = sound_length(text);
    const bool plain = length != 0 && text[0] != '\\' && also.find(text[0]) == std::string_view::npos;
    out += plain ? std::string(text.substr(0, length)) : hexadecimal(text[0]);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out;
}

std::optional<std::string> unescaped(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    if (text[0] != '\\') {
      out += text[0];
      text.remove_prefix(1);
      continue;
    }
    unsigned value = 0;
    if (text.size() < 4 || text[1] != 'x') return std::nullopt;
    const auto [end, error] = std::from_chars(text.data() + 2, text.data() + 4, value, 16);
    if (error != std::errc() || end != text.data() + 4) return std::nullopt;
    out += static_cast<char>(value);
    text.remove_prefix(4);
  }
  return out;
}

}  // namespace waymark::base
