#include "search/hunt/minimise.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "search/hunt/guide.hpp"
#include "search/judge.hpp"

namespace waymark::search {

namespace {

using model::Step;
using model::Transition;

constexpr std::uint64_t to_its_end = ~std::uint64_t{0};

// This actor runs until it has taken so many steps of its own, or cannot go on.
struct Segment {
  std::uint32_t actor = model::nobody;
  std::uint64_t until = 0;
};
using Plan = std::vector<Segment>;

struct Way {
  Shown shown;
  Plan plan;                            // by which it went
  std::vector<model::ActionId> places;  // at which actors were preempted
};

bool is_same(const model::Violation& one, const model::Violation& other) {
  return one.kind == other.kind && one.location == other.location &&
         (one.kind != "invariant" || one.detail == other.detail);
}

// Steps of a random run that has to do what another has done in so many.
std::uint64_t most_of(std::uint64_t steps) { return 10 * steps + 1'000; }

bool is_better(const Shown& one, const Shown& other) {
  return std::tie(one.preemptions, one.steps) < std::tie(other.preemptions, other.steps);
}

class Minimiser {
 public:
  Minimiser(model::Model& model, const Judged& judged, std::uint64_t most_steps)
      : model_(model), judged_(judged), left_(most_steps) {}

  // Follows the choices to the first violation, and remembers what everybody did. Nothing if there is none.
  [[nodiscard]] std::optional<Way> follow(const std::vector<std::uint32_t>& choices);
  // Tries plans that are simpler until no one is better, or all steps are taken.
  void improve(Way& best);

 private:
  // A run of the program so far.
  struct Course {
    Way way;
    std::vector<std::uint64_t> own_steps = {};  // by actor
    std::uint32_t last = model::nobody;         // who moved
    std::size_t at = 0;                         // of the choices or of the plan
    bool over = false;                          // it goes on no further
    bool shows = false;                         // the violation that is wanted, or any if none is
  };

  // Runs from the initial state, by the choices that are followed or else by the plan, while it can be better than
  // `best`, if that is given. Nothing if it shows no violation.
  [[nodiscard]] std::optional<Way> run(const Plan& plan, const Shown* best);
  void step(const Plan& plan, Course& course);
  [[nodiscard]] std::uint32_t next_actor(const Plan& plan, Course& course);
  [[nodiscard]] std::uint32_t sampled_actor(const Course& course);
  [[nodiscard]] std::uint32_t next_choice(std::uint32_t actor, std::uint64_t own, std::size_t inside,
                                          Course& course) const;
  [[nodiscard]] bool can_move(std::uint32_t actor) const;
  // REQUIRES: it can move.
  [[nodiscard]] const Transition& next_of(std::uint32_t actor) const;
  void judge(const model::Violation& violation, Course& course);
  void judge_invariants(Course& course);

  // Each of these: whether it found a better way.
  bool take_if_better(const Plan& plan, Way& best);
  bool leave_out(Way& best);
  bool go_on_longer(Way& best);
  // Runs at random, with fewer preemptions, and these only at places where the best way has some.
  bool sample(Way& best);
  bool move(Way& best);

  model::Model& model_;
  const Judged& judged_;
  std::uint64_t left_;  // steps that may still be taken
  const std::vector<std::uint32_t>* followed_ = nullptr;
  const Way* sampled_ = nullptr;  // the way that random runs have to be better than
  Coin coin_{1};
  std::optional<model::Violation> wanted_;
  std::vector<std::vector<std::vector<Transition>>> recorded_;  // by actor and its own step: what was chosen in it
  std::vector<Transition> enabled_;
};

std::optional<Way> Minimiser::follow(const std::vector<std::uint32_t>& choices) {
  followed_ = &choices;
  std::optional<Way> way = run({}, nullptr);
  followed_ = nullptr;
  if (way) wanted_ = way->shown.violation;
  return way;
}

std::optional<Way> Minimiser::run(const Plan& plan, const Shown* best) {
  Course course;
  model_.reset();
  judge_invariants(course);
  while (!course.over) {
    if (best != nullptr && (left_ == 0 || !is_better(course.way.shown, *best))) return std::nullopt;
    if (sampled_ != nullptr && course.way.shown.steps > most_of(sampled_->shown.steps)) return std::nullopt;
    step(plan, course);
  }
  const bool better = best == nullptr || is_better(course.way.shown, *best);
  return course.shows && better ? std::optional(std::move(course.way)) : std::nullopt;
}

void Minimiser::step(const Plan& plan, Course& course) {
  model_.enabled(enabled_);
  if (enabled_.empty()) {
    if (judged_.deadlock && !model_.facts().proper_end) judge(model::deadlock(), course);
    course.over = true;
    return;
  }
  if (followed_ != nullptr && course.at == followed_->size()) {
    course.over = true;
    return;
  }
  Shown& shown = course.way.shown;
  const bool completes = model_.completes_step();
  const std::uint32_t actor = completes ? model::actor_of(enabled_.front()) : next_actor(plan, course);
  if (actor >= course.own_steps.size()) course.own_steps.resize(actor + 1, 0);
  if (actor >= recorded_.size()) recorded_.resize(actor + 1);
  const std::uint64_t own = course.own_steps[actor]++;
  if (!completes) {
    if (course.last != actor && can_move(course.last)) {
      ++shown.preemptions;
      course.way.places.push_back(next_of(course.last).action);
    }
    if (course.way.plan.empty() || course.way.plan.back().actor != actor) course.way.plan.push_back({actor, 0});
    course.way.plan.back().until = own + 1;
    course.last = actor;
  }
  ++shown.steps;
  for (std::size_t inside = 0;; ++inside) {
    if (inside != 0) model_.enabled(enabled_);
    const std::uint32_t choice = next_choice(actor, own, inside, course);
    const Transition& taken = enabled_[choice];
    shown.choices.push_back(choice);
    if (followed_ != nullptr) {
      recorded_[actor].resize(own + 1);
      recorded_[actor][own].push_back(taken);
    }
    left_ -= left_ > 0 ? 1 : 0;
    const Step fired = model_.fire(taken);
    const Step became = model::outcome(fired, model_);
    if (fired == Step::failed) judge(model_.violation(), course);
    if (became == Step::intermediate && !course.over && (left_ > 0 || followed_ != nullptr)) continue;
    course.over = course.over || became != Step::moved;
    break;
  }
  if (!course.over) judge_invariants(course);
}

std::uint32_t Minimiser::sampled_actor(const Course& course) {
  constexpr std::uint64_t one_in = 3;
  const auto any = [this] { return model::actor_of(enabled_[coin_.below(enabled_.size())]); };
  if (!can_move(course.last)) return any();
  const bool may = course.way.shown.preemptions + 1 < sampled_->shown.preemptions;
  const std::vector<model::ActionId>& places = sampled_->places;
  const bool here = may && std::find(places.begin(), places.end(), next_of(course.last).action) != places.end();
  return here && coin_.below(one_in) == 0 ? any() : course.last;
}

std::uint32_t Minimiser::next_actor(const Plan& plan, Course& course) {
  if (followed_ != nullptr) return model::actor_of(enabled_[(*followed_)[course.at]]);
  if (sampled_ != nullptr) return sampled_actor(course);
  for (; course.at < plan.size(); ++course.at) {
    const auto [actor, until] = plan[course.at];
    const std::uint64_t own = actor < course.own_steps.size() ? course.own_steps[actor] : 0;
    if (own < until && can_move(actor)) return actor;
  }
  return can_move(course.last) ? course.last : model::actor_of(enabled_.front());
}

std::uint32_t Minimiser::next_choice(std::uint32_t actor, std::uint64_t own, std::size_t inside, Course& course) const {
  if (followed_ != nullptr) return (*followed_)[course.at++];
  const auto& steps = recorded_[actor];
  const auto index = [&](const auto& found) { return static_cast<std::uint32_t>(found - enabled_.begin()); };
  if (own < steps.size() && inside < steps[own].size()) {
    const auto same = std::find(enabled_.begin(), enabled_.end(), steps[own][inside]);
    if (same != enabled_.end()) return index(same);
  }
  const auto its = std::find_if(enabled_.begin(), enabled_.end(),
                                [&](const Transition& one) { return model::actor_of(one) == actor; });
  return its != enabled_.end() ? index(its) : 0;
}

bool Minimiser::can_move(std::uint32_t actor) const {
  return actor != model::nobody &&
         std::any_of(enabled_.begin(), enabled_.end(), [&](const auto& one) { return model::actor_of(one) == actor; });
}

const Transition& Minimiser::next_of(std::uint32_t actor) const {
  return *std::find_if(enabled_.begin(), enabled_.end(),
                       [&](const auto& one) { return model::actor_of(one) == actor; });
}

void Minimiser::judge(const model::Violation& violation, Course& course) {
  if (judged_.waives(violation.kind) || (wanted_ && !is_same(violation, *wanted_))) return;
  course.way.shown.violation = violation;
  course.over = true;
  course.shows = true;
}

void Minimiser::judge_invariants(Course& course) {
  for (const Invariant& invariant : judged_.invariants) {
    if (!course.over && !model_.holds(invariant.watch)) judge(Judge::broken(invariant, model_.undefined()), course);
  }
}

void Minimiser::improve(Way& best) {
  while (left_ > 0) {
    const bool fewer = leave_out(best);
    const bool longer = go_on_longer(best);
    if (!fewer && !longer && !move(best) && !sample(best)) return;
  }
}

bool Minimiser::take_if_better(const Plan& plan, Way& best) {
  std::optional<Way> way = run(plan, &best.shown);
  if (way) best = std::move(*way);
  return way.has_value();
}

bool Minimiser::leave_out(Way& best) {
  bool found = false;
  for (std::size_t size = std::max<std::size_t>(best.plan.size() / 2, 1); size > 0; size /= 2) {
    for (std::size_t from = 0; from < best.plan.size() && left_ > 0;) {
      Plan plan = best.plan;
      const auto begin = plan.begin() + static_cast<std::ptrdiff_t>(from);
      plan.erase(begin, begin + static_cast<std::ptrdiff_t>(std::min(size, plan.size() - from)));
      const bool better = take_if_better(plan, best);
      found = found || better;
      if (!better) from += size;
    }
  }
  return found;
}

bool Minimiser::go_on_longer(Way& best) {
  bool found = false;
  for (std::size_t i = 0; i < best.plan.size() && left_ > 0; ++i) {
    Plan plan = best.plan;
    plan[i].until = to_its_end;
    found = take_if_better(plan, best) || found;
  }
  return found;
}

bool Minimiser::sample(Way& best) {
  constexpr int most_runs = 3'000;
  if (best.shown.preemptions == 0) return false;
  const Way goal = best;
  sampled_ = &goal;
  bool found = false;
  for (int i = 0; i < most_runs && !found && left_ > 0; ++i) found = take_if_better({}, best);
  sampled_ = nullptr;
  return found;
}

bool Minimiser::move(Way& best) {
  bool found = false;
  for (std::size_t i = 0; i < best.plan.size(); ++i) {
    for (std::size_t to = 0; to < best.plan.size() && i < best.plan.size() && left_ > 0; ++to) {
      if (to == i) continue;
      Plan plan = best.plan;
      const Segment moved = plan[i];
      plan.erase(plan.begin() + static_cast<std::ptrdiff_t>(i));
      plan.insert(plan.begin() + static_cast<std::ptrdiff_t>(to), moved);
      found = take_if_better(plan, best) || found;
    }
  }
  return found;
}

}  // namespace

std::optional<Minimised> minimise(model::Model& model, const Judged& judged, const std::vector<std::uint32_t>& choices,
                                  std::uint64_t most_steps) {
  Minimiser minimiser(model, judged, most_steps);
  std::optional<Way> best = minimiser.follow(choices);
  if (!best) return std::nullopt;
  Minimised made{best->shown, {}};
  minimiser.improve(*best);
  made.best = std::move(best->shown);
  return made;
}

}  // namespace waymark::search
