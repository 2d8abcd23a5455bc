// Lines: the lines of a pipe or a terminal, of bounded length. Waiting for one ends when the command is to stop.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/stop.hpp"

namespace waymark::base {

class Lines {
 public:
  enum class Next : std::uint8_t { line, too_long, interrupted, end };

  // A line has at most `most` bytes, without its end. `interrupt` ends the wait for a line; nullptr: nothing does.
  Lines(int file, std::size_t most, const Stop& stop, const std::atomic<bool>* interrupt = nullptr)
      : file_(file), most_(most), stop_(stop), interrupt_(interrupt) {}

  // Waits until something can be read; false: it was interrupted. Throws Stopped.
  [[nodiscard]] bool wait() const;
  // Of a line that is too long, or was interrupted, nothing is kept. What follows the last end of line is a line,
  // unless it is empty. Throws Stopped.
  [[nodiscard]] Next next(std::string& line);

 private:
  void read_more();

  int file_;
  std::size_t most_;
  const Stop& stop_;
  const std::atomic<bool>* interrupt_;
  std::string pending_;
  std::size_t begin_ = 0;     // of the next line
  std::size_t searched_ = 0;  // up to here there is no end of line
  bool over_ = false;
};

}  // namespace waymark::base
