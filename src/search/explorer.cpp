#include "search/explorer.hpp"

#include <utility>

#include "base/check.hpp"
#include "search/omissions.hpp"

namespace waymark::search {

Explorer::Explorer(Parts parts, Route& route, StateListener* states)
    : Judge(parts.model, parts.budget, parts.limits, std::move(parts.progress), std::move(parts.judged), route),
      store_(parts.store),
      listeners_(std::move(parts.listeners)),
      states_(states),
      has_listeners_(states != nullptr || !listeners_.empty()),
      elsewhere_(parts.elsewhere) {}

void Explorer::start() {
  start_again();
  if (stopping() || tallies_.states == 0) return;
  for (StepListener* const listener : listeners_) listener->started(0);
  if (states_ != nullptr) states_->started(0, model());
  judge_state(0, 0);
}

void Explorer::start_again() {
  begin();
  if (elsewhere_ != nullptr && elsewhere_->forward()) return;
  const store::Found root = insert();
  if (root.seen == store::Seen::no_room) return stop(Why::memory);
  CHECK(root.seen == store::Seen::fresh && root.number == 0);
  tallies_.states = 1;
}

Arrival Explorer::handle_result(model::Step step, std::uint64_t from, std::uint64_t depth) {
  switch (step) {
    case model::Step::moved:
      return arrive(from, depth);
    case model::Step::intermediate:
      return Arrival::intermediate;
    case model::Step::pruned:
      return Arrival::nowhere;
    case model::Step::failed:
      return failed(from, depth);
    case model::Step::unsupported:
      stop_unsupported(model().violation());
      return Arrival::nowhere;
  }
  CHECK(false);
}

store::Found Explorer::insert() {
  if (!store_) return {store::Seen::fresh, tallies_.states};
  const model::Packed state = model().pack();
  if (!state.room) return {store::Seen::no_room, 0};
  return store_->insert(state);
}

store::Found Explorer::insert_remote(const model::Packed& state, std::uint64_t depth) {
  tick();
  const store::Found found = state.room ? store_->insert(state) : store::Found{store::Seen::no_room, 0};
  count_remote(found, depth);
  return found;
}

Arrival Explorer::step_prefetched(model::Path& path, std::uint64_t depth, const Prefetched& prefetched) {
  tick();
  const store::Found found = store_->insert({prefetched.words}, prefetched.probe);
  if (found.seen == store::Seen::fresh && !prefetched.is_here) {
    CHECK(path.fire_next() == model::Step::moved);
  } else {
    path.pass_over();
  }
  return arrive_at(found, path.number(), depth);
}

Arrival Explorer::arrive(std::uint64_t from, std::uint64_t depth) {
  const bool forwarded = elsewhere_ != nullptr && elsewhere_->forward();
  const store::Found found = forwarded ? store::Found{store::Seen::forwarded, 0} : insert();
  return arrive_at(found, from, depth);
}

Arrival Explorer::arrive_at(const store::Found& found, std::uint64_t from, std::uint64_t depth) {
  if (found.seen == store::Seen::no_room) {
    stop(store_->gave_up() ? Why::revisits : Why::memory);
    return Arrival::nowhere;
  }
  const Arrival arrival = count_transition(found, from, depth);
  if (arrival == Arrival::fresh && !judged().invariants.empty()) judge_state(from, depth + 1);
  return arrival;
}

Arrival Explorer::failed(std::uint64_t from, std::uint64_t depth) {
  // A copy, because arriving calls the model again.
  const model::Violation violation = model().violation();
  Arrival arrival = Arrival::nowhere;
  if (violation.after == model::Step::moved) arrival = arrive(from, depth);
  if (violation.after == model::Step::intermediate) arrival = Arrival::intermediate;
  if (!judged().waives(violation.kind)) found(violation, from, depth + 1);
  return arrival;
}

void Explorer::leave(std::uint64_t number, std::uint64_t depth) {
  tick();
  ++tallies_.explored;
  if (store_) store_->left(number);
  if (!has_listeners_) return;
  for (StepListener* const listener : listeners_) listener->left(number, depth);
  if (states_ != nullptr) states_->left(number, depth);
}

void Explorer::notify(const Stepped& step) {
  for (StepListener* const listener : listeners_) listener->stepped(step);
  if (states_ != nullptr) states_->stepped(step, model());
}

void Explorer::cut_off(std::uint64_t number) {
  cut_off_ = true;
  if (store_) store_->left(number);
}

bool Explorer::completed(model::Expansion expansion) {
  if (expansion == model::Expansion::endless) stop(Why::endless);
  if (expansion == model::Expansion::no_room) stop(Why::memory);
  return expansion == model::Expansion::complete;
}

void Explorer::pass(model::Path& path) {
  if (path.chain() == limits().chain) return stop(Why::endless);
  if (!path.push_intermediate()) return stop(Why::memory);
  CHECK(path.width() != 0);
}

Outcome Explorer::finish() {
  conclude();
  tallies_.seconds = elapsed();
  if (store_ && store_->promise() == store::Promise::may_omit) missed_ = store_->expected_omissions();
  if (missed_) end_with(Why::omissions);
  if (cut_off_) end_with(Why::depth);
  Outcome outcome;
  outcome.why = why();
  outcome.verdict = verdict_of(why(), tallies_.errors);
  outcome.findings = std::move(findings());
  outcome.unsupported = unsupported();
  outcome.tallies = tallies_;
  outcome.missed = missed_.value_or(0);
  if (why() == Why::omissions) outcome.estimate = estimate_omissions(tallies_, outcome.missed);
  return outcome;
}

}  // namespace waymark::search
