#include "transcribe/named_walk.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.hpp"

namespace waymark::transcribe {

namespace {

constexpr std::uint32_t longest_chain = 10'000;

}  // namespace

NamedWalk::NamedWalk(model::Model& model, const base::Stop* stop) : model_(model), stop_(stop), path_(model) {
  model_.reset();
  list_successors();
}

void NamedWalk::enter(std::uint32_t successor) {
  const State& state = states_.back();
  model_.rewind(state.mark);
  for (const model::Transition& transition : state.successors[successor].transitions) {
    static_cast<void>(model_.fire(transition));
  }
  list_successors();
}

void NamedWalk::list_successors() {
  base::poll_growth(stop_, states_);
  State& state = states_.emplace_back();
  state.mark = model_.mark();
  CHECK(path_.push(0));
  (void)path_.each_successor(longest_chain, [&] {
    base::poll(stop_);
    base::poll_growth(stop_, state.successors);
    state.successors.push_back(named());
    return true;
  });
  path_.clear();
  model_.rewind(state.mark);
  for (std::size_t i = 0; i < state.successors.size(); ++i) {
    base::poll(stop_);
    for (std::size_t j = 0; j < i; ++j) {
      if (state.successors[j].name == state.successors[i].name) ++state.successors[i].ordinal;
    }
  }
}

Successor NamedWalk::named() const {
  Successor out;
  for (std::uint64_t node = 0; node < path_.size(); ++node) {
    const model::Transition& transition = out.transitions.emplace_back(path_.transition_at(node));
    const model::Action action = model_.action(transition.action);
    out.name += fmt::format("{}{} {} {} {}", out.name.empty() ? "" : "; ", action.actor, transition.actor,
                            action.location, action.text);
  }
  std::replace(out.name.begin(), out.name.end(), '\n', ' ');
  return out;
}

}  // namespace waymark::transcribe
