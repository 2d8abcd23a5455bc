// Source: a text under reading and where each of its lines came from.
// A preprocessed text is one buffer with line markers (`# 12 "file"`); Source answers in terms of the files the
// user wrote. Positions are small values: they stay good when the Source is gone, only the excerpt needs it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace waymark::base {

// A place in a text the user wrote. Lines and columns count from 1; line 0 means "no place known".
struct Position {
  std::uint32_t file = 0;  // index into Source::files()
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  [[nodiscard]] bool known() const { return line != 0; }
  friend bool operator==(const Position&, const Position&) = default;
};

class Source {
 public:
  // The text as it stands in the file `name`; line markers in it are followed.
  Source(std::string name, std::string text);

  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] const std::vector<std::string>& files() const { return files_; }

  // Where a byte of text() came from.
  [[nodiscard]] Position at(std::size_t offset) const;
  // "file:line:column", or the file name alone when the position is not known.
  [[nodiscard]] std::string name(Position position) const;
  // The line a position lies on, as it stands in text(); empty when there is none.
  [[nodiscard]] std::string_view line(Position position) const;

 private:
  struct Line {
    std::size_t begin;  // offset in text_
    std::uint32_t file;
    std::uint32_t number;
  };

  std::uint32_t file_index(std::string_view name);
  void map_lines();

  std::string text_;
  std::vector<std::string> files_;
  std::vector<Line> lines_;               // in order of begin
  std::vector<std::uint32_t> by_origin_;  // indices into lines_, ordered by (file, number)
};

}  // namespace waymark::base
