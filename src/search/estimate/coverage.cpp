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

Coverage::Coverage(const Parts& parts, store::ThresholdSample& store, const Settings& settings, model::Draw* draw,
                   SampleListener* listener)
    : store_(store),
      settings_(settings),
      enumerates_(draw == nullptr && !settings.depth_first),
      listener_(listener),
      drawing_(parts.model, store, draw),
      path_(parts.model, parts.budget),
      ancestry_(parts.budget),
      left_choices_(parts.budget),
      before_(parts.budget),
      taken_(parts.budget),
      explorer_(draw == nullptr ? parts : with(parts, &drawing_), *this),
      tree_(explorer_, path_, store, parts.budget, settings.seed) {}

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
    if (settings_.depth_first) {
      depth_first_part();
      frontier = store_.kept();
    } else {
      frontier = breadth_first_part();
    }
    whole = frontier == store_.kept() && path_.empty();
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

std::uint64_t Coverage::breadth_first_part() {
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

void Coverage::take_or_leave() {
  if (path_.exhausted()) {
    if (!path_.intermediate()) explorer_.leave(path_.number(), path_.depth());
    path_.pop();
    return;
  }
  if (explorer_.step(path_, path_.depth()) != Arrival::fresh || explorer_.stopping()) return;
  if (store_.sampling()) return note_origin();
  enter(explorer_.number());
}

void Coverage::enter(std::uint64_t number) {
  if (!path_.push(number)) return explorer_.stop(Why::memory);
  if (path_.width() == 0) return explorer_.dead_end(number, path_.depth());
  if (path_.depth() < explorer_.limits().depth) return;
  explorer_.cut_off(number);
  path_.pop();
}

void Coverage::depth_first_part() {
  on_path_ = true;
  if (!explorer_.stopping()) enter(0);
  while (!path_.empty() && !store_.first_full() && !explorer_.stopping()) take_or_leave();
  if (path_.empty() || explorer_.stopping()) return;
  depth_ = path_.depth();
  for (std::uint64_t node = 0; node + 1 < path_.size(); ++node) {
    if (!left_choices_.push(path_.choice_at(node))) return explorer_.stop(Why::memory);
  }
}

void Coverage::unwind() {
  std::uint64_t none_yet = store_.kept();
  while (!path_.empty() && !explorer_.stopping()) {
    make_room(none_yet);
    from_ = (path_.size() - 1 - path_.chain()) | kept_state;
    take_or_leave();
  }
  on_path_ = explorer_.stopping();
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
  unwind();
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
  if (on_path_) return path_.choices(out);
  std::vector<std::uint32_t> sampled;
  std::uint64_t at = from_;
  for (; (at & kept_state) == 0; at = before_[at]) sampled.push_back(taken_[at]);
  at &= ~kept_state;
  if (settings_.depth_first) {
    for (std::uint64_t i = 0; i < at; ++i) out.push_back(left_choices_[i]);
  } else {
    const std::vector<std::uint32_t> way = ancestry_.way(at);
    out.insert(out.end(), way.begin(), way.end());
  }
  out.insert(out.end(), sampled.rbegin(), sampled.rend());
  path_.choices(out);
}

Estimate Coverage::estimate(const store::ThresholdSample::Census& census) const {
  const model::Covered made = model::estimate_covered(
      store_.kept(), {census.states, census.arrivals, census.once, census.twice}, store_.threshold(),
      tree_states_ ? tree_states_->high : std::numeric_limits<double>::infinity());
  Estimate estimate;
  estimate.coverage = made.coverage;
  estimate.low = made.low;
  estimate.high = made.high;
  estimate.arrivals = made.arrivals;
  estimate.covered = store_.kept() + census.states;
  estimate.sampled = store_.threshold();
  estimate.recapture = made.recapture;
  estimate.tree = tree_states_;
  return estimate;
}

}  // namespace waymark::search
