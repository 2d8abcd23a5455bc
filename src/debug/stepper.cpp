#include "debug/stepper.hpp"

#include <algorithm>
#include <utility>

#include "check/plan/property.hpp"
#include "report/story.hpp"

namespace waymark::debug {

Stepper::Stepper(const load::Program& program, const std::vector<std::string>& invariants,
                 const std::vector<std::uint32_t>& ahead)
    : model_(program.make()), invariants_(invariants), ahead_(ahead.rbegin(), ahead.rend()) {
  watches_.reserve(invariants.size());
  for (const std::string& text : invariants) watches_.push_back(model_->watch_invariant(text));
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
  try {
    Told told = fire(choice);
    model_->rewind(mark);
    return told;
  } catch (const base::Stopped&) {
    model_->rewind(mark);
    throw;
  }
}

std::vector<std::uint32_t> Stepper::path() const {
  std::vector<std::uint32_t> choices;
  choices.reserve(nodes_.size());
  for (const Node& node : nodes_) choices.push_back(node.choice);
  return choices;
}

void Stepper::plan(std::uint32_t choice) {
  if (!ahead_.empty() && ahead_.back() == choice) return;
  ahead_.assign(1, choice);
}

std::optional<model::Violation> Stepper::violation() {
  if (!nodes_.empty() && last().became == model::Step::failed) return last().violation;
  if (!at_state()) return std::nullopt;
  if (deadlocked()) return model::deadlock();
  for (std::size_t i = 0; i < invariants_.size(); ++i) {
    if (!holds(i)) return model::Violation{std::string(base::name(check::Property::invariant)), invariants_[i], ""};
  }
  return std::nullopt;
}

void Stepper::take(std::uint32_t choice) {
  Node node{model_->mark(), choice, {}, stands_};
  try {
    node.told = fire(choice);
    arrive(model::outcome(node.told.became, *model_));
  } catch (const base::Stopped&) {
    return_to(node);
    throw;
  }
  nodes_.push_back(std::move(node));
  if (!ahead_.empty() && ahead_.back() == choice) {
    ahead_.pop_back();
  } else {
    ahead_.clear();
  }
}

void Stepper::back() {
  const Node node = std::move(nodes_.back());
  nodes_.pop_back();
  ahead_.push_back(node.choice);
  return_to(node);
}

// A place that was listed before is listed again whatever stops the rest.
void Stepper::return_to(const Node& node) {
  model_->rewind(node.mark);
  model_->set_stop(nullptr);
  arrive(node.stood);
  model_->set_stop(stop_);
}

}  // namespace waymark::debug
