#include "search/parallel/swarm.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include "model/reordered.hpp"
#include "search/breadth_first.hpp"
#include "search/cycles/nested.hpp"
#include "search/depth_first.hpp"
#include "search/omissions.hpp"
#include "search/parallel/thread_team.hpp"
#include "store/bitstate.hpp"

namespace waymark::search {

namespace {

constexpr std::uint64_t most_sampled = 1u << 16;
constexpr auto between_pulses = std::chrono::milliseconds(20);

}  // namespace

// The sum of what the searches have done; each adds what is new since it was last heard of.
struct Swarm::Heard {
  std::atomic<std::uint64_t> states{0};
  std::atomic<std::uint64_t> transitions{0};
  std::atomic<std::uint64_t> depth{0};

  class ProgressCounter final : public ProgressListener {
   public:
    explicit ProgressCounter(Heard& heard) : heard_(heard) {}
    void pulse(const Tallies& tallies) override {
      heard_.states += tallies.states - last_.states;
      heard_.transitions += tallies.transitions - last_.transitions;
      if (tallies.depth > heard_.depth) heard_.depth = tallies.depth;  // for a person; another's may get lost
      last_ = tallies;
    }

   private:
    Heard& heard_;
    Tallies last_;
  };
};

Swarm::Swarm(const Settings& settings, std::function<Subject()> subject, base::Budget& budget, const Limits& limits,
             std::vector<ProgressListener*> progress)
    : settings_(settings),
      subject_(std::move(subject)),
      budget_(budget),
      share_(budget.free() / std::max(settings.jobs, 1u)),
      limits_(limits),
      progress_(std::move(progress)),
      heard_(std::make_unique<Heard>()) {}

Swarm::~Swarm() { budget_.give_back(taken_); }

Outcome Swarm::run() {
  const auto began = std::chrono::steady_clock::now();
  const unsigned jobs = std::min(std::max(settings_.jobs, 1u), settings_.runs);
  if (budget_.take(share_ * jobs)) taken_ = share_ * jobs;
  working_ = jobs;
  ThreadTeam(jobs + 1).run([this](unsigned member) { member == 0 ? wait_for_all() : work(); });
  const base::Lock lock(mutex_);
  // What the sample tells may be less than what one search has counted.
  outcome_.tallies.states = std::max(static_cast<std::uint64_t>(count(false).all / sampled()), most_);
  outcome_.tallies.explored = outcome_.tallies.states;
  outcome_.tallies.transitions = heard_->transitions;
  outcome_.tallies.depth = std::max<std::uint64_t>(outcome_.tallies.depth, heard_->depth);
  outcome_.tallies.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  if (decided_) {
    // What is not supported may be what a reduction presumed: then the search begins anew, within the same limits.
    if (outcome_.why != Why::unsupported && limits_.stop != nullptr) limits_.stop->conclude();
    return std::move(outcome_);
  }
  outcome_.verdict = Verdict::incomplete;
  const Why why = stop_.reached() ? why_of(stop_.why()) : Why::memory;
  outcome_.why = why != Why::interrupted && whole_ > 0 ? Why::omissions : why;
  outcome_.missed = missed_;
  outcome_.estimate = estimate();
  return std::move(outcome_);
}

void Swarm::wait_for_all() {
  const auto began = std::chrono::steady_clock::now();
  while (working_ > 0) {
    std::this_thread::sleep_for(between_pulses);
    Tallies tallies;
    tallies.states = heard_->states;
    tallies.transitions = heard_->transitions;
    tallies.depth = heard_->depth;
    tallies.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    for (ProgressListener* const listener : progress_) listener->pulse(tallies);
  }
}

void Swarm::work() {
  struct Ending {
    std::atomic<unsigned>& working;
    ~Ending() { --working; }
  } const ending{working_};
  try {
    for (unsigned number = next_++; number < settings_.runs && !stop_.reached(); number = next_++) search(number);
  } catch (const base::Stopped&) {
    // Before a search began: whatever stopped it stops all.
  } catch (...) {
    stop_.request(base::Stop::Why::interrupted);
    throw;
  }
}

void Swarm::search(unsigned number) {
  Subject subject = subject_();
  model::Reordered model(std::move(subject.model), number == 0 ? 0 : settings_.seed * 0x10000 + number);
  const bool breadth_first =
      settings_.order == Order::breadth_first || (settings_.order == Order::both_in_turn && number % 2 == 0);
  base::Budget budget(share_);
  auto bits = store::Bitstate::make(budget, {.bytes = settings_.array,
                                             .functions = settings_.functions,
                                             .seed = settings_.seed + number,
                                             .words = breadth_first ? store::Words::to_expand : store::Words::none});
  if (!bits) return;
  std::unique_ptr<ColourMap> colour_map;
  if (settings_.order == Order::nested) colour_map = std::make_unique<ByBits>(budget, *bits);
  store::ReservoirCount store(std::move(bits), most_sampled);
  Heard::ProgressCounter ear(*heard_);
  base::Stop stop(&stop_);  // its own, since a search that has found something tells of it in peace
  Limits limits = limits_;
  limits.stop = &stop;
  Parts parts{model, &store, budget, limits, std::move(subject.judged), {}, {&ear}};
  Outcome outcome = colour_map      ? Nested(parts, std::move(colour_map)).run()
                    : breadth_first ? BreadthFirst(parts).run()
                                    : DepthFirst(parts).run();
  ear.pulse(outcome.tallies);
  for (Finding& finding : outcome.findings) finding.choices = model.plain(finding.choices);
  enter(outcome, store);
}

void Swarm::enter(const Outcome& outcome, const store::ReservoirCount& store) {
  const base::Lock lock(mutex_);
  fewest_ = std::min(fewest_, outcome.tallies.states);
  most_ = std::max(most_, outcome.tallies.states);
  const bool whole = outcome.why == Why::omissions;
  if (whole) ++whole_;
  if (whole && outcome.tallies.states > best_.states) {
    best_ = outcome.tallies;
    missed_ = outcome.missed;
  }
  samples_.push_back({whole, {store.sample().begin(), store.sample().end()}});
  threshold_ = std::min(threshold_, store.threshold());
  if (decided_ || (outcome.verdict != Verdict::violation && outcome.verdict != Verdict::error)) return;
  decided_ = true;
  outcome_ = outcome;
  outcome_.shortest = false;
  stop_.request(base::Stop::Why::interrupted);
}

Statistics Swarm::statistics() const {
  const base::Lock lock(mutex_);
  Statistics statistics;
  statistics.may_omit = true;
  statistics.runs = {samples_.size(), fewest_, most_};
  return statistics;
}

double Swarm::sampled() const { return static_cast<double>(threshold_) / 18446744073709551616.0; }

Swarm::Met Swarm::count(bool whole_only) const {
  std::vector<std::uint64_t> met;
  for (const Sample& sample : samples_) {
    if (whole_only && !sample.whole) continue;
    std::copy_if(sample.hashes.begin(), sample.hashes.end(), std::back_inserter(met),
                 [most = threshold_](std::uint64_t hash) { return hash <= most; });
  }
  std::sort(met.begin(), met.end());
  Met out;
  for (std::size_t i = 0, next = 0; i < met.size(); i = next) {
    while (next < met.size() && met[next] == met[i]) ++next;
    ++out.all;
    if (next - i == 1) ++out.once;
    if (next - i == 2) ++out.twice;
  }
  return out;
}

std::optional<Estimate> Swarm::estimate() const {
  if (whole_ == 0) return std::nullopt;
  if (whole_ == 1) return estimate_omissions(best_, missed_);
  const Met met = count(true);
  const double unmet = (1 - 1.0 / whole_) * met.once * (met.once - 1) / (2 * (met.twice + 1));
  Estimate estimate;
  estimate.covered = std::max(static_cast<std::uint64_t>(met.all / sampled()), best_.states);
  estimate.sampled = sampled();
  estimate.coverage = met.all / (met.all + unmet);
  estimate.low = estimate.coverage * estimate.coverage;
  estimate.high = 1 - (1 - estimate.coverage) / 2;
  return estimate;
}

}  // namespace waymark::search
