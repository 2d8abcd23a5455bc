// Stepper: a way through a program on which somebody goes forth and back as he likes. What he went back over, or what
// a trail says, lies ahead until he chooses otherwise.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "load/program.hpp"
#include "model/model.hpp"

namespace waymark::cli {

class Stepper {
 public:
  // In the initial state. `conditions` are expressions of the program; holds() asks about them. Throws base::InputError
  // if one is none.
  Stepper(const load::Program& program, const std::vector<std::string>& conditions,
          const std::vector<std::uint32_t>& ahead);

  // What a choice did, or would do.
  struct Told {
    std::uint64_t step = 0;  // counted from 1; several choices inside one indivisible sequence belong to one step
    model::Explanation events;
    model::Step became = model::Step::moved;
    model::Violation violation;  // if it failed, or is not supported
  };

  // Where the walk stands: so many steps, by so many choices, from the initial state.
  [[nodiscard]] std::uint64_t steps() const { return nodes_.empty() ? 0 : nodes_.back().told.step; }
  [[nodiscard]] std::uint64_t choices() const { return nodes_.size(); }
  // At a state, or inside an indivisible sequence, or where nothing goes on.
  [[nodiscard]] bool at_state() const { return stands_ == model::Step::moved; }
  [[nodiscard]] std::size_t width() const { return enabled_.size(); }
  // REQUIRES: choice < width().
  [[nodiscard]] Told preview(std::uint32_t choice);
  // What led here. REQUIRES: choices() != 0.
  [[nodiscard]] const Told& last() const { return nodes_.back().told; }
  // The same of an earlier choice.
  [[nodiscard]] const Told& told(std::uint64_t choice) const { return nodes_[choice].told; }
  // Whether the condition of that number holds. REQUIRES: at_state().
  [[nodiscard]] bool holds(std::size_t condition) { return model_->holds(watches_[condition]); }
  // Nobody can move though somebody should. REQUIRES: at_state().
  [[nodiscard]] bool deadlocked() { return enabled_.empty() && !model_->facts().proper_end; }
  [[nodiscard]] std::vector<model::Standing> standings() { return model_->standings(); }
  [[nodiscard]] std::vector<std::uint32_t> path() const;
  // What the way here violates: a failed step, a deadlock, or one of the first `judged` conditions.
  [[nodiscard]] std::optional<model::Violation> violation(std::size_t judged);

  // What lies ahead: the choice that comes next, if there is one, and how many are left.
  [[nodiscard]] std::size_t ahead() const { return ahead_.size(); }
  // A trail that is none of this program says a choice that there is not.
  [[nodiscard]] bool leads_on() const { return !ahead_.empty() && ahead_.back() < width(); }
  [[nodiscard]] std::uint32_t next() const { return ahead_.back(); }

  // REQUIRES: choice < width().
  void take(std::uint32_t choice);
  // REQUIRES: choices() != 0.
  void back();

  // From now on about these, at the same place. Throws base::InputError, and all is as it was.
  void ask(const std::vector<std::string>& conditions);

 private:
  struct Node {
    model::Mark mark;  // of the place where it was chosen
    std::uint32_t choice;
    Told told;
    model::Step stood;  // at that place
  };

  void begin(const std::vector<std::string>& conditions);
  void arrive(model::Step stands);
  [[nodiscard]] Told fire(std::uint32_t choice);

  const load::Program& program_;
  std::unique_ptr<model::Model> model_;
  std::vector<model::Watch> watches_;
  std::vector<std::string> conditions_;  // their texts
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> ahead_;  // the last comes next
  model::Step stands_ = model::Step::moved;
  std::vector<model::Transition> enabled_;  // where it stands
};

}  // namespace waymark::cli
