#include "check/lift/concretize.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "check/lift/lasso.hpp"
#include "model/walker.hpp"
#include "promela/abstract/abstract.hpp"

namespace waymark::check {

namespace {

constexpr std::size_t most_runs = 1024;         // that are followed at a time
constexpr std::size_t most_cycle_rounds = 300;  // of a cycle, until a state comes again

// Who did something, and where; twice at one place is once.
using Place = std::pair<std::uint32_t, std::string>;
using Places = std::vector<Place>;

void append(Places& places, const model::Explanation& explanation) {
  for (const model::Event& event : explanation) {
    const Place place{event.actor, event.location};
    if (places.empty() || places.back() != place) places.push_back(place);
  }
}

bool begins(const Places& start, const Places& whole) {
  return start.size() <= whole.size() && std::equal(start.begin(), start.end(), whole.begin());
}

// A step of the abstraction, from state to state.
struct AbstractStep {
  Places places;
  bool fails = false;
  bool blocked = false;  // somebody stays where it is for ever, which is no step of the program
};

class Runs {
 public:
  struct Run {
    std::vector<model::Word> words;
    std::size_t before = 0;
    std::vector<std::uint32_t> choices;  // since then
    std::uint64_t steps = 0;
  };

  Runs(model::Model& program, const base::Stop* stop) : program_(program), stop_(stop) {
    program_.reset();
    runs_.push_back({packed(), 0, {}, 0});
  }

  [[nodiscard]] bool too_many() const { return too_many_; }
  [[nodiscard]] const std::vector<std::size_t>& front() const { return front_; }
  [[nodiscard]] const Run& operator[](std::size_t run) const { return runs_[run]; }
  void keep(std::vector<std::size_t> runs) { front_ = std::move(runs); }

  // Takes a step of the abstraction in all runs. A run that fails as it should is the last of failed().
  void follow(const AbstractStep& step, const std::string& failure) {
    known_.clear();
    for (const std::size_t run : std::exchange(front_, {})) {
      base::poll(stop_);
      program_.unpack(runs_[run].words);
      complete(run, step, failure, {});
      if (front_.size() <= most_runs) continue;
      too_many_ = true;
      front_.resize(most_runs);
      break;
    }
  }
  [[nodiscard]] const std::optional<std::size_t>& failed() const { return failed_; }
  [[nodiscard]] const model::Violation& violation() const { return violation_; }

  // All choices from the initial state.
  [[nodiscard]] std::vector<std::uint32_t> choices(std::size_t run) const {
    std::vector<std::uint32_t> all;
    for (std::size_t at = run; at != 0; at = runs_[at].before) {
      all.insert(all.end(), runs_[at].choices.rbegin(), runs_[at].choices.rend());
    }
    std::reverse(all.begin(), all.end());
    return all;
  }

 private:
  std::vector<model::Word> packed() {
    const auto words = program_.pack().words;
    return {words.begin(), words.end()};
  }

  // Goes on from where the program stands, inside of a step, along the places.
  void complete(std::size_t run, const AbstractStep& step, const std::string& failure, const Places& places) {
    std::vector<model::Transition> enabled;
    program_.enabled(enabled);
    for (std::size_t i = 0; i < enabled.size() && front_.size() <= most_runs; ++i) {
      const model::Mark mark = program_.mark();
      model::Explanation explanation;
      const model::Step stepped = program_.explain(enabled[i], explanation);
      Places so_far = places;
      append(so_far, explanation);
      choices_.push_back(static_cast<std::uint32_t>(i));
      if (stepped == model::Step::failed && begins(so_far, step.places) && program_.violation().kind == failure) {
        violation_ = program_.violation();
        runs_.push_back({{}, run, choices_, runs_[run].steps + 1});
        failed_ = runs_.size() - 1;
      } else if (begins(so_far, step.places)) {
        const model::Step came = model::outcome(stepped, program_);
        if (came == model::Step::intermediate) complete(run, step, failure, so_far);
        if (came == model::Step::moved && so_far == step.places && known_.insert(packed()).second) {
          front_.push_back(runs_.size());
          runs_.push_back({packed(), run, choices_, runs_[run].steps + 1});
        }
      }
      choices_.pop_back();
      program_.rewind(mark);
    }
  }

  model::Model& program_;
  const base::Stop* stop_;
  std::vector<Run> runs_;
  std::vector<std::size_t> front_{0};
  std::set<std::vector<model::Word>> known_;  // where the front stands
  std::vector<std::uint32_t> choices_;        // inside of the step at hand
  std::optional<std::size_t> failed_;
  model::Violation violation_;
  bool too_many_ = false;
};

class Concretizing {
 public:
  Concretizing(const JudgedRun& finding, const load::Program& abstraction, const load::Program& whole,
               const base::Stop* stop)
      : finding_(finding), whole_(whole), program_(whole.make()), stop_(stop), runs_(*program_, stop) {
    read_path(*abstraction.make());
    made_.found = finding.found;
  }

  Concretized run() {
    const std::size_t stem = finding_.found.cycle ? cycle_begins_ : path_.size();
    if (!follow(0, stem)) return made_;
    made_.verdict = Counterexample::spurious;
    if (finding_.found.cycle && cycle_begins_ < path_.size()) {
      go_around();
    } else {
      judge_end();
    }
    if (made_.verdict == Counterexample::spurious && runs_.too_many()) made_.verdict = Counterexample::undecided;
    return made_;
  }

 private:
  void read_path(model::Model& abstract_model) {
    model::Walker walker(abstract_model);
    const std::vector<std::uint32_t>& choices = finding_.found.choices;
    const std::string mark = std::string(promela::blocked_mark) + ":";
    bool inside = false;
    for (std::size_t i = 0; i < choices.size(); ++i) {
      if (finding_.found.cycle == i) cycle_begins_ = path_.size();
      if (!inside) path_.emplace_back();
      AbstractStep& step = path_.back();
      model::Explanation explanation;
      const model::Step stepped = walker.take(choices[i], abstract_model, explanation);
      append(step.places, explanation);
      step.fails = stepped == model::Step::failed;
      step.blocked = !step.places.empty() && step.places.front().second.find(mark) != std::string::npos;
      inside = walker.intermediate();
    }
    if (finding_.found.cycle == choices.size()) cycle_begins_ = path_.size();
  }

  // False: no run of the program does, or one of them fails on the way; then that is the answer.
  bool follow(std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
      for (const Place& place : path_[i].places) {
        if (!path_[i].blocked) made_.places.push_back(place.second);
      }
      if (path_[i].blocked) continue;
      runs_.follow(path_[i], finding_.found.cycle ? "" : finding_.found.violation.kind);
      if (runs_.failed()) {
        made_.verdict = Counterexample::real;
        tell(*runs_.failed());
        made_.found.violation = runs_.violation();
        return false;
      }
      if (runs_.front().empty() || path_[i].fails) {  // where it should fail, it goes on
        made_.verdict = runs_.too_many() ? Counterexample::undecided : Counterexample::spurious;
        made_.at = path_[i].places.empty() ? "" : path_[i].places.front().second;
        return false;
      }
      ++made_.feasible;
    }
    return true;
  }

  void tell(std::size_t run) {
    made_.found.choices = runs_.choices(run);
    made_.found.steps = runs_[run].steps;
  }

  bool is_real() {
    const bool real = is_shown({made_.found, finding_.invariants, finding_.formula, finding_.fair}, whole_, stop_);
    if (real) made_.verdict = Counterexample::real;
    return real;
  }

  void judge_end() {
    for (const std::size_t run : runs_.front()) {
      base::poll(stop_);
      tell(run);
      if (finding_.found.cycle) made_.found.cycle = made_.found.choices.size();
      if (is_real()) return;
    }
  }

  // A cycle of the abstraction is one of the program only when a state of the program comes again. Where one does and
  // shows nothing, that run is given up: it would only do the same once more.
  void go_around() {
    constexpr std::size_t none = ~std::size_t{0};
    std::map<std::size_t, std::size_t> begun;  // runs that stand where the cycle begins, and where they did so before
    bool given_up = false;
    for (const std::size_t run : runs_.front()) begun[run] = none;
    for (std::size_t round = 0; round < most_cycle_rounds; ++round) {
      if (!follow(cycle_begins_, path_.size())) break;
      std::vector<std::size_t> open;
      for (const std::size_t run : runs_.front()) {
        base::poll(stop_);
        std::size_t last = runs_[run].before;
        while (!begun.contains(last)) last = runs_[last].before;
        begun[run] = last;
        std::size_t at = last;
        while (at != none && runs_[at].words != runs_[run].words) at = begun[at];
        if (at == none) {
          open.push_back(run);
          continue;
        }
        tell(run);
        made_.found.cycle = runs_.choices(at).size();
        given_up = true;
        if (is_real()) return;
      }
      made_.verdict = Counterexample::undecided;
      if (open.empty()) return;
      runs_.keep(std::move(open));
    }
    if (given_up) made_.verdict = Counterexample::undecided;
  }

  const JudgedRun& finding_;
  const load::Program& whole_;
  std::unique_ptr<model::Model> program_;
  const base::Stop* stop_;
  Runs runs_;
  std::vector<AbstractStep> path_;
  std::size_t cycle_begins_ = 0;
  Concretized made_;
};

}  // namespace

Concretized concretize(const JudgedRun& finding, const load::Program& abstraction, const load::Program& whole,
                       const base::Stop* stop) {
  return Concretizing(finding, abstraction, whole, stop).run();
}

}  // namespace waymark::check
