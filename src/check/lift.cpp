#include "check/lift.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/diagnostics.hpp"
#include "check/lasso.hpp"
#include "model/walker.hpp"

namespace waymark::check {

namespace {

constexpr std::size_t most_idle_steps = 20000;  // between two steps of the slice
constexpr std::size_t most_rounds = 1000;       // of a cycle, until what is left out comes again as well

using Events = model::Explanation;

bool changes_alike(const model::Event& in_slice, const model::Event& in_whole) {
  return std::all_of(in_slice.changes.begin(), in_slice.changes.end(), [&](const model::Change& change) {
    if (change.after.starts_with("[")) return true;  // a channel, in which fields may be 0
    return std::any_of(in_whole.changes.begin(), in_whole.changes.end(), [&](const model::Change& other) {
      return other.name == change.name && other.after == change.after;
    });
  });
}

// The whole program, walked beside its slice.
class Follower {
 public:
  Follower(model::Model& slice, model::Model& whole, const load::CutAway& away) : whole_(whole) {
    for (const load::CutAway::Place& place : away.statements) {
      const std::string at = fmt::format("{}:{}", place.file, place.line);
      cut_.insert(at + "\n" + place.text);
      if (place.text.starts_with("for ") || place.text.starts_with("select ")) loops_.insert(at);
    }
    for (model::ActionId id = 0; id < slice.actions(); ++id) {
      const model::Action action = slice.action(id);
      kept_.insert(action.location + "\n" + action.text);
    }
    whole_.reset();
  }

  [[nodiscard]] const std::vector<std::uint32_t>& choices() const { return choices_; }
  [[nodiscard]] std::uint64_t steps() const { return steps_; }
  [[nodiscard]] bool at_state() const { return !inside_; }
  [[nodiscard]] bool failed() const { return failed_; }

  // Takes what the slice has taken: these events, by this actor. False: there is no way.
  bool follow(const Events& events, std::uint32_t actor, const model::Violation* failed) {
    Events left = seen(events);
    if (left.empty() && failed == nullptr) {
      (void)step_idly(actor, true);  // around a loop of such steps it is followed as well
      return true;
    }
    for (std::size_t idle = 0; idle < most_idle_steps; ++idle) {
      const bool taken = take_matching(left, actor, failed);
      if (taken && (left.empty() || failed_)) return true;
      if (!taken && !step_idly(actor, false)) return false;
    }
    return false;
  }
  // Takes what the slice leaves out, until nobody can move any more.
  void settle() {
    for (std::size_t idle = 0; idle < most_idle_steps && step_idly(0, false); ++idle) {
    }
  }

 private:
  // Of these events, the statements that both programs have.
  [[nodiscard]] Events seen(const Events& events) const {
    Events out;
    for (const model::Event& event : events) {
      const bool jump = event.text.starts_with("goto") || event.text == "break";
      if (!jump && event.text != "(1)" && !is_cut(event)) out.push_back(event);
    }
    return out;
  }
  // A loop goes by other names than its parts.
  [[nodiscard]] bool is_cut(const model::Event& event) const {
    const std::string key = event.location + "\n" + event.text;
    return cut_.contains(key) || (loops_.contains(event.location) && !kept_.contains(key) && is_part(event.text));
  }
  // Of statements on one line those are the same that have the same text, or a text that the slice has changed.
  [[nodiscard]] bool is_same(const model::Event& in_whole, const model::Event& in_slice) const {
    const bool unchanged = kept_.contains(in_whole.location + "\n" + in_whole.text);
    return (!unchanged || in_whole.text == in_slice.text) && changes_alike(in_slice, in_whole);
  }
  static bool is_part(const std::string& text) {
    return text.find(" = ") != std::string::npos || text.find('<') != std::string::npos || text == "else";
  }

  struct Tried {
    model::Step step = model::Step::moved;
    Events events;
  };
  Tried attempt(const model::Transition& transition) {
    Tried tried;
    const model::Mark mark = whole_.mark();
    tried.step = whole_.explain(transition, tried.events);
    if (tried.step == model::Step::failed) violation_ = whole_.violation();
    whole_.rewind(mark);
    return tried;
  }

  void take(std::size_t choice) {
    Events ignored;
    const model::Step step = whole_.explain(enabled_[choice], ignored);
    choices_.push_back(static_cast<std::uint32_t>(choice));
    if (!inside_) ++steps_;
    inside_ = model::outcome(step, whole_) == model::Step::intermediate;
  }

  // A step of the actor that does the next of what is left.
  bool take_matching(Events& left, std::uint32_t actor, const model::Violation* failed) {
    whole_.enabled(enabled_);
    for (std::size_t i = 0; i < enabled_.size(); ++i) {
      if (model::actor_of(enabled_[i]) != actor) continue;
      const Tried tried = attempt(enabled_[i]);
      const bool fails = tried.step == model::Step::failed;
      if (fails && failed == nullptr) continue;
      if (fails && violation_.kind == failed->kind && violation_.location == failed->location) {
        take(i);
        return failed_ = true;
      }
      const Events did = seen(tried.events);
      if (did.empty() || did.size() > left.size()) continue;
      const bool same = std::equal(did.begin(), did.end(), left.begin(), [this](const auto& mine, const auto& theirs) {
        return mine.actor == theirs.actor && mine.location == theirs.location && is_same(mine, theirs);
      });
      if (!same) continue;
      take(i);
      left.erase(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(did.size()));
      return true;
    }
    return false;
  }

  // A step that the slice leaves out: of the actor if it has one, else of somebody, in turn.
  bool step_idly(std::uint32_t actor, bool alone) {
    whole_.enabled(enabled_);
    std::optional<std::size_t> chosen;
    std::uint32_t nearest = 0;
    for (std::size_t i = 0; i < enabled_.size(); ++i) {
      const std::uint32_t who = model::actor_of(enabled_[i]);
      if (alone && who != actor) continue;
      const std::uint32_t distance = who == actor ? 0 : 1 + (who - last_idle_ - 1) % 256;
      if (chosen && distance >= nearest) continue;
      const Tried tried = attempt(enabled_[i]);
      const bool goes_on = tried.step == model::Step::moved || tried.step == model::Step::intermediate;
      if (!goes_on || !seen(tried.events).empty()) continue;
      chosen = i;
      nearest = distance;
    }
    if (!chosen) return false;
    last_idle_ = model::actor_of(enabled_[*chosen]);
    take(*chosen);
    return true;
  }

  model::Model& whole_;
  std::set<std::string> cut_, loops_, kept_;
  std::vector<model::Transition> enabled_;
  std::vector<std::uint32_t> choices_;
  model::Violation violation_;
  std::uint64_t steps_ = 0;
  std::uint32_t last_idle_ = 0;
  bool inside_ = false;  // an indivisible sequence
  bool failed_ = false;  // as it should
};

class Lifting {
 public:
  Lifting(const JudgedRun& violated, const load::Program& slice, const load::Program& whole, const load::CutAway& away,
          const base::Stop* stop)
      : violated_(violated),
        cut_(slice.make()),
        full_(whole.make()),
        invariants_(watches()),
        walker_(*cut_),
        follower_(*cut_, *full_, away),
        lifted_(violated.found),
        kind_(base::named<Property>(violated.found.violation.kind)),
        stop_(stop) {}

  // Whether the run could be completed. If so, it is in the choices of found().
  bool complete() {
    const Found& found = violated_.found;
    const std::size_t to_cycle = found.cycle.value_or(found.choices.size());
    if (!follow(0, to_cycle)) return false;
    if (kind_ == Property::deadlock || found.cycle == found.choices.size()) follower_.settle();
    if (found.cycle && !go_around()) return false;
    lifted_.choices = follower_.choices();
    lifted_.steps = follower_.steps();
    return true;
  }
  // Whether it shows what it should.
  [[nodiscard]] bool shows(const load::Program& whole) {
    const bool of_formula = is_of_formula(lifted_.violation, violated_.formula != nullptr);
    const bool of_state = kind_ == Property::deadlock || kind_ == Property::invariant ||
                          (lifted_.violation.kind == model::undefined_kind && !of_formula);
    if (of_state) {
      const bool stands = kind_ == Property::deadlock || follower_.at_state();
      return stands && check::shows(lifted_.violation, *full_, model::Step::moved, invariants_);
    }
    if (!lifted_.cycle && !of_formula) return follower_.failed();
    const Lasso lasso{lifted_.choices, lifted_.cycle, false, lifted_.steps};
    try {
      return violates(lasso, *whole.make(), violated_.formula.get(), violated_.fair, stop_);
    } catch (const base::InputError&) {
      return false;  // it is no run
    }
  }
  [[nodiscard]] const Found& found() const { return lifted_; }

 private:
  std::vector<model::Watch> watches() {
    std::vector<model::Watch> all;
    for (const std::string& text : violated_.invariants) all.push_back(full_->watch_invariant(text));
    return all;
  }

  bool follow(std::size_t from, std::size_t to) {
    const std::vector<std::uint32_t>& choices = violated_.found.choices;
    for (std::size_t i = from; i < to; ++i) {
      base::poll(stop_);
      const std::uint32_t actor = model::actor_of(walker_.enabled().at(choices[i]));
      Events events;
      const model::Step step = walker_.take(choices[i], *cut_, events);
      const bool fails = i + 1 == choices.size() && step == model::Step::failed && !violated_.found.cycle;
      if (!follower_.follow(events, actor, fails ? &cut_->violation() : nullptr)) return false;
    }
    return true;
  }

  // What the slice leaves out need not be the same after one round: as many as it takes.
  bool go_around() {
    lifted_.cycle = follower_.choices().size();
    if (violated_.found.cycle == violated_.found.choices.size()) return true;
    std::vector<std::pair<std::vector<model::Word>, std::uint64_t>> rounds;
    while (rounds.size() < most_rounds) {
      const auto words = full_->pack().words;
      std::vector<model::Word> here(words.begin(), words.end());
      for (const auto& [known, at] : rounds) {
        if (known != here) continue;
        lifted_.cycle = at;
        return true;
      }
      rounds.emplace_back(std::move(here), follower_.choices().size());
      if (!follow(*violated_.found.cycle, violated_.found.choices.size())) return false;
    }
    return false;
  }

  const JudgedRun& violated_;
  std::unique_ptr<model::Model> cut_, full_;
  std::vector<model::Watch> invariants_;
  model::Walker walker_;
  Follower follower_;
  Found lifted_;
  std::optional<Property> kind_;
  const base::Stop* stop_;
};

}  // namespace

std::optional<Found> lift(const JudgedRun& violated, const load::Program& slice, const load::Program& whole,
                          const load::CutAway& away, const base::Stop* stop) {
  Lifting lifting(violated, slice, whole, away, stop);
  if (!lifting.complete() || !lifting.shows(whole)) return std::nullopt;
  return lifting.found();
}

}  // namespace waymark::check
