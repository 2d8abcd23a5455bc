#include "search/parallel/parallel_nested.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <thread>
#include <utility>

#include "base/check.hpp"

namespace waymark::search {

namespace {

constexpr auto longest_between_looks = std::chrono::microseconds(20'000);
constexpr std::uint64_t room_to_begin_with = 1024;

}  // namespace

ParallelNested::ParallelNested(Parts parts, const std::function<Subject()>& subject, const Settings& settings)
    : progress_(std::exchange(parts.progress, {})),
      shared_(parts.budget, settings.small, settings.jobs, settings.cas_failure_rate),
      working_(settings.jobs),
      team_(settings.jobs) {
  CHECK(settings.jobs <= most_workers && parts.judged.invariants.empty());
  CHECK(parts.limits.depth == std::numeric_limits<std::uint64_t>::max());
  shared_.most_states = parts.limits.states;
  shared_.counts = parts.limits.states != std::numeric_limits<std::uint64_t>::max();
  const auto engage = [&](const Parts& one, std::function<void(double)> told) {
    const auto number = static_cast<unsigned>(workers_.size());
    workers_.push_back(std::make_unique<NestedWorker>(one, number, shared_, std::move(told)));
    shared_.writers.push_back(&workers_.back()->writer());
  };
  engage(parts, [this](double seconds) { pulse(seconds); });
  subjects_.reserve(settings.jobs);
  while (workers_.size() < settings.jobs) {
    Subject& made = subjects_.emplace_back(subject());
    engage({*made.model, nullptr, parts.budget, parts.limits, made.judged}, {});
  }
}

Outcome ParallelNested::run() {
  const auto began = std::chrono::steady_clock::now();
  shared_.make_room(room_to_begin_with);
  team_.run([this](unsigned member) { work(member); });
  // A finding counts, even if another worker had to give up before.
  const auto telling = [&](const auto& holds) {
    const auto at = std::find_if(workers_.begin(), workers_.end(), [&](const auto& one) { return holds(*one); });
    return at == workers_.end() ? nullptr : at->get();
  };
  NestedWorker* one = telling([](const NestedWorker& worker) { return worker.has_findings(); });
  if (one == nullptr) one = telling([](const NestedWorker& worker) { return worker.stopped(); });
  if (one == nullptr) one = workers_.front().get();
  Outcome outcome = one->finish();
  const std::uint64_t errors = outcome.tallies.errors;
  outcome.tallies = sum();
  outcome.tallies.errors = errors;
  outcome.tallies.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return outcome;
}

void ParallelNested::work(unsigned member) {
  const auto began = std::chrono::steady_clock::now();
  struct Ending {
    std::atomic<unsigned>& working;
    ~Ending() { --working; }
  };
  {
    const Ending ending{working_};
    workers_[member]->run();
  }
  if (member != 0) return;
  // The first one keeps telling how far the others are.
  for (auto between_looks = std::chrono::microseconds(20); working_ > 0;) {
    std::this_thread::sleep_for(between_looks);
    between_looks = std::min(between_looks * 2, longest_between_looks);
    pulse(std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
  }
}

Tallies ParallelNested::sum() const {
  Tallies all;
  for (const auto& worker : workers_) worker->tallies().add_to(all);
  return all;
}

void ParallelNested::pulse(double seconds) const {
  Tallies all = sum();
  all.seconds = seconds;
  for (ProgressListener* const listener : progress_) listener->pulse(all);
}

Statistics ParallelNested::statistics() const {
  Statistics statistics;
  statistics.store_bytes = shared_.bytes();
  return statistics;
}

bool ParallelNested::others_reached(model::ActionId id) const {
  return std::any_of(subjects_.begin(), subjects_.end(), [&](const Subject& one) { return one.model->reached(id); });
}

std::vector<model::Observed> ParallelNested::others_observed() const {
  std::vector<model::Observed> all;
  for (const Subject& one : subjects_) {
    if (auto seen = one.model->observed()) all.push_back(std::move(*seen));
  }
  return all;
}

}  // namespace waymark::search
