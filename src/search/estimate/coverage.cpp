#include "search/estimate/coverage.hpp"

#include <algorithm>
#include <limits>

#include "search/expand.hpp"

namespace waymark::search {

bool Coverage::Drawing::forward() {
  if (!store_.sampling()) return false;
  const std::uint64_t number = draw_->number(model_);
  store_.decide_by(number);
  return !store_.is_below(number);
}

Parts Coverage::with(Parts parts, RemoteOwner* elsewhere) {
  parts.elsewhere = elsewhere;
  return parts;
}

Coverage::Coverage(const Parts& parts, store::ThresholdSample& store, std::uint64_t seed, model::Draw* draw,
                   SampleListener* listener)
    : store_(store),
      enumerates_(draw == nullptr),
      listener_(listener),
      drawing_(parts.model, store, draw),
      path_(parts.model, parts.budget),
      ancestry_(parts.budget),
      before_(parts.budget),
      taken_(parts.budget),
      explorer_(draw == nullptr ? parts : with(parts, &drawing_), *this),
      tree_(explorer_, path_, store, parts.budget, seed) {}

Statistics Coverage::statistics() const {
  Statistics statistics;
  statistics.falls = store_.falls();
  return statistics;
}

Outcome Coverage::run() {
  std::uint64_t frontier = 0;
  bool whole = false;
  explorer_.guard([&] {
    explorer_.start();
    frontier = first_part();
    whole = frontier == store_.kept();
    if (!whole && !explorer_.stopping()) sample(frontier);
  });
  const bool sampled = !whole && !explorer_.stopping();
  if (sampled && store_.threshold() < 1 && enumerates_) {
    explorer_.guard([&] { tree_states_ = tree_.estimate(frontier); });
  }
  if (sampled && store_.threshold() < 1) explorer_.stop(Why::memory);
  Outcome outcome = explorer_.finish();
  if (sampled) outcome.estimate = estimate(store_.census());
  return outcome;
}

std::uint64_t Coverage::first_part() {
  std::uint64_t number = 0;
  std::uint64_t depth = 0;
  std::uint64_t level_end = store_.kept();
  for (; number < store_.kept() && !store_.first_full() && !explorer_.stopping(); ++number) {
    if (number == level_end) {
      ++depth;
      level_end = store_.kept();
    }
    from_ = number | kept_state;
    expand_state(explorer_, path_, ancestry_, number, depth);
  }
  depth_ = depth;
  return number;
}

void Coverage::make_room(std::uint64_t& next) {
  while (store_.sample_full()) {
    if (listener_ != nullptr) listener_->sample_thinned();
    next = store_.thin(std::max(next, store_.kept())) - (next < store_.kept() ? store_.kept() - next : 0);
    explorer_.set_coverage(estimate(store_.last_census()).coverage);
  }
}

void Coverage::sample(std::uint64_t frontier) {
  store_.begin_sample();
  if (listener_ != nullptr) listener_->sample_begins();
  const auto fresh = [this] { note_origin(); };
  const std::uint64_t depth = depth_ + 1;
  for (std::uint64_t next = frontier; next < store_.size() && !explorer_.stopping(); ++next) {
    make_room(next);
    if (next >= store_.size()) return;
    if (!store_.alive(next)) continue;
    from_ = next < store_.kept() ? next | kept_state : store_.note(next);
    (void)expand_state(explorer_, path_, next, depth, fresh);
  }
}

void Coverage::note_origin() {
  std::uint64_t last = from_;
  // What leads to the state from which this began is known.
  for (std::uint64_t node = path_.size() - 1 - path_.chain(); node < path_.size(); ++node) {
    if (!before_.push(last) || !taken_.push(path_.choice_at(node))) return explorer_.stop(Why::memory);
    last = taken_.size() - 1;
  }
  store_.note(explorer_.number()) = last;
}

void Coverage::choices(std::vector<std::uint32_t>& out) {
  std::vector<std::uint32_t> sampled;
  std::uint64_t at = from_;
  for (; (at & kept_state) == 0; at = before_[at]) sampled.push_back(taken_[at]);
  at &= ~kept_state;
  const std::vector<std::uint32_t> way = ancestry_.way(at);
  out.insert(out.end(), way.begin(), way.end());
  out.insert(out.end(), sampled.rbegin(), sampled.rend());
  path_.choices(out);
}

Estimate Coverage::estimate(const store::ThresholdSample::Census& census) const {
  const double most = tree_states_ ? tree_states_->high : std::numeric_limits<double>::infinity();
  const model::Covered made = model::estimate_covered(
      store_.kept(), {census.states, census.arrivals, census.once, census.twice}, store_.threshold(), most);
  return {made, store_.kept() + census.states, store_.threshold(), tree_states_};
}

}  // namespace waymark::search
