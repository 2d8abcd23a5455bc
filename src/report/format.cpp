#include "report/format.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace waymark::report {

namespace {

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// The longest front of the text that takes at most width columns.
std::string_view front(std::string_view text, std::size_t width) {
  std::size_t end = 0;
  for (std::size_t taken = 0; end < text.size(); ++end) {
    if (!continues(text[end]) && taken++ == width) break;
  }
  return text.substr(0, end);
}

}  // namespace

std::size_t columns(std::string_view text) {
  return text.size() - static_cast<std::size_t>(std::count_if(text.begin(), text.end(), continues));
}

std::string padded(std::string_view text, std::size_t width) {
  const std::size_t taken = columns(text);
  return std::string(text) + std::string(taken < width ? width - taken : 0, ' ');
}

std::string clipped(std::string_view text, std::size_t width, const Format& format) {
  if (!format.narrow || columns(text) <= width) return std::string(text);
  const std::string_view ellipsis = format.unicode ? "…" : "...";
  const std::size_t room = width > columns(ellipsis) ? width - columns(ellipsis) : 0;
  return std::string(front(text, room)) + std::string(front(ellipsis, width));
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  width = std::max<std::size_t>(width, 1);
  std::vector<std::string> lines;
  while (columns(text) > width) {
    std::string_view line = front(text, width);
    const std::size_t blank = text.substr(0, line.size() + 1).rfind(' ');
    if (blank != std::string_view::npos && blank > 0) line = text.substr(0, blank);
    lines.emplace_back(line);
    text.remove_prefix(line.size());
    while (!text.empty() && text[0] == ' ') text.remove_prefix(1);
  }
  if (!text.empty() || lines.empty()) lines.emplace_back(text);
  return lines;
}

std::string painted(std::string_view text, Paint paint, const Format& format) {
  if (!format.color || paint == Paint::plain) return std::string(text);
  const int code = paint == Paint::bold    ? 1
                   : paint == Paint::dim   ? 2
                   : paint == Paint::red   ? 31
                   : paint == Paint::green ? 32
                                           : 33;
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

}  // namespace waymark::report
