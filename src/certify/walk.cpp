#include "certify/walk.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace waymark::certify {

Walk::Walk(model::Model& model, const Request& request) : model_(model), request_(request) {
  for (const std::string& text : request.invariants) invariants_.push_back(model.watch(text));
  for (const StepInvariant& step : request.step_invariants) {
    const model::Watch before = model.watch(step.before);
    step_invariants_.push_back({before, model.watch(step.after)});
  }
}

void Walk::reset() {
  model_.reset();
  top_ = 0;
  states_ = 0;
  at_top_ = false;
  result_ = {};
}

bool Walk::room() {
  const std::uint64_t bytes = frame_bytes_ + frames_.capacity() * sizeof(Frame) + before_.capacity() + model_.bytes();
  path_bytes_ = std::max(path_bytes_, bytes);
  if (bytes <= request_.memory) return true;
  result_.verdict = Verdict::incomplete;
  result_.why = "the path needs more memory than allowed";
  return false;
}

bool Walk::push(std::uint32_t chain) {
  if (top_ == frames_.size()) {
    frames_.emplace_back();
    before_.resize(frames_.size() * step_invariants_.size());
  }
  Frame& frame = frames_[top_];
  const std::size_t before = frame.transitions.capacity();
  model_.enabled(frame.transitions);
  frame_bytes_ += (frame.transitions.capacity() - before) * sizeof(model::Transition);
  frame.mark = model_.mark();
  frame.next = 0;
  frame.chain = chain;
  ++top_;
  at_top_ = true;
  return room();
}

bool Walk::enter() {
  if (!push(0)) return false;
  ++states_;
  Frame& frame = frames_[top_ - 1];
  if (frame.transitions.empty() && request_.deadlock && !model_.facts().proper_end) {
    violated({"deadlock", "nothing can move, and not every process is at a proper end", "", model::Step::moved});
    return false;
  }
  for (std::size_t i = 0; i < invariants_.size(); ++i) {
    if (model_.holds(invariants_[i])) continue;
    violated({"invariant", "invariant '" + request_.invariants[i] + "' does not hold", "", model::Step::moved});
    return false;
  }
  frame.must_hold = false;
  for (std::size_t i = 0; i < step_invariants_.size(); ++i) {
    const bool holds = model_.holds(step_invariants_[i].before);
    before_[(top_ - 1) * step_invariants_.size() + i] = holds ? 1 : 0;
    frame.must_hold = frame.must_hold || holds;
  }
  return true;
}

Walk::Event Walk::next() {
  for (;;) {
    const Frame& frame = frames_[top_ - 1];
    if (frame.next == frame.transitions.size()) {
      if (frame.chain == 0) return Event::exhausted;
      --top_;
      at_top_ = false;
      continue;
    }
    const Event event = take(frame.next);
    if (event == Event::arrived || event == Event::stopped) return event;
  }
}

std::optional<model::Fingerprint> Walk::successor_fingerprint() {
  Frame& frame = frames_[top_ - 1];
  if (!step_invariants_.empty() || frame.next == frame.transitions.size()) return std::nullopt;
  if (!at_top_) model_.rewind(frame.mark);
  at_top_ = true;
  const std::optional<model::Fingerprint> there = model_.successor_fingerprint(frame.transitions[frame.next]);
  if (there.has_value()) ++frame.next;
  return there;
}

Walk::Event Walk::take(std::uint32_t choice) {
  Frame& frame = frames_[top_ - 1];
  if (!at_top_) model_.rewind(frame.mark);
  at_top_ = false;
  frame.next = choice + 1;
  model::Step step = model_.fire(frame.transitions[choice]);
  if (step == model::Step::failed) {
    if (!failed()) return Event::stopped;
    step = model_.violation().after;
  }
  switch (step) {
    case model::Step::moved:
      if (!step_invariants_.empty() && !steps_hold()) return Event::stopped;
      return Event::arrived;
    case model::Step::intermediate:
      if (frame.chain == request_.chain) {
        result_.verdict = Verdict::unsupported;
        result_.why = "an indivisible sequence goes through too many choices without arriving anywhere";
        result_.choices = choices();
        return Event::stopped;
      }
      return push(frame.chain + 1) ? Event::intermediate : Event::stopped;
    case model::Step::pruned:
    case model::Step::failed:  // and went nowhere
      return Event::nowhere;
    case model::Step::unsupported:
      result_.verdict = Verdict::unsupported;
      result_.violation = model_.violation();
      result_.why = result_.violation.detail;
      result_.choices = choices();
      return Event::stopped;
  }
  CHECK(false);
}

bool Walk::failed() {
  const model::Violation& violation = model_.violation();
  if (std::find(request_.waived.begin(), request_.waived.end(), violation.kind) != request_.waived.end()) return true;
  violated(violation);
  return false;
}

bool Walk::steps_hold() {
  std::size_t source = top_ - 1;
  source -= frames_[source].chain;
  if (!frames_[source].must_hold) return true;
  for (std::size_t i = 0; i < step_invariants_.size(); ++i) {
    if (before_[source * step_invariants_.size() + i] == 0 || model_.holds(step_invariants_[i].after)) continue;
    const StepInvariant& step = request_.step_invariants[i];
    violated({"step-invariant", "'" + step.before + "' holds before a step but '" + step.after + "' does not after it",
              "", model::Step::moved});
    return false;
  }
  return true;
}

void Walk::violated(model::Violation violation) {
  result_.verdict = Verdict::violation;
  result_.why = violation.detail;
  result_.violation = std::move(violation);
  result_.choices = choices();
}

void Walk::again() {
  while (frames_[top_ - 1].chain != 0) --top_;
  frames_[top_ - 1].next = 0;
  at_top_ = false;
}

void Walk::leave() {
  CHECK(top_ > 0);
  if (frames_[top_ - 1].chain == 0) --states_;
  --top_;
  at_top_ = false;
}

std::vector<std::uint32_t> Walk::choices() const {
  std::vector<std::uint32_t> out;
  for (std::size_t i = 0; i < top_; ++i) {
    if (frames_[i].next > 0) out.push_back(frames_[i].next - 1);
  }
  return out;
}

}  // namespace waymark::certify
