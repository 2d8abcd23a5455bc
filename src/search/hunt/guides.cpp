#include "search/hunt/guides.hpp"

#include <algorithm>

#include "containers/mix.hpp"

namespace waymark::search {

namespace {

// Several actors are offered; `nobody`, an observer, counts as one.
bool several(const Offer& offer) {
  for (std::size_t i = 1; i < offer.untried.size(); ++i) {
    if (offer.actor(i) != offer.actor(0)) return true;
  }
  return false;
}

// The entry of an actor, made if there is none yet.
std::uint64_t& entry(std::vector<std::uint64_t>& of, std::uint32_t actor) {
  if (actor >= of.size()) of.resize(actor + 1, 0);
  return of[actor];
}

}  // namespace

void RunGuide::begin(std::uint64_t few, const RunShape& shape) {
  decisions_ = 0;
  actors_ = 0;
  points_.clear();
  for (std::uint64_t i = 0; i < few; ++i) points_.push_back(coin_.below(std::max<std::uint64_t>(shape.decisions, 1)));
  std::sort(points_.begin(), points_.end(), std::greater<>());
  begin_run(shape);
}

std::size_t RunGuide::choose(const Offer& offer, model::Model& model) {
  for (std::size_t i = 0; i < offer.untried.size(); ++i) {
    if (offer.actor(i) != model::nobody) actors_ = std::max<std::uint64_t>(actors_, offer.actor(i) + 1);
  }
  const bool decides = several(offer);
  const bool at_point = decides && passes_point();
  if (!decides) forced(offer.actor(0), model);
  const std::uint32_t actor = decides ? pick(offer, model, at_point) : offer.actor(0);
  std::uint64_t ways = 0;
  for (std::size_t i = 0; i < offer.untried.size(); ++i) ways += offer.actor(i) == actor ? 1 : 0;
  std::uint64_t way = ways == 1 ? 0 : coin_.below(ways);
  for (std::size_t i = 0;; ++i) {
    if (offer.actor(i) == actor && way-- == 0) return i;
  }
}

bool RunGuide::passes_point() {
  bool passes = false;
  while (!points_.empty() && points_.back() <= decisions_) {
    points_.pop_back();
    passes = true;
  }
  ++decisions_;
  return passes;
}

bool RunGuide::offers(const Offer& offer, std::uint32_t actor) {
  for (std::size_t i = 0; i < offer.untried.size(); ++i) {
    if (offer.actor(i) == actor) return true;
  }
  return false;
}

void FewSwitches::begin_run(const RunShape&) {
  last_ = model::nobody;
  yields_ = false;
}

std::uint32_t FewSwitches::pick(const Offer& offer, model::Model&, bool at_point) {
  const bool stays = offers(offer, last_) && !at_point && !yields_;
  yields_ = false;
  if (stays) return last_;
  std::uint32_t next = any_actor(offer);
  while (next == last_) next = any_actor(offer);
  return last_ = next;
}

void ByPriority::begin_run(const RunShape&) {
  priorities_.clear();
  lowest_ = changed;
}

std::uint64_t& ByPriority::priority(std::uint32_t actor) {
  std::uint64_t& its = entry(priorities_, actor);
  if (its == 0) its = start | coin().any();
  return its;
}

std::uint32_t ByPriority::first_of(const Offer& offer) {
  std::uint32_t first = offer.actor(0);
  for (std::size_t i = 1; i < offer.untried.size(); ++i) {
    if (priority(offer.actor(i)) > priority(first)) first = offer.actor(i);
  }
  return first;
}

std::uint32_t ByPriority::pick(const Offer& offer, model::Model&, bool at_point) {
  if (at_point) {
    std::uint64_t& its = priority(first_of(offer));
    its = changed + coin().below(start - changed);
  }
  return first_of(offer);
}

void ByPriority::arrived(const model::Transition& taken, bool again) {
  if (again) priority(model::actor_of(taken)) = --lowest_;
}

std::uint64_t& ByEvent::priority(std::uint32_t actor) {
  std::uint64_t& its = entry(priorities_, actor);
  if (its == 0) its = coin().any() | 1;
  return its;
}

std::uint32_t ByEvent::pick(const Offer& offer, model::Model& model, bool) {
  std::size_t first = 0;
  for (std::size_t i = 1; i < offer.untried.size(); ++i) {
    if (priority(offer.actor(i)) > priority(offer.actor(first))) first = i;
  }
  const std::uint32_t mover = offer.actor(first);
  priority(mover) = 0;
  std::uint32_t last = mover;
  for (std::size_t i = 0; i < offer.untried.size(); ++i) {
    const std::uint32_t actor = offer.actor(i);
    if (actor == mover || actor == last) continue;
    last = actor;
    if (conflict(offer.at(first), offer.at(i), model)) priority(actor) = 0;
  }
  return mover;
}

bool ByEvent::conflict(const model::Transition& one, const model::Transition& other, model::Model& model) {
  constexpr std::uint32_t tries = 4;
  constexpr std::uint64_t seldom = 64;
  const std::uint64_t pair =
      containers::mix_pair(std::min(one.action, other.action), std::max(one.action, other.action));
  Known& known = known_[pair % known_.size()];
  if (known.pair != pair) known = {pair};
  if (known.conflicts) return true;
  if (known.tried >= tries && coin().below(seldom) != 0) return false;
  ++known.tried;
  known.conflicts = !commute(one, other, model);
  return known.conflicts;
}

bool ByEvent::commute(const model::Transition& one, const model::Transition& other, model::Model& model) {
  const model::Mark here = model.mark();
  bool same = fire_both(one, other, model);
  const model::Fingerprint first = same ? model.fingerprint() : model::Fingerprint{};
  model.rewind(here);
  same = same && fire_both(other, one, model) && model.fingerprint() == first;
  model.rewind(here);
  return same;
}

bool ByEvent::fire_both(const model::Transition& one, const model::Transition& other, model::Model& model) {
  if (model.fire(one) != model::Step::moved) return false;
  model.enabled(enabled_);
  if (std::find(enabled_.begin(), enabled_.end(), other) == enabled_.end()) return false;
  return model.fire(other) == model::Step::moved;
}

}  // namespace waymark::search
