#include "promela/reduced_steps.hpp"

namespace waymark::promela {

std::string ReducedSteps::begin(const model::Facts& labels) {
  labels_ = labels;
  std::string obstacle = Reducer::obstacle(state_.program());
  active_ = obstacle.empty();
  reducer_.reset();
  return obstacle;
}

const Pids* ReducedSteps::sufficient(const std::vector<model::Transition>& enabled) {
  const bool one_moves = enabled.empty() || enabled.front().actor == enabled.back().actor;
  if (!active_ || one_moves || (enabled.front().choice & Choice::in_timeout) != 0) return nullptr;
  if (!reducer_) {
    reducer_ = std::make_unique<Reducer>(state_.program(), interpreter_.watches(), labels_, remembers_);
    reducer_->exchange(exchangeable_);
  }
  possible_.clear();
  for (const model::Transition& transition : enabled) {
    Possible possible{transition.actor, Choice::way(transition)};
    const Context own = state_.context(transition.actor);
    const std::uint32_t id = state_.control_state(own).first + possible.way;
    if (transitions_.is_offer(state_.program().transitions[id], own)) {
      possible.partner = Choice::receiver(transition);
      possible.acceptance = Choice::acceptance(transition);
      // An offer that fails has no partner.
      possible.meets = possible.partner != transition.actor &&
                       possible.acceptance < state_.control_state(state_.context(possible.partner)).count;
    }
    possible_.push_back(possible);
  }
  return reducer_->reduce(state_.flat(), state_.processes(), possible_, *this);
}

bool ReducedSteps::ask(const Question& question) {
  const auto channel = [&]() -> const ChannelPart* {
    return question.number <= state_.channels().size() ? &state_.channels()[question.number - 1] : nullptr;
  };
  switch (question.about) {
    case Question::About::condition:
      return transitions_.executable(state_.program().transitions[question.number], state_.context(question.pid),
                                     false);
    case Question::About::full:
      return channel() != nullptr && state_.is_full(*channel());
    case Question::About::empty:
      return channel() != nullptr && state_.length(*channel()) == 0;
  }
  return true;
}

}  // namespace waymark::promela
