// Diagnostics: collects what is wrong with the user's input, as file:line:column, message, source line and caret.
// InputError carries the finished text to main, which prints it and ends with exit code 2.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.hpp"

namespace waymark::base {

// The user's input is wrong, or uses what we do not support. what() is the whole text to print, without a final
// newline.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A process that worked for this one crashed. what() is the whole text to print; main ends with exit code 70.
class Crash : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Diagnostics {
 public:
  static constexpr std::size_t most = 10;  // after so many, the rest only repeats the first

  // `source` lends its lines to the excerpts and must outlive this object.
  explicit Diagnostics(const Source& source) : source_(&source) {}

  // Notes one error; two at the same place are one. Throws InputError when there are too many.
  void error(Position position, std::string_view message);
  // Adds to the error noted last, if it was not dropped as a repetition.
  void note(Position position, std::string_view message);

  [[nodiscard]] bool any() const { return count_ != 0; }
  // Throws InputError with all that was collected, if anything was.
  void throw_if_any() const;

 private:
  void append(Position position, std::string_view kind, std::string_view message);

  const Source* source_;
  std::string text_;
  std::size_t count_ = 0;
  bool last_dropped_ = true;
  std::vector<Position> places_;
};

}  // namespace waymark::base
