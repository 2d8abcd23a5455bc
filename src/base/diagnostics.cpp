#include "base/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace waymark::base {

namespace {

constexpr std::size_t longest_excerpt = 160;

// The source line and a caret below it. Tabs stay tabs in the caret line, so that the caret stands right in any
// terminal; other control characters become '?', so that no input can play with the terminal.
std::string excerpt(std::string_view line, std::uint32_t column) {
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t')) line.remove_suffix(1);
  if (line.empty() || line.size() > longest_excerpt || column > line.size() + 1) return {};
  const auto indent = std::min(line.find_first_not_of(" \t"), static_cast<std::size_t>(column - 1));
  line.remove_prefix(indent);
  std::string shown = "    ";
  std::string caret = "    ";
  for (std::size_t i = 0; i < line.size(); ++i) {
    const auto c = static_cast<unsigned char>(line[i]);
    shown += (c < ' ' && c != '\t') || c == 127 ? '?' : line[i];
    // Bytes that continue a UTF-8 character take no column of their own.
    if (i + indent + 1 < column && (c & 0xC0U) != 0x80U) caret += c == '\t' ? '\t' : ' ';
  }
  return fmt::format("\n{}\n{}^", shown, caret);
}

}  // namespace

void Diagnostics::append(Position position, std::string_view kind, std::string_view message) {
  if (!text_.empty()) text_ += '\n';
  text_ += fmt::format("{}: {}: {}", source_->name(position), kind, message);
  if (position.known()) text_ += excerpt(source_->line(position), position.column);
}

void Diagnostics::error(Position position, std::string_view message) {
  last_dropped_ = position.known() && std::find(places_.begin(), places_.end(), position) != places_.end();
  if (last_dropped_) return;
  places_.push_back(position);
  append(position, "error", message);
  if (++count_ == most) {
    text_ += "\ntoo many errors, the rest is not shown";
    throw_if_any();
  }
}

void Diagnostics::note(Position position, std::string_view message) {
  if (!last_dropped_) append(position, "note", message);
}

void Diagnostics::throw_if_any() const {
  if (any()) throw InputError(text_);
}

}  // namespace waymark::base
