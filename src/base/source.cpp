#include "base/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace waymark::base {

namespace {

// A line marker as the C preprocessor writes it: `# 12 "file" flags` or `#line 12 "file"`. Escapes in the file name
// are undone. Returns false for any other line.
bool read_marker(std::string_view line, std::uint32_t& number, std::string& file) {
  std::size_t i = 1;
  if (line.substr(i).starts_with("line")) i += 4;
  const auto skip_blanks = [&] {
    while (i < line.size() && (line[i] == ' ' || line[i] == '\t')) ++i;
  };
  const auto digit = [&] { return i < line.size() && line[i] >= '0' && line[i] <= '9'; };
  skip_blanks();
  if (!digit()) return false;
  std::uint64_t value = 0;
  for (; digit(); ++i) value = std::min<std::uint64_t>(value * 10 + static_cast<unsigned>(line[i] - '0'), 1U << 31U);
  skip_blanks();
  file.clear();
  if (i < line.size() && line[i] == '"') {
    for (++i; i < line.size() && line[i] != '"'; ++i) {
      if (line[i] == '\\' && i + 1 < line.size()) ++i;
      file += static_cast<unsigned char>(line[i]) < ' ' ? '?' : line[i];  // it will be printed
    }
  }
  number = static_cast<std::uint32_t>(value);
  return true;
}

}  // namespace

Source::Source(std::string name, std::string text) : text_(std::move(text)), files_{std::move(name)} { map_lines(); }

std::uint32_t Source::file_index(std::string_view name) {
  const auto found = std::find(files_.begin(), files_.end(), name);
  if (found == files_.end()) {
    files_.emplace_back(name);
    return static_cast<std::uint32_t>(files_.size() - 1);
  }
  return static_cast<std::uint32_t>(found - files_.begin());
}

void Source::map_lines() {
  std::uint32_t file = 0;
  std::uint32_t number = 1;
  std::string marked_file;
  for (std::size_t begin = 0; begin <= text_.size();) {
    auto end = text_.find('\n', begin);
    if (end == std::string::npos) end = text_.size();
    std::uint32_t marked_number = 0;
    if (text_[begin] == '#' &&
        read_marker(std::string_view(text_).substr(begin, end - begin), marked_number, marked_file)) {
      lines_.push_back({begin, file, 0});  // the marker itself is on no line of anybody's file
      // A reader of hostile text must not pay for thousands of invented files.
      if (!marked_file.empty() && files_.size() < 1000) file = file_index(marked_file);
      number = marked_number;
    } else {
      lines_.push_back({begin, file, number});
      if (number < std::numeric_limits<std::uint32_t>::max()) ++number;
    }
    begin = end + 1;
  }
  by_origin_.reserve(lines_.size());
  for (std::uint32_t i = 0; i < lines_.size(); ++i) {
    if (lines_[i].number != 0) by_origin_.push_back(i);
  }
  std::stable_sort(by_origin_.begin(), by_origin_.end(), [this](std::uint32_t a, std::uint32_t b) {
    return std::pair(lines_[a].file, lines_[a].number) < std::pair(lines_[b].file, lines_[b].number);
  });
}

Position Source::at(std::size_t offset) const {
  const auto after = std::upper_bound(lines_.begin(), lines_.end(), offset,
                                      [](std::size_t wanted, const Line& line) { return wanted < line.begin; });
  const Line& line = *(after - 1);  // the first line begins at 0
  return {line.file, line.number, static_cast<std::uint32_t>(offset - line.begin + 1)};
}

std::string Source::name(Position position) const {
  const std::string& file = files_[position.file < files_.size() ? position.file : 0];
  if (!position.known()) return file;
  return fmt::format("{}:{}:{}", file, position.line, position.column);
}

std::string_view Source::line(Position position) const {
  if (!position.known()) return {};
  const auto found =
      std::lower_bound(by_origin_.begin(), by_origin_.end(), position, [this](auto index, Position wanted) {
        return std::pair(lines_[index].file, lines_[index].number) < std::pair(wanted.file, wanted.line);
      });
  if (found == by_origin_.end()) return {};
  const Line& line = lines_[*found];
  if (line.file != position.file || line.number != position.line) return {};
  const std::string_view rest = std::string_view(text_).substr(line.begin);
  return rest.substr(0, rest.find('\n'));
}

}  // namespace waymark::base
