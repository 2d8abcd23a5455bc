#include "check/lift/lift.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "check/lift/lasso.hpp"
#include "model/walker.hpp"

namespace waymark::check {

namespace {

constexpr std::size_t most_idle_steps = 20000;  // between two steps of the slice
constexpr std::size_t most_rounds = 1000;       // of a cycle, until what is left out comes again as well

// What was done of that which both programs have: by whom, and the number of the statement.
using Deeds = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

bool goes_on(model::Step step) { return step == model::Step::moved || step == model::Step::intermediate; }

// The whole program, walked beside its slice.
class Lifting {
 public:
  Lifting(const JudgedRun& violated, const load::Program& slice, const load::Program& whole, const base::Stop* stop)
      : violated_(violated.found), slice_(slice.make()), whole_(whole.make()), stop_(stop), lifted_(violated.found) {
    for (model::ActionId id = 0; id < slice_->actions(); ++id) kept_.insert(slice_->action(id).statement);
    kept_.erase(0);
    lifted_.choices.clear();
    lifted_.steps = 0;
    whole_->reset();
  }

  // Nothing if the run cannot be completed.
  std::optional<Found> run() {
    const std::size_t all = violated_.choices.size();
    if (!follow(0, violated_.cycle.value_or(all))) return std::nullopt;
    const bool stuck = violated_.cycle == all || violated_.violation.kind == base::name(Property::deadlock);
    for (std::size_t idle = 0; stuck && idle < most_idle_steps && step_idly(0, false); ++idle) {
    }
    if (violated_.cycle && !go_around()) return std::nullopt;
    return lifted_;
  }

 private:
  bool follow(std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
      base::poll(stop_);
      const std::uint32_t actor = model::actor_of(walker_.enabled().at(violated_.choices[i]));
      model::Explanation events;
      const model::Step step = walker_.take(violated_.choices[i], *slice_, events);
      const bool fails = i + 1 == violated_.choices.size() && step == model::Step::failed && !violated_.cycle;
      if (!follow(deeds_of(events), actor, fails ? &slice_->violation() : nullptr)) return false;
    }
    return true;
  }

  // Takes what the slice has taken: these deeds, by this actor. False: there is no way.
  bool follow(Deeds left, std::uint32_t actor, const model::Violation* failed) {
    if (left.empty() && failed == nullptr) {
      (void)step_idly(actor, true);  // around a loop of such steps it is followed as well
      return true;
    }
    for (std::size_t idle = 0; idle < most_idle_steps; ++idle) {
      const bool taken = take_matching(left, actor, failed);
      if (taken && left.empty()) return true;
      if (!taken && !step_idly(actor, false)) return false;
    }
    return false;
  }

  [[nodiscard]] Deeds deeds_of(const model::Explanation& events) const {
    Deeds out;
    for (const model::Event& event : events) {
      if (kept_.contains(event.statement)) out.emplace_back(event.actor, event.statement);
    }
    return out;
  }

  // Takes one of those that are enabled if `fits` says so of what becomes of it.
  template <typename Fits>
  bool take_if(std::size_t choice, Fits fits) {
    const model::Mark mark = whole_->mark();
    model::Explanation events;
    const model::Step step = whole_->explain(enabled_[choice], events);
    if (!fits(step, deeds_of(events))) {
      whole_->rewind(mark);
      return false;
    }
    lifted_.choices.push_back(static_cast<std::uint32_t>(choice));
    if (!inside_) ++lifted_.steps;
    inside_ = model::outcome(step, *whole_) == model::Step::intermediate;
    return true;
  }

  // A step of the actor that does the next of what is left, or fails as it should, which is the last.
  bool take_matching(Deeds& left, std::uint32_t actor, const model::Violation* failed) {
    const auto fits = [&](model::Step step, const Deeds& did) {
      if (step == model::Step::failed) {
        const model::Violation& met = whole_->violation();
        const bool as_it_should = failed != nullptr && met.kind == failed->kind && met.location == failed->location;
        if (as_it_should) left.clear();
        return as_it_should;
      }
      const bool next = goes_on(step) && !did.empty() && did.size() <= left.size() &&
                        std::equal(did.begin(), did.end(), left.begin());
      if (next) left.erase(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(did.size()));
      return next;
    };
    whole_->enabled(enabled_);
    for (std::size_t i = 0; i < enabled_.size(); ++i) {
      if (model::actor_of(enabled_[i]) == actor && take_if(i, fits)) return true;
    }
    return false;
  }

  // A step that the slice leaves out: of the actor if it has one, else of somebody, in turn.
  bool step_idly(std::uint32_t actor, bool alone) {
    std::multimap<std::uint32_t, std::size_t> nearest;
    whole_->enabled(enabled_);
    for (std::size_t i = 0; i < enabled_.size(); ++i) {
      const std::uint32_t who = model::actor_of(enabled_[i]);
      if (who == actor || !alone) nearest.emplace(who == actor ? 0 : 1 + (who - last_idle_ - 1) % 256, i);
    }
    for (const auto& [distance, i] : nearest) {
      if (!take_if(i, [](model::Step step, const Deeds& did) { return goes_on(step) && did.empty(); })) continue;
      last_idle_ = model::actor_of(enabled_[i]);
      return true;
    }
    return false;
  }

  // What the slice leaves out need not be the same after one round: as many as it takes.
  bool go_around() {
    const std::size_t all = violated_.choices.size();
    lifted_.cycle = lifted_.choices.size();
    if (violated_.cycle == all) return true;
    std::map<std::vector<model::Word>, std::uint64_t> rounds;
    while (rounds.size() < most_rounds) {
      const auto words = whole_->pack().words;
      const auto [known, first] = rounds.emplace(std::vector(words.begin(), words.end()), lifted_.choices.size());
      if (!first) {
        lifted_.cycle = known->second;
        return true;
      }
      if (!follow(*violated_.cycle, all)) return false;
    }
    return false;
  }

  const Found& violated_;
  std::unique_ptr<model::Model> slice_, whole_;
  const base::Stop* stop_;
  model::Walker walker_{*slice_};
  std::set<std::uint32_t> kept_;  // statements
  std::vector<model::Transition> enabled_;
  std::uint32_t last_idle_ = 0;
  bool inside_ = false;  // an indivisible sequence
  Found lifted_;
};

}  // namespace

std::optional<Found> lift(const JudgedRun& violated, const load::Program& slice, const load::Program& whole,
                          const base::Stop* stop) {
  const std::optional<Found> lifted = Lifting(violated, slice, whole, stop).run();
  if (!lifted) return std::nullopt;
  const JudgedRun run{*lifted, violated.invariants, violated.formula, violated.fair};
  return is_shown(run, whole, stop) ? lifted : std::nullopt;
}

}  // namespace waymark::check
