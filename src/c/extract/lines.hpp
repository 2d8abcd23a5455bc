// The text of a model as it is written: lines, each with the place in the C program that it stands for.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/source.hpp"

namespace waymark::c {

struct Line {
  int depth = 0;
  std::string text;
  base::Position at;
  bool assigns = false;  // a single assignment, which may become a part of an indivisible step
};

class Lines {
 public:
  void add(std::string text, base::Position at, bool assigns = false) {
    lines_.push_back({depth_, std::move(text), at, assigns});
  }
  void insert(std::size_t before, std::string text, base::Position at) {
    const int depth = before < lines_.size() ? lines_[before].depth : depth_;
    lines_.insert(lines_.begin() + static_cast<std::ptrdiff_t>(before), Line{depth, std::move(text), at});
  }
  void deeper() { ++depth_; }
  void back() { --depth_; }
  [[nodiscard]] std::size_t size() const { return lines_.size(); }
  [[nodiscard]] Line& last() { return lines_.back(); }
  [[nodiscard]] Line& at(std::size_t index) { return lines_[index]; }
  [[nodiscard]] const std::vector<Line>& all() const { return lines_; }

  // Takes away what was added since `mark`, to be added again elsewhere.
  [[nodiscard]] std::vector<Line> cut(std::size_t mark) {
    std::vector<Line> taken(lines_.begin() + static_cast<std::ptrdiff_t>(mark), lines_.end());
    lines_.resize(mark);
    for (Line& line : taken) line.depth -= depth_;
    return taken;
  }
  void paste(std::vector<Line> lines) {
    for (Line& line : lines) {
      line.depth += depth_;
      lines_.push_back(std::move(line));
    }
  }

 private:
  std::vector<Line> lines_;
  int depth_ = 0;
};

}  // namespace waymark::c
