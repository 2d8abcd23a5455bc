#include "certify/walk.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace waymark::certify {

Walk::Walk(model::Model& model, const Request& request, Result& result)
    : model_(model), request_(request), result_(result) {
  for (const std::string& text : request.invariants) invariants_.push_back(model.watch_invariant(text));
  for (const StepInvariant& step : request.step_invariants) {
    const model::Watch before = model.watch(step.before);
    step_invariants_.push_back({before, model.watch_invariant(step.after)});
  }
}

void Walk::reset() {
  model_.reset();
  top_ = 0;
  states_ = 0;
  at_top_ = false;
}

std::uint64_t Walk::bytes_of(const ChoicePoint& point) {
  return point.transitions.capacity() * sizeof(model::Transition) + point.step_ids.capacity() * sizeof(model::StepId) +
         point.pending.capacity() * sizeof(std::size_t);
}

bool Walk::push(std::uint32_t chain) {
  if (chain > request_.chain) {
    return stop(Verdict::unsupported,
                "an indivisible sequence goes through too many choices without arriving anywhere");
  }
  if (top_ == path_.size()) {
    base::poll_growth(request_.stop, path_);
    ChoicePoint& fresh = path_.emplace_back();
    fresh.pending.reserve(step_invariants_.size());
    held_bytes_ += bytes_of(fresh);
  }
  ChoicePoint& point = path_[top_];
  const std::uint64_t before = bytes_of(point);
  model_.enabled(point.transitions);
  if (const std::span<const model::StepId> step_ids = model_.step_ids(); !step_ids.empty()) {
    point.step_ids.assign(step_ids.begin(), step_ids.end());
  } else {
    point.step_ids.assign(point.transitions.size(), model::no_step_id);
  }
  held_bytes_ += bytes_of(point) - before;
  point.mark = model_.mark();
  point.next = 0;
  point.chain = chain;
  ++top_;
  at_top_ = true;
  const std::uint64_t bytes = held_bytes_ + path_.capacity() * sizeof(ChoicePoint) +
                              successors_.capacity() * sizeof(model::Fingerprint) + model_.bytes();
  most_bytes_ = std::max(most_bytes_, bytes);
  return bytes <= request_.memory || stop(Verdict::incomplete, "the path needs more memory than allowed");
}

bool Walk::enter() {
  if (!push(0)) return false;
  ++states_;
  ChoicePoint& state = path_[top_ - 1];
  if (state.transitions.empty() && request_.deadlock && !model_.facts().proper_end) {
    return violated(model::deadlock());
  }
  for (std::size_t i = 0; i < invariants_.size(); ++i) {
    if (model_.holds(invariants_[i])) continue;
    if (const std::string_view why = model_.undefined(); !why.empty()) {
      return violated({std::string(model::undefined_kind),
                       "invariant '" + request_.invariants[i] + "' has no value: " + std::string(why), "",
                       model::Step::moved});
    }
    return violated({"invariant", "invariant '" + request_.invariants[i] + "' does not hold", "", model::Step::moved});
  }
  state.pending.clear();
  for (std::size_t i = 0; i < step_invariants_.size(); ++i) {
    if (model_.holds(step_invariants_[i].before)) {
      state.pending.push_back(i);
    } else if (const std::string_view why = model_.undefined(); !why.empty()) {
      const std::string& before = request_.step_invariants[i].before;
      return violated(
          {std::string(model::undefined_kind), before + " has no value: " + std::string(why), "", model::Step::moved});
    }
  }
  return true;
}

Walk::Event Walk::next() {
  for (;;) {
    const ChoicePoint& point = path_[top_ - 1];
    if (point.next == point.transitions.size()) {
      if (point.chain == 0) return Event::exhausted;
      leave();
      continue;
    }
    const Event event = take(point.next);
    if (event == Event::arrived || event == Event::stopped) return event;
  }
}

std::span<const model::Fingerprint> Walk::successor_fingerprints(std::uint64_t most) {
  ChoicePoint& point = path_[top_ - 1];
  if (!step_invariants_.empty() || point.next == point.transitions.size()) return {};
  if (!at_top_) model_.rewind(point.mark);
  at_top_ = true;
  const std::size_t count = std::min<std::uint64_t>(most, point.transitions.size() - point.next);
  if (successors_.size() < count) successors_.resize(count);
  const std::size_t known =
      model_.successor_fingerprints(std::span(point.transitions).subspan(point.next, count),
                                    std::span(point.step_ids).subspan(point.next, count), successors_);
  point.next += static_cast<std::uint32_t>(known);
  return std::span(successors_).first(known);
}

Walk::Event Walk::take(std::uint32_t choice) {
  base::poll(request_.stop);  // one state may have 2^32 ways through an indivisible sequence
  ChoicePoint& point = path_[top_ - 1];
  if (!at_top_) model_.rewind(point.mark);
  at_top_ = false;
  point.next = choice + 1;
  model::Step step = model_.fire_cached(point.step_ids[choice], point.transitions[choice]);
  if (step == model::Step::failed) {
    const model::Violation& violation = model_.violation();
    const auto& waived = request_.waived;
    const bool is_waived = std::find(waived.begin(), waived.end(), violation.kind) != waived.end();
    if (!is_waived && !violated(violation)) return Event::stopped;
    step = violation.after;
  }
  switch (step) {
    case model::Step::moved:
      return step_invariants_.empty() || steps_hold() ? Event::arrived : Event::stopped;
    case model::Step::intermediate:
      return push(point.chain + 1) ? Event::intermediate : Event::stopped;
    case model::Step::pruned:
    case model::Step::failed:  // and went nowhere
      return Event::nowhere;
    case model::Step::unsupported:
      return violated(model_.violation(), Verdict::unsupported) ? Event::nowhere : Event::stopped;
  }
  CHECK(false);
}

bool Walk::steps_hold() {
  const std::size_t source = top_ - 1 - path_[top_ - 1].chain;
  for (const std::size_t i : path_[source].pending) {
    if (model_.holds(step_invariants_[i].after)) continue;
    const StepInvariant& step = request_.step_invariants[i];
    return violated({"step-invariant",
                     "'" + step.before + "' holds before a step but '" + step.after + "' does not after it", "",
                     model::Step::moved});
  }
  return true;
}

bool Walk::fair_to(std::uint64_t actor) const {
  if (actor >= model::nobody) return true;  // no actor has such a number, so nobody is treated unfairly
  for (std::size_t i = top_ - 1 - path_[top_ - 1].chain; i < top_; ++i) {
    const std::vector<model::Transition>& able = path_[i].transitions;
    const std::uint32_t mover = model::actor_of(able[path_[i].next - 1]);
    if (mover == model::nobody) continue;
    const auto is_actor = [actor](const model::Transition& other) { return model::actor_of(other) == actor; };
    return mover == actor || std::none_of(able.begin(), able.end(), is_actor);
  }
  return true;
}

bool Walk::violated(model::Violation violation, Verdict verdict) {
  result_.violation = std::move(violation);
  return stop(verdict, result_.violation.detail);
}

bool Walk::stop(Verdict verdict, std::string why) {
  result_.verdict = verdict;
  result_.why = std::move(why);
  result_.choices.clear();
  for (std::size_t i = 0; i < top_; ++i) {
    if (path_[i].next > 0) result_.choices.push_back(path_[i].next - 1);
  }
  return false;
}

void Walk::again() {
  while (path_[top_ - 1].chain != 0) --top_;
  path_[top_ - 1].next = 0;
  at_top_ = false;
}

void Walk::leave() {
  CHECK(top_ > 0);
  if (path_[top_ - 1].chain == 0) --states_;
  --top_;
  at_top_ = false;
}

}  // namespace waymark::certify
