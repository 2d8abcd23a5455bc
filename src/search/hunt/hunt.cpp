#include "search/hunt/hunt.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "containers/mix.hpp"
#include "search/hunt/guides.hpp"
#include "search/hunt/random_walk.hpp"
#include "search/parallel/thread_team.hpp"

namespace waymark::search {

namespace {

// How many preemptions or change points a run has: few come first and most often.
constexpr std::array<std::uint64_t, 8> points_in_turn = {0, 1, 1, 2, 1, 3, 2, HuntRuns::most_points};

// Models number statements as they come to know them.
std::string name_of(const model::Action& action) { return action.actor + '\n' + action.text + '\n' + action.location; }

}  // namespace

// Guides all runs of one worker, by three guides in turn.
class Hunt::Worker final : public Guide {
 public:
  explicit Worker(Hunt& hunt) : hunt_(hunt) {}

  [[nodiscard]] bool begin() override {
    end_run();
    const std::uint64_t most = hunt_.settings_.runs;
    const std::uint64_t run = hunt_.next_run_++;
    if (most != 0 && run >= most) return false;
    coin_.seed(containers::mix(hunt_.settings_.seed) + run);
    guide_ = guides_[run % guides_.size()];
    points_ = points_in_turn[run / guides_.size() % points_in_turn.size()];
    guide_->begin(points_, {runs_.decisions, runs_.actors});
    return true;
  }
  [[nodiscard]] std::size_t choose(const Offer& offer, model::Model& model) override {
    return guide_->choose(offer, model);
  }
  void arrived(const model::Transition& taken, bool again) override { guide_->arrived(taken, again); }

  // Counts the present run, if there is one.
  void end_run() {
    if (guide_ == nullptr) return;
    const RunShape shape = guide_->shape();
    ++runs_.runs;
    if (guide_ == &by_priority_) ++runs_.by_points[points_];
    runs_.decisions = std::max(runs_.decisions, shape.decisions);
    runs_.actors = std::max(runs_.actors, shape.actors);
    guide_ = nullptr;
  }
  [[nodiscard]] const HuntRuns& runs() const { return runs_; }
  RunStates states;

 private:
  Hunt& hunt_;
  Coin coin_{0};
  FewSwitches few_switches_{coin_};
  ByPriority by_priority_{coin_};
  ByEvent by_event_{coin_};
  std::array<RunGuide*, 3> guides_{&few_switches_, &by_priority_, &by_event_};
  RunGuide* guide_ = nullptr;  // of the present run
  std::uint64_t points_ = 0;   // that it has
  HuntRuns runs_;
};

// Listens to one worker; the first one's tells the others' figures with its own.
class Hunt::Pulse final : public ProgressListener {
 public:
  Pulse(Hunt& hunt, unsigned number) : hunt_(hunt), number_(number) {}
  void pulse(const Tallies& tallies) override {
    hunt_.so_far_[number_].publish(tallies);
    if (number_ != 0) return;
    Tallies sum;
    sum.seconds = tallies.seconds;
    for (const SharedTallies& one : hunt_.so_far_) one.add_to(sum);
    for (ProgressListener* const listener : hunt_.parts_.progress) listener->pulse(sum);
  }

 private:
  Hunt& hunt_;
  unsigned number_;
};

Hunt::Hunt(Parts parts, std::function<Subject()> subject, const Settings& settings)
    : parts_(std::move(parts)),
      subject_(std::move(subject)),
      settings_(settings),
      so_far_(std::max(settings.jobs, 1u)) {}

Hunt::~Hunt() = default;

Outcome Hunt::run() {
  const auto began = std::chrono::steady_clock::now();
  const auto jobs = static_cast<unsigned>(so_far_.size());
  if (jobs == 1) {
    work(0);
  } else {
    ThreadTeam(jobs).run([this](unsigned number) { work(number); });
  }
  const base::Lock lock(mutex_);
  outcome_.tallies.states = states_.distinct();
  outcome_.tallies.explored = outcome_.tallies.states;
  outcome_.tallies.transitions = transitions_;
  outcome_.tallies.depth = depth_;
  outcome_.tallies.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  // What is not supported may be what a reduction presumed: then the hunt begins anew, within the same limits.
  base::Stop* const stop = parts_.limits.stop;
  if (decided_ && outcome_.why != Why::unsupported && stop != nullptr) stop->conclude();
  return std::move(outcome_);
}

void Hunt::work(unsigned number) {
  try {
    Parts parts = parts_;
    if (number == 0) return hunt(std::move(parts), number);
    Subject subject = subject_();
    hunt({*subject.model, nullptr, parts_.budget, parts_.limits, subject.judged}, number);
  } catch (const base::Stopped&) {
    // Before a run began: whatever stopped it stops all.
  } catch (...) {
    stop_.request(base::Stop::Why::interrupted);
    throw;
  }
}

void Hunt::hunt(Parts parts, unsigned number) {
  Worker worker(*this);
  Pulse pulse(*this, number);
  base::Stop stop(&stop_);  // its own, since a worker that has found something tells of it in peace
  parts.limits.stop = &stop;
  parts.model.key(model::Key::quick());
  parts.limits.errors = 1;
  parts.listeners.clear();
  parts.progress = {&pulse};
  Outcome outcome = RandomWalk(parts, {.length = settings_.length, .states = &worker.states}, worker).run();
  worker.end_run();
  parts.model.set_stop(parts_.limits.stop);
  enter(std::move(outcome), worker);
  if (number == 0) return;
  const base::Lock lock(mutex_);
  for (model::ActionId id = 0; id < parts.model.actions(); ++id) {
    if (parts.model.reached(id)) reached_.insert(name_of(parts.model.action(id)));
  }
}

void Hunt::enter(Outcome outcome, const Worker& worker) {
  const base::Lock lock(mutex_);
  transitions_ += outcome.tallies.transitions;
  depth_ = std::max(depth_, outcome.tallies.depth);
  states_.add(worker.states);
  runs_.runs += worker.runs().runs;
  runs_.actors = std::max(runs_.actors, worker.runs().actors);
  runs_.decisions = std::max(runs_.decisions, worker.runs().decisions);
  for (std::size_t i = 0; i < runs_.by_points.size(); ++i) runs_.by_points[i] += worker.runs().by_points[i];
  if (decided_) return;
  const bool decides = outcome.verdict == Verdict::violation || outcome.verdict == Verdict::error;
  // Of those that end without a finding, one that a limit ended tells more than one that had no more runs to do.
  if (decides || outcome_.why == Why::finished || outcome_.why == Why::sampled) outcome_ = std::move(outcome);
  decided_ = decides;
  if (decides) stop_.request(base::Stop::Why::interrupted);
}

Statistics Hunt::statistics() const {
  const base::Lock lock(mutex_);
  Statistics statistics;
  statistics.hunt = runs_;
  return statistics;
}

bool Hunt::others_reached(model::ActionId id) const {
  const base::Lock lock(mutex_);
  return !reached_.empty() && reached_.contains(name_of(parts_.model.action(id)));
}

}  // namespace waymark::search
