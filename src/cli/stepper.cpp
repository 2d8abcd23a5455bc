#include "cli/stepper.hpp"

#include <algorithm>
#include <utility>

#include "check/property.hpp"
#include "report/story.hpp"

namespace waymark::cli {

Stepper::Stepper(const load::Program& program, const std::vector<std::string>& conditions,
                 const std::vector<std::uint32_t>& ahead)
    : program_(program), ahead_(ahead.rbegin(), ahead.rend()) {
  begin(conditions);
}

void Stepper::begin(const std::vector<std::string>& conditions) {
  std::unique_ptr<model::Model> model = program_.make();
  std::vector<model::Watch> watches;
  watches.reserve(conditions.size());
  for (const std::string& text : conditions) watches.push_back(model->watch_invariant(text));
  model_ = std::move(model);
  watches_ = std::move(watches);
  conditions_ = conditions;
  model_->reset();
  arrive(model::Step::moved);
}

void Stepper::arrive(model::Step stands) {
  stands_ = stands;
  enabled_.clear();
  if (stands == model::Step::moved || stands == model::Step::intermediate) model_->enabled(enabled_);
}

Stepper::Told Stepper::fire(std::uint32_t choice) {
  Told told;
  told.step = steps() + (at_state() ? 1 : 0);
  told.became = model_->explain(enabled_[choice], told.events);
  report::as_written(told.events);
  if (told.became == model::Step::failed || told.became == model::Step::unsupported) {
    told.violation = model_->violation();
  }
  return told;
}

Stepper::Told Stepper::preview(std::uint32_t choice) {
  const model::Mark mark = model_->mark();
  Told told = fire(choice);
  model_->rewind(mark);
  return told;
}

std::vector<std::uint32_t> Stepper::path() const {
  std::vector<std::uint32_t> choices;
  choices.reserve(nodes_.size());
  for (const Node& node : nodes_) choices.push_back(node.choice);
  return choices;
}

std::optional<model::Violation> Stepper::violation(std::size_t judged) {
  if (!nodes_.empty() && last().became == model::Step::failed) return last().violation;
  if (!at_state()) return std::nullopt;
  if (deadlocked()) return model::deadlock();
  for (std::size_t i = 0; i < judged; ++i) {
    if (!holds(i)) return model::Violation{std::string(base::name(check::Property::invariant)), conditions_[i], ""};
  }
  return std::nullopt;
}

void Stepper::take(std::uint32_t choice) {
  if (!ahead_.empty() && ahead_.back() == choice) {
    ahead_.pop_back();
  } else {
    ahead_.clear();
  }
  Node node{model_->mark(), choice, {}, stands_};
  node.told = fire(choice);
  const model::Step became = model::outcome(node.told.became, *model_);
  nodes_.push_back(std::move(node));
  arrive(became);
}

void Stepper::back() {
  const Node node = std::move(nodes_.back());
  nodes_.pop_back();
  ahead_.push_back(node.choice);
  model_->rewind(node.mark);
  arrive(node.stood);
}

void Stepper::ask(const std::vector<std::string>& conditions) {
  const std::vector<std::uint32_t> way = path();
  begin(conditions);
  nodes_.clear();
  const std::vector<std::uint32_t> ahead = std::exchange(ahead_, {});
  for (const std::uint32_t choice : way) take(choice);
  ahead_ = ahead;
}

}  // namespace waymark::cli
