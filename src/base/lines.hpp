// Lines: the lines of a pipe or a terminal, of bounded length. Waiting for one ends when the command is to stop.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/stop.hpp"

namespace waymark::base {

class Lines {
 public:
  enum class Next : std::uint8_t { line, too_long, end };

  // A line has at most `most` bytes, without its end.
  Lines(int file, std::size_t most, const Stop& stop) : file_(file), most_(most), stop_(stop) {}

  // Of a line that is too long, nothing is kept. What follows the last end of line is a line, unless it is empty.
  // Throws Stopped.
  [[nodiscard]] Next next(std::string& line);

 private:
  void read_more();

  int file_;
  std::size_t most_;
  const Stop& stop_;
  std::string pending_;
  std::size_t begin_ = 0;     // of the next line
  std::size_t searched_ = 0;  // up to here there is no end of line
  bool over_ = false;
};

}  // namespace waymark::base
