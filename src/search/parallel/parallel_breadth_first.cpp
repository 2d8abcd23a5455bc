#include "search/parallel/parallel_breadth_first.hpp"

#include <algorithm>
#include <utility>

#include "base/check.hpp"
#include "search/expand.hpp"

namespace waymark::search {

namespace {

constexpr store::SharedStates::Form compacted{.marks = true, .length = 2};

}  // namespace

ParallelBreadthFirst::ParallelBreadthFirst(Parts parts, std::function<Subject()> subject, const Settings& settings)
    : budget_(parts.budget),
      settings_(settings),
      ancestry_(parts.budget),
      explorer_(std::move(parts), *this),
      states_(budget_, settings.compact ? compacted : store::Coding::form(settings.coding)),
      coding_(budget_, settings.coding, settings.cas_failure_rate),
      make_subject_(std::move(subject)),
      team_(settings.jobs) {
  engage(explorer_.model(), explorer_.judged());
}

void ParallelBreadthFirst::engage(model::Model& model, const Judged& judged) {
  const Worker::Parts tools{model,   judged,  explorer_.limits(), budget_,
                            states_, coding_, settings_.compact,  settings_.cas_failure_rate};
  writers_.push_back(&workers_.emplace_back(std::make_unique<Worker>(tools))->writer());
}

void ParallelBreadthFirst::engage_others() {
  while (workers_.size() < settings_.jobs) {
    Subject& made = *subjects_.emplace_back(std::make_unique<Subject>(make_subject_()));
    if (explorer_.limits().stop != nullptr) made.model->set_stop(explorer_.limits().stop);
    made.model->reset();
    engage(*made.model, made.judged);
  }
}

Outcome ParallelBreadthFirst::run() {
  bool shortest = false;
  explorer_.guard([&] { shortest = explore(); });
  explorer_.conclude();
  if (settings_.compact) explorer_.may_omit(settings_.compact->expected_omissions(explorer_.tallies().states));
  return finish(explorer_, ancestry_, shortest);
}

bool ParallelBreadthFirst::explore() {
  explorer_.start();
  meet_root();
  while (!places_.empty() && !explorer_.stopping()) {
    level_.places = places_;
    for (std::uint64_t begin = 0; begin < places_.size() && !explorer_.stopping();) begin = round(begin);
    if (explorer_.stopping()) break;
    std::swap(replayed_places_, places_);
    std::swap(places_, next_places_);
    next_places_.clear();
    for (const auto& worker : workers_) worker->next_level();
    level_.first += level_.places.size();
    ++level_.depth;
  }
  replay();
  return found_shortest(
      explorer_, !settings_.compact, next_turn_, replayed_.first + replayed_.places.size(), replayed_.depth,
      [this](std::uint64_t one) { return workers_.front()->words(replayed_.places[one - replayed_.first]); });
}

void ParallelBreadthFirst::meet_root() {
  const model::Packed root = explorer_.model().pack();
  if (!root.room || !states_.prepare(writers_, 1) || !coding_.prepare(1)) return explorer_.stop(Why::memory);
  places_.push_back(workers_.front()->meet_root(root));
  if (places_.front() == store::SharedStates::nowhere) explorer_.stop(Why::memory);
}

void ParallelBreadthFirst::work(const std::function<void(Worker&)>& part) {
  if (!together_) return part(*workers_.front());
  team_.run([&](unsigned member) { part(*workers_[member]); });
}

std::uint64_t ParallelBreadthFirst::round(std::uint64_t begin) {
  const std::uint64_t size = places_.size();
  together_ = settings_.jobs > 1 && size - begin >= settings_.batch_threshold;
  if (together_) engage_others();
  const auto together = [this](const std::function<void(unsigned, unsigned)>& part) {
    if (!together_) return part(0, 1);
    team_.run([&](unsigned member) { part(member, team_.size()); });
  };
  if (!states_.prepare(writers_, states_in_a_round_, together) || !coding_.prepare(states_in_a_round_, together)) {
    replay();
    explorer_.stop(Why::memory);
    return begin;
  }
  for (const auto& worker : workers_) worker->begin_round();
  Round round;
  round.next = begin;
  round.cut = size;
  work([&](Worker& worker) {
    if (&worker == workers_.front().get()) {
      replay();
      if (explorer_.stopping()) round.closing = true;
    }
    worker.expand(level_, round);
  });
  if (explorer_.stopping()) return begin;
  const std::uint64_t end = std::min({size, round.next.load(), round.cut.load()});
  if (end == begin) states_in_a_round_ *= 4;  // one state leads to more than there was room for
  settle(begin, end);
  const auto why = ended_by();
  if (why) {
    replay();
    explorer_.stop(*why);
  }
  return end;
}

std::optional<Why> ParallelBreadthFirst::ended_by() const {
  if (states_.refused() || coding_.refused()) return Why::memory;
  for (const auto& worker : workers_) {
    if (worker->refused()) return Why::memory;
    if (worker->stopped()) return why_of(*worker->stopped());
  }
  return std::nullopt;
}

// Numbers what was discovered. What all workers do at the same time is what has to do with each step.
void ParallelBreadthFirst::settle(std::uint64_t begin, std::uint64_t end) {
  work([&](Worker& worker) { worker.find_discoveries(level_, end); });
  // Units were taken one after the other, so there is one for each place.
  units_.assign((end - begin + Worker::sources_in_a_unit - 1) / Worker::sources_in_a_unit, nullptr);
  for (const auto& worker : workers_) {
    for (Worker::Unit& unit : worker->units()) {
      if (unit.begin < end) units_[(unit.begin - begin) / Worker::sources_in_a_unit] = &unit;
    }
  }
  const std::uint64_t first = level_.first + places_.size();
  std::uint64_t next = first + next_places_.size();
  CHECK(next == explorer_.tallies().states);
  for (Worker::Unit* const unit : units_) {
    unit->first = next;
    next += unit->fresh;
  }
  next_places_.resize(next - first);
  charge();
  work([&](Worker& worker) { worker.number_discoveries(end, next_places_, first); });
  for (const auto& worker : workers_) has_broken_ = has_broken_ || worker->has_broken();
  replayed_ = level_;
}

void ParallelBreadthFirst::replay() {
  const auto turn = [](std::uint64_t) {};
  const Worker& worker = *workers_.front();
  const auto find = [&](std::uint64_t at) {
    const std::uint64_t number = worker.number(at);
    const bool fresh = number == explorer_.tallies().states;
    return store::Found{fresh ? store::Seen::fresh : store::Seen::known, number};
  };
  const auto fresh = [&](std::uint64_t at) {
    if (has_broken_) judge(worker.number(at));
  };
  for (const Worker::Unit* const unit : units_) {
    if (explorer_.stopping()) break;
    next_turn_ = replay_.run(unit->log, replayed_.first + unit->begin, replayed_.depth, turn, find, fresh);
  }
  units_.clear();
}

// A state is judged by the worker that met it first, and perhaps numbered in a later round: from the first that breaks
// an invariant on, all are judged when they are replayed.
void ParallelBreadthFirst::judge(std::uint64_t number) {
  const std::uint64_t first = replayed_.first + replayed_.places.size();
  const std::vector<store::Place>& places = level_.first == first ? places_ : next_places_;
  explorer_.model().unpack(workers_.front()->words(places[number - first]));
  explorer_.judge_state(replay_.source(), replayed_.depth + 1);
}

void ParallelBreadthFirst::charge() {
  std::uint64_t bytes =
      (places_.capacity() + next_places_.capacity() + replayed_places_.capacity()) * sizeof(store::Place);
  for (const auto& worker : workers_) bytes += worker->log_bytes();
  for (const auto& subject : subjects_) bytes += subject->model->bytes();
  if (!held_.resize(bytes)) explorer_.stop(Why::memory);
}

Statistics ParallelBreadthFirst::statistics() const {
  Statistics statistics;
  statistics.store_bytes = states_.bytes() + coding_.bytes();
  for (const auto& worker : workers_) statistics.store_bytes += worker->words_bytes();
  statistics.may_omit = settings_.compact.has_value();
  return statistics;
}

bool ParallelBreadthFirst::others_reached(model::ActionId id) const {
  return std::any_of(subjects_.begin(), subjects_.end(), [&](const auto& one) { return one->model->reached(id); });
}

std::vector<model::Observed> ParallelBreadthFirst::others_observed() const {
  std::vector<model::Observed> all;
  for (const auto& one : subjects_) {
    if (auto seen = one->model->observed()) all.push_back(std::move(*seen));
  }
  return all;
}

}  // namespace waymark::search
