#include "search/parallel/parallel_breadth_first.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/check.hpp"
#include "search/expand.hpp"

namespace waymark::search {

namespace {

constexpr store::SharedStates::Form compacted{.marks = true, .length = 2};
// Where the workers share the new states of a round alone. More of them would take more memory, and fewer more rounds.
constexpr std::uint64_t most_in_a_round = 1 << 15;

}  // namespace

ParallelBreadthFirst::ParallelBreadthFirst(Parts parts, std::function<Subject()> subject, const Settings& settings)
    : budget_(parts.budget),
      settings_(settings),
      ancestry_(parts.budget),
      explorer_(std::move(parts), *this),
      states_(budget_, settings.compact ? compacted : store::SharedStates::Form{}),
      make_subject_(std::move(subject)),
      team_(settings.jobs) {
  CHECK(!settings.small || !settings.compact);
  if (settings.small) tree_.emplace(budget_);
  engage(explorer_.model(), explorer_.judged());
}

void ParallelBreadthFirst::engage(model::Model& model, const Judged& judged) {
  const Worker::Parts tools{model,
                            judged,
                            explorer_.limits(),
                            budget_,
                            states_,
                            tree_ ? &*tree_ : nullptr,
                            settings_.compact,
                            settings_.cas_failure_rate};
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
  while (level_.size != 0 && !explorer_.stopping()) {
    level_.places = places_;
    for (std::uint64_t begin = 0; begin < level_.size && !explorer_.stopping();) begin = round(begin);
    if (explorer_.stopping()) break;
    std::swap(replayed_places_, places_);
    std::swap(places_, next_places_);
    next_places_.clear();
    for (const auto& worker : workers_) worker->next_level();
    level_.first = level_.end();
    level_.size = std::exchange(next_size_, 0);
    ++level_.depth;
  }
  replay();
  return found_shortest(explorer_, !settings_.compact, next_turn_, replayed_.end(), replayed_.depth,
                        [this](std::uint64_t one) { return words(replayed_, one); });
}

void ParallelBreadthFirst::meet_root() {
  const model::Packed root = explorer_.model().pack();
  if (!root.room || !states_.prepare(writers_, 1)) return explorer_.stop(Why::memory);
  level_.size = 1;
  if (tree_) {
    if (tree_->insert(root).seen == store::Seen::no_room) explorer_.stop(Why::memory);
    return;
  }
  places_.push_back(workers_.front()->meet_root(root));
  if (places_.front() == store::SharedStates::nowhere) explorer_.stop(Why::memory);
}

std::uint64_t ParallelBreadthFirst::room_for(std::uint64_t left) const {
  if (!tree_) return states_in_a_round_;
  return std::max(states_in_a_round_, std::min(4 * left, most_in_a_round));
}

// What the tree had no room for is where it was met.
std::span<const model::Word> ParallelBreadthFirst::words(const Level& level, std::uint64_t number) {
  if (tree_ && number >= tree_->size()) return states_.words(round_places_[number - round_first_]);
  return workers_.front()->words(level.place(number));
}

void ParallelBreadthFirst::work(const std::function<void(Worker&)>& part) {
  if (!together_) return part(*workers_.front());
  team_.run([&](unsigned member) { part(*workers_[member]); });
}

std::uint64_t ParallelBreadthFirst::round(std::uint64_t begin) {
  const std::uint64_t size = level_.size;
  together_ = settings_.jobs > 1 && size - begin >= settings_.batch_threshold;
  if (together_) engage_others();
  const auto together = [this](const std::function<void(unsigned, unsigned)>& part) {
    if (!together_) return part(0, 1);
    team_.run([&](unsigned member) { part(member, team_.size()); });
  };
  if (tree_) states_.forget(writers_);
  const std::uint64_t room = room_for(size - begin);
  if (!states_.prepare(writers_, room, together)) {
    replay();
    explorer_.stop(Why::memory);
    return begin;
  }
  for (const auto& worker : workers_) worker->begin_round();
  Round round;
  round.next = begin;
  round.cut = size;
  if (tree_) round.most_fresh = room / 2 / workers_.size();
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
  if (states_.refused() || tree_is_full_) return Why::memory;
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
  const std::uint64_t first = level_.end();
  std::uint64_t next = first + next_size_;
  round_first_ = next;
  CHECK(next == explorer_.tallies().states);
  for (Worker::Unit* const unit : units_) {
    unit->first = next;
    next += unit->fresh;
  }
  next_size_ = next - first;
  // If all are kept elsewhere, their places are needed only until they are there.
  std::vector<store::Place>& places = tree_ ? round_places_ : next_places_;
  const std::uint64_t first_place = tree_ ? round_first_ : first;
  places.resize(next - first_place);
  charge();
  work([&](Worker& worker) { worker.number_discoveries(end, places, first_place); });
  if (tree_) {
    work([&](Worker& worker) {
      if (&worker == workers_.front().get()) keep_in_tree();
      worker.number_arrivals(end);
    });
  }
  for (const auto& worker : workers_) has_broken_ = has_broken_ || worker->has_broken();
  replayed_ = level_;
}

void ParallelBreadthFirst::keep_in_tree() {
  constexpr std::size_t at_a_time = 256;
  std::array<std::span<const model::Word>, at_a_time> states;
  CHECK(round_places_.empty() || tree_->size() == round_first_);
  for (std::size_t done = 0; done < round_places_.size() && !tree_is_full_;) {
    const std::size_t count = std::min(at_a_time, round_places_.size() - done);
    for (std::size_t i = 0; i < count; ++i) states[i] = states_.words(round_places_[done + i]);
    tree_is_full_ = tree_->insert_new({states.data(), count}) < count;
    done += count;
  }
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
  const Level after{level_.first == replayed_.end() ? places_ : next_places_, replayed_.end()};
  explorer_.model().unpack(words(after, number));
  explorer_.judge_state(replay_.source(), replayed_.depth + 1);
}

void ParallelBreadthFirst::charge() {
  std::uint64_t bytes =
      (places_.capacity() + next_places_.capacity() + replayed_places_.capacity() + round_places_.capacity()) *
      sizeof(store::Place);
  for (const auto& worker : workers_) bytes += worker->log_bytes();
  for (const auto& subject : subjects_) bytes += subject->model->bytes();
  if (!held_.resize(bytes)) explorer_.stop(Why::memory);
}

Statistics ParallelBreadthFirst::statistics() const {
  Statistics statistics;
  statistics.store_bytes = states_.bytes() + (tree_ ? tree_->bytes() : 0);
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
