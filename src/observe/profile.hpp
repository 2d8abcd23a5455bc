// Profile: the shape of a search; for a breadth-first one these are its levels. How many states there are at each
// depth, and how many of the transitions so far led to new states.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

#include "search/observer.hpp"

namespace waymark::observe {

class Profile final : public search::StepListener {
 public:
  // Of several searches, or of one that begins anew, the last counts.
  void started(std::uint64_t root) override {
    levels_.assign(1, 1);
    points_.clear();
    states_ = 1;
    transitions_ = 0;
    stride_ = 1;
  }
  void stepped(const search::Stepped& step) override {
    if (step.found.seen == store::Seen::fresh) {
      if (step.depth + 1 >= levels_.size()) levels_.resize(step.depth + 2);
      ++levels_[step.depth + 1];
      ++states_;
    }
    if (++transitions_ % stride_ == 0) note();
  }

  struct Point {
    std::uint64_t transitions;
    std::uint64_t states;
  };
  [[nodiscard]] const std::vector<std::uint64_t>& levels() const { return levels_; }
  [[nodiscard]] const std::vector<Point>& points() const { return points_; }

  // As CSV: rows 'level,DEPTH,STATES' and 'rate,TRANSITIONS,STATES'.
  [[nodiscard]] std::string csv() const {
    std::string text = "kind,at,states\n";
    for (std::size_t depth = 0; depth < levels_.size(); ++depth)
      text += fmt::format("level,{},{}\n", depth, levels_[depth]);
    for (const Point& point : points_) text += fmt::format("rate,{},{}\n", point.transitions, point.states);
    return text;
  }

 private:
  static constexpr std::size_t most_points = 1024;

  void note() {
    if (points_.size() == most_points) {  // every other one is enough
      for (std::size_t i = 0; i < most_points / 2; ++i) points_[i] = points_[2 * i + 1];
      points_.resize(most_points / 2);
      stride_ *= 2;
      if (transitions_ % stride_ != 0) return;
    }
    points_.push_back({transitions_, states_});
  }

  std::vector<std::uint64_t> levels_;
  std::vector<Point> points_;
  std::uint64_t states_ = 1;
  std::uint64_t transitions_ = 0;
  std::uint64_t stride_ = 1;
};

}  // namespace waymark::observe
