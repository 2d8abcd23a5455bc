#include "search/delayed_breadth_first.hpp"

#include <algorithm>
#include <utility>

#include "base/check.hpp"
#include "search/expand.hpp"

namespace waymark::search {

DelayedBreadthFirst::DelayedBreadthFirst(Parts parts, const Settings& settings)
    : budget_(parts.budget),
      path_(parts.model, parts.budget),
      ancestry_(parts.budget),
      candidates_(settings.key, settings.bytes),
      met_(settings.directory, parts.limits.stop),
      level_(std::make_unique<store::ScratchFile>(settings.directory)),
      next_(std::make_unique<store::ScratchFile>(settings.directory)),
      explorer_(std::move(parts), *this) {
  CHECK(explorer_.limits().errors == 1);
  if (budget_.take(settings.bytes)) held_ = settings.bytes;
}

Outcome DelayedBreadthFirst::run() {
  bool shortest = false;
  explorer_.guard([&] { shortest = explore(); });
  explorer_.conclude();
  explorer_.guard([&] { settle(); });  // what was put aside when the search ended was met
  for (Finding& finding : explorer_.findings()) finding.begin_with(ancestry_.way(finding.from));
  Outcome outcome = explorer_.finish();
  outcome.shortest = shortest;
  return outcome;
}

Statistics DelayedBreadthFirst::statistics() const {
  Statistics statistics;
  statistics.disk_bytes = most_bytes_;
  return statistics;
}

bool DelayedBreadthFirst::explore() {
  explorer_.start();
  if (held_ == 0) explorer_.stop(Why::memory);
  if (explorer_.stopping()) return explorer_.tallies().errors != 0;
  meet_root();
  std::uint64_t number = 0;
  std::uint64_t end = 0;
  while (number < explorer_.tallies().states && !explorer_.stopping()) {
    end = explorer_.tallies().states;
    std::swap(level_, next_);
    level_->begin_reading();
    next_->clear();
    for (; number < end && !explorer_.stopping(); ++number) expand(number);
    if (explorer_.stopping()) break;
    settle();
    ++depth_;
  }
  if (explorer_.tallies().errors != 1) return false;
  if (explorer_.findings().front().length <= depth_) return true;
  return prefer_deadlock(explorer_, number, end, depth_, [this](std::uint64_t) { return next_words(); });
}

void DelayedBreadthFirst::meet_root() {
  const model::Packed root = explorer_.model().pack();
  if (!root.room) return explorer_.stop(Why::memory);
  push_words(root.words);
  const store::SortedRuns::Entry entry{candidates_.print(root.words), 0};
  met_.add({&entry, 1});
}

std::span<const model::Word> DelayedBreadthFirst::next_words() {
  std::uint32_t count = 0;
  CHECK(level_->read({reinterpret_cast<std::uint8_t*>(&count), sizeof count}));
  words_.resize(count);
  CHECK(level_->read({reinterpret_cast<std::uint8_t*>(words_.data()), count * sizeof(model::Word)}));
  return words_;
}

void DelayedBreadthFirst::push_words(std::span<const model::Word> words) {
  const auto count = static_cast<std::uint32_t>(words.size());
  next_->append({reinterpret_cast<const std::uint8_t*>(&count), sizeof count});
  next_->append({reinterpret_cast<const std::uint8_t*>(words.data()), words.size_bytes()});
}

void DelayedBreadthFirst::expand(std::uint64_t number) {
  explorer_.model().unpack(next_words());
  if (!path_.push(number)) return explorer_.stop(Why::memory);
  if (path_.width() == 0) {
    const bool dead = explorer_.judged().deadlock && !explorer_.model().facts().proper_end;
    if (dead) report(Explorer::deadlock(), number, depth_);
    if (explorer_.stopping() && explorer_.findings().empty()) return;  // a search in memory would not have come here
  } else if (depth_ >= explorer_.limits().depth) {
    explorer_.cut_off(number);
    events_.push_back(cut);
    return path_.pop();
  }
  while (!path_.exhausted() || path_.intermediate()) {
    if (path_.exhausted()) {
      path_.pop();
      continue;
    }
    step(number);
    if (explorer_.stopping()) return;
  }
  path_.pop();
  events_.push_back(done);
  if (candidates_.full(events_.size() * sizeof events_[0])) settle();
}

void DelayedBreadthFirst::step(std::uint64_t number) {
  explorer_.tick();
  const model::Step step = path_.fire_next();
  if (step == model::Step::unsupported) return explorer_.stop_unsupported();
  model::Violation violation;
  if (step == model::Step::failed) violation = explorer_.model().violation();  // arriving calls the model again
  const model::Step after = step == model::Step::failed ? violation.after : step;
  if (after == model::Step::moved) arrive(number);
  if (step == model::Step::failed && !explorer_.waived(violation.kind)) report(violation, number, depth_ + 1);
  if (after == model::Step::intermediate && !explorer_.stopping()) explorer_.pass(path_);
}

void DelayedBreadthFirst::arrive(std::uint64_t from) {
  const model::Packed state = explorer_.model().pack();
  if (!state.room) return explorer_.stop(Why::memory);
  const store::Candidates::Added added = candidates_.add(state.words);
  events_.push_back(added.index);
  if (!added.fresh) return;
  step_.clear();
  path_.choices(step_);
  candidates_.came_by(step_);
  // A state that is known after all was judged when it was met.
  for (const Invariant& invariant : explorer_.judged().invariants) {
    if (explorer_.model().holds(invariant.watch)) continue;
    report(Explorer::broken(invariant, explorer_.model().undefined()), from, depth_ + 1);
  }
}

void DelayedBreadthFirst::report(const model::Violation& violation, std::uint64_t from, std::uint64_t length) {
  const bool first = explorer_.findings().empty();
  if (first) settle();
  if (!first || !explorer_.stopping()) explorer_.found(violation, from, length);
}

void DelayedBreadthFirst::settle() {
  if (events_.empty()) return;
  const std::vector<store::SortedRuns::Entry>& sorted = candidates_.sorted();
  std::vector<std::uint64_t> numbers(candidates_.size(), unknown);
  met_.look_up(sorted, [&](std::size_t i, std::uint64_t number) { numbers[sorted[i].number] = number; });
  const std::uint64_t before = explorer_.tallies().states;
  retell(numbers);
  std::vector<store::SortedRuns::Entry> fresh;
  for (const store::SortedRuns::Entry& entry : sorted) {
    const std::uint64_t number = numbers[entry.number];
    if (number >= before && number != unknown) fresh.push_back({entry.print, number});
  }
  candidates_.clear();
  events_.clear();
  met_.add(fresh);  // may be cut short, but not lose any of them
  most_bytes_ = std::max(most_bytes_, met_.bytes() + level_->size() + next_->size());
}

void DelayedBreadthFirst::retell(std::vector<std::uint64_t>& numbers) {
  for (const std::uint32_t event : events_) {
    if (event == done) {
      if (!ancestry_.close()) return explorer_.stop(Why::memory);
      explorer_.leave(source_++, depth_);
      continue;
    }
    if (event == cut) {
      ++source_;
      continue;
    }
    const bool is_new = numbers[event] == unknown;
    if (is_new) {
      numbers[event] = explorer_.tallies().states;
      push_words(candidates_.words(event));
      if (!ancestry_.child(candidates_.choices(event))) return explorer_.stop(Why::memory);
    }
    explorer_.count_transition({is_new ? store::Seen::fresh : store::Seen::known, numbers[event]}, source_, depth_);
    if (explorer_.tallies().states > explorer_.limits().states) return;
  }
}

}  // namespace waymark::search
