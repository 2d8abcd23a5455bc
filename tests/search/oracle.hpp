// The answers by a plain recursive walk over std::set, sharing nothing with the searches.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "model/model.hpp"

namespace waymark::search {

class Oracle {
 public:
  explicit Oracle(model::Model& model) : model_(model) {
    model_.reset();
    std::vector<Words> level;
    note(level);
    for (; !level.empty(); ++depth_) {
      next_.clear();
      for (const Words& state : level) visit(state);
      level = next_;
    }
  }

  std::uint64_t states() const { return met_.size(); }
  std::uint64_t transitions() const { return transitions_; }
  std::uint64_t errors() const { return errors_; }
  // The least number of transitions to a violation.
  std::optional<std::uint64_t> shortest() const { return shortest_; }

 private:
  using Words = std::vector<model::Word>;

  void note(std::vector<Words>& into) {
    const auto words = model_.pack().words;
    const auto [where, fresh] = met_.insert(Words(words.begin(), words.end()));
    if (fresh) into.push_back(*where);
  }
  void violated(std::uint64_t length) {
    ++errors_;
    if (!shortest_ || length < *shortest_) shortest_ = length;
  }
  void visit(const Words& state) {
    model_.unpack(state);
    if (expand() == 0 && !model_.facts().proper_end) violated(depth_);
  }
  std::size_t expand() {
    std::vector<model::Transition> enabled;
    model_.enabled(enabled);
    for (const model::Transition& transition : enabled) {
      const model::Mark mark = model_.mark();
      model::Step step = model_.fire(transition);
      if (step == model::Step::failed) {
        violated(depth_ + 1);
        step = model_.violation().after;
      }
      if (step == model::Step::intermediate) expand();
      if (step == model::Step::moved) {
        ++transitions_;
        note(next_);
      }
      model_.rewind(mark);
    }
    return enabled.size();
  }

  model::Model& model_;
  std::set<Words> met_;
  std::vector<Words> next_;
  std::uint64_t depth_ = 0;
  std::uint64_t transitions_ = 0;
  std::uint64_t errors_ = 0;
  std::optional<std::uint64_t> shortest_;
};

}  // namespace waymark::search
