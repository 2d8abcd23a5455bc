#include "search/explorer.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/check.hpp"
#include "search/omissions.hpp"

namespace waymark::search {

namespace {

constexpr std::uint32_t steps_between_looks = 1024;
// Paths of a deep search are long: the first is always kept, further ones only while that costs little.
constexpr std::uint64_t most_choices_kept = 1'000'000;

}  // namespace

Explorer::Explorer(Parts parts, Route& route) : parts_(std::move(parts)), route_(route) {
  std::copy_if(parts_.observers.begin(), parts_.observers.end(), std::back_inserter(hear_steps_),
               [](const Observer* observer) { return observer->hears_steps(); });
}

bool Explorer::may_look_ahead() const {
  return parts_.store->wants_prefetch() &&
         std::none_of(parts_.observers.begin(), parts_.observers.end(),
                      [](const Observer* observer) { return observer->looks_at_model(); });
}

void Explorer::start() {
  start_again();
  if (stopping_ || tallies_.states == 0) return;
  for (Observer* observer : parts_.observers) observer->started(0);
  judge_state(0, 0);
}

void Explorer::start_again() {
  began_ = Clock::now();
  if (parts_.limits.stop != nullptr) parts_.model.set_stop(parts_.limits.stop);
  parts_.model.reset();
  if (parts_.elsewhere != nullptr && parts_.elsewhere->forward()) return;
  const store::Found root = insert();
  if (root.seen == store::Seen::no_room) return stop(Why::memory);
  CHECK(root.seen == store::Seen::fresh && root.number == 0);
  tallies_.states = 1;
}

void Explorer::go_on_from(const Tallies& tallies) {
  tallies_ = tallies;
  began_ -= std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(tallies.seconds));
}

Arrival Explorer::take(const model::Transition& transition, std::uint64_t from, std::uint64_t depth) {
  tick();
  return handle_result(parts_.model.fire(transition), transition, from, depth);
}

Arrival Explorer::handle_result(model::Step step, const model::Transition& transition, std::uint64_t from,
                                std::uint64_t depth) {
  switch (step) {
    case model::Step::moved:
      return arrive(transition, from, depth);
    case model::Step::intermediate:
      return Arrival::intermediate;
    case model::Step::pruned:
      return Arrival::nowhere;
    case model::Step::failed:
      return failed(transition, from, depth);
    case model::Step::unsupported:
      stop_unsupported();
      return Arrival::nowhere;
  }
  CHECK(false);
}

store::Found Explorer::insert() {
  if (!parts_.store) return {store::Seen::fresh, tallies_.states};
  const model::Packed state = parts_.model.pack();
  if (!state.room) return {store::Seen::no_room, 0};
  return parts_.store->insert(state);
}

store::Found Explorer::insert_remote(std::uint64_t depth) { return insert_remote(parts_.model.pack(), depth); }

store::Found Explorer::insert_remote(const model::Packed& state, std::uint64_t depth) {
  tick();
  const store::Found found = state.room ? parts_.store->insert(state) : store::Found{store::Seen::no_room, 0};
  insert_remote(found, depth);
  return found;
}

Arrival Explorer::step(model::Path& path, std::uint64_t depth, const Prefetched& prefetched) {
  tick();
  const store::Found found = parts_.store->insert({prefetched.words, {}}, prefetched.probe);
  if (found.seen == store::Seen::fresh && !prefetched.is_here) {
    CHECK(path.fire_next() == model::Step::moved);
  } else {
    path.pass_over();
  }
  if (found.seen == store::Seen::no_room) {
    stop(Why::memory);
    return Arrival::nowhere;
  }
  const Arrival arrival = count_transition(found, path.fired(), path.number(), depth);
  if (arrival == Arrival::fresh && !parts_.judged.invariants.empty()) judge_state(path.number(), depth + 1);
  return arrival;
}

Arrival Explorer::arrive(const model::Transition& transition, std::uint64_t from, std::uint64_t depth) {
  if (parts_.elsewhere != nullptr && parts_.elsewhere->forward()) {
    return count_transition({store::Seen::forwarded, 0}, transition, from, depth);
  }
  const store::Found found = insert();
  if (found.seen == store::Seen::no_room) {
    stop(Why::memory);
    return Arrival::nowhere;
  }
  const Arrival arrival = count_transition(found, transition, from, depth);
  if (arrival == Arrival::fresh && !parts_.judged.invariants.empty()) judge_state(from, depth + 1);
  return arrival;
}

Arrival Explorer::failed(const model::Transition& transition, std::uint64_t from, std::uint64_t depth) {
  // A copy, because arriving calls the model again.
  const model::Violation violation = parts_.model.violation();
  Arrival arrival = Arrival::nowhere;
  if (violation.after == model::Step::moved) arrival = arrive(transition, from, depth);
  if (violation.after == model::Step::intermediate) arrival = Arrival::intermediate;
  if (!waived(violation.kind)) found(violation, from, depth + 1);
  return arrival;
}

void Explorer::judge_state(std::uint64_t from, std::uint64_t depth) {
  for (const Invariant& invariant : parts_.judged.invariants) {
    if (parts_.model.holds(invariant.watch)) continue;
    found(broken(invariant, parts_.model.undefined()), from, depth);
  }
}

void Explorer::dead_end(std::uint64_t from, std::uint64_t depth) {
  if (!parts_.judged.deadlock || parts_.model.facts().proper_end) return;
  found(deadlock(), from, depth);
}

void Explorer::leave(std::uint64_t number, std::uint64_t depth) {
  tick();
  ++tallies_.explored;
  if (parts_.store) parts_.store->left(number);
  for (Observer* observer : parts_.observers) observer->left(number, depth);
}

void Explorer::cut_off(std::uint64_t number) {
  cut_off_ = true;
  if (parts_.store) parts_.store->left(number);
}

void Explorer::pass(model::Path& path) {
  if (path.chain() == parts_.limits.chain) return stop(Why::endless);
  if (!path.push_intermediate()) return stop(Why::memory);
  CHECK(path.width() != 0);
}

void Explorer::found_cycle(std::uint64_t choices_before, std::uint64_t length) {
  found(parts_.judged.cycle, 0, length, choices_before);
}

void Explorer::found(const model::Violation& violation, std::uint64_t from, std::uint64_t length,
                     std::optional<std::uint64_t> cycle) {
  if (stopping_ && why_ == Why::errors) return;  // the step by which the last one was found may show more
  ++tallies_.errors;
  const bool kept = findings_.size() < parts_.limits.kept && choices_kept_ < most_choices_kept;
  if (kept) {
    Finding& finding = findings_.emplace_back();
    finding.violation = violation;
    finding.from = from;
    finding.length = length;
    finding.cycle = cycle;
    route_.choices(finding.choices);
    choices_kept_ += finding.choices.size();
  }
  if (tallies_.errors == parts_.limits.errors) stop(Why::errors);
}

bool Explorer::waived(const std::string& kind) const {
  return std::find(parts_.judged.waived.begin(), parts_.judged.waived.end(), kind) != parts_.judged.waived.end();
}

model::Violation Explorer::broken(const Invariant& invariant, std::string_view undefined) {
  if (!undefined.empty()) {
    return {std::string(model::undefined_kind),
            "invariant '" + invariant.text + "' has no value: " + std::string(undefined), "", model::Step::moved};
  }
  return {"invariant", "invariant '" + invariant.text + "' does not hold", "", model::Step::moved};
}

model::Violation Explorer::deadlock() {
  return {"deadlock", "nothing can move, and not every process is at a proper end", "", model::Step::moved};
}

void Explorer::stop(Why why) {
  if (stopping_) return;  // the first reason is the one to tell
  stopping_ = true;
  why_ = why;
}

void Explorer::stop_unsupported(const model::Violation& violation) {
  unsupported_ = violation;
  stop(Why::unsupported);
}

void Explorer::pass_over_unsupported() {
  CHECK(stopping_ && why_ == Why::unsupported);
  stopping_ = false;
  why_ = Why::finished;
}

void Explorer::conclude() {
  // What is not supported may be what a reduction presumed: then the search begins anew, within the same limits.
  const bool over = stopping_ ? why_ != Why::unsupported : !findings_.empty();
  if (over && parts_.limits.stop != nullptr) parts_.limits.stop->conclude();
}

void Explorer::look() {
  until_look_ = steps_between_looks;
  tallies_.seconds = elapsed();
  late_ = late_ || (parts_.limits.stop != nullptr && parts_.limits.stop->reached());
  if (late_ && !stopping_) stop(why_of(parts_.limits.stop->why()));
  charge_model();
  for (Observer* observer : parts_.observers) observer->pulse(tallies_);
}

void Explorer::charge_model() {
  const std::uint64_t bytes = parts_.model.bytes();
  if (bytes <= model_bytes_) {
    parts_.budget.give_back(model_bytes_ - bytes);
  } else if (!parts_.budget.take(bytes - model_bytes_)) {
    return stop(Why::memory);
  }
  model_bytes_ = bytes;
}

double Explorer::elapsed() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }

Outcome Explorer::finish() {
  conclude();
  tallies_.seconds = elapsed();
  if (parts_.store && parts_.store->promise() == store::Promise::may_omit) missed_ = parts_.store->expected_omissions();
  if (!stopping_) {
    if (cut_off_) {
      why_ = Why::depth;
    } else if (missed_) {
      why_ = Why::omissions;
    }
  }
  Outcome outcome;
  outcome.why = why_;
  outcome.findings = std::move(findings_);
  outcome.unsupported = std::move(unsupported_);
  outcome.tallies = tallies_;
  outcome.missed = missed_.value_or(0);
  if (why_ == Why::omissions) outcome.estimate = estimate_omissions(tallies_, outcome.missed);
  if (tallies_.errors != 0) {
    outcome.verdict = Verdict::violation;
  } else if (why_ == Why::unsupported) {
    outcome.verdict = Verdict::error;
  } else if (why_ != Why::finished) {
    outcome.verdict = Verdict::incomplete;
  }
  for (const Finding& finding : outcome.findings) {
    for (Observer* observer : parts_.observers) observer->violated(finding.violation, finding.choices);
  }
  return outcome;
}

}  // namespace waymark::search
