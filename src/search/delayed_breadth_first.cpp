#include "search/delayed_breadth_first.hpp"

#include <algorithm>
#include <utility>

#include "base/check.hpp"
#include "search/expand.hpp"

namespace waymark::search {

DelayedBreadthFirst::DelayedBreadthFirst(Parts parts, const Settings& settings)
    : budget_(parts.budget),
      ancestry_(parts.budget),
      candidates_(settings.key, settings.bytes),
      met_(settings.directory, parts.limits.stop),
      level_(std::make_unique<store::ScratchFile>(settings.directory)),
      next_(std::make_unique<store::ScratchFile>(settings.directory)),
      explorer_(std::move(parts), *this),
      expander_(explorer_.model(), budget_, explorer_.limits(), explorer_.judged()) {
  CHECK(explorer_.limits().errors == 1);
  (void)held_.resize(settings.bytes);
}

Outcome DelayedBreadthFirst::run() {
  bool shortest = false;
  explorer_.guard([&] { shortest = explore(); });
  explorer_.conclude();
  explorer_.guard([&] {  // what was put aside when the search ended was met
    expander_.abandon();
    log_.drop_unfinished();
    settle();
  });
  return finish(explorer_, ancestry_, shortest);
}

Statistics DelayedBreadthFirst::statistics() const {
  Statistics statistics;
  statistics.disk_bytes = most_bytes_;
  return statistics;
}

bool DelayedBreadthFirst::explore() {
  explorer_.start();
  if (held_.bytes() == 0) explorer_.stop(Why::memory);
  if (explorer_.stopping()) return explorer_.tallies().errors != 0;
  meet_root();
  std::uint64_t first = 0;
  std::uint64_t end = 0;
  for (; source_ < explorer_.tallies().states && !explorer_.stopping(); ++depth_) {
    first = source_;
    end = explorer_.tallies().states;
    std::swap(level_, next_);
    level_->begin_reading();
    next_->clear();
    for (std::uint64_t number = first; number < end && !explorer_.stopping(); ++number) expand_next();
    if (explorer_.stopping()) break;
    settle();
    if (explorer_.stopping()) break;
  }
  level_->begin_reading();
  for (std::uint64_t number = first; number < source_ && explorer_.tallies().errors == 1; ++number) (void)next_words();
  return found_shortest(explorer_, true, source_, end, depth_, [this](std::uint64_t) { return next_words(); });
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

void DelayedBreadthFirst::expand_next() {
  explorer_.model().unpack(next_words());
  const bool more = expander_.expand(depth_, log_, [this] { return put_aside(); });
  if (!more || log_.has_violations() || has_broken_ || candidates_.full(log_.events().size_bytes())) settle();
}

std::uint64_t DelayedBreadthFirst::put_aside() {
  explorer_.tick();
  const model::Packed state = explorer_.model().pack();
  if (!state.room) return Expander::nowhere;
  const store::Candidates::Added added = candidates_.add(state.words);
  const auto holds = [this](const Invariant& invariant) { return explorer_.model().holds(invariant.watch); };
  const std::vector<Invariant>& invariants = explorer_.judged().invariants;
  if (added.fresh && !std::all_of(invariants.begin(), invariants.end(), holds)) has_broken_ = true;
  return added.index;
}

void DelayedBreadthFirst::settle() {
  if (log_.events().empty()) return;
  const std::vector<store::SortedRuns::Entry>& sorted = candidates_.sorted();
  std::vector<std::uint64_t> numbers(candidates_.size(), unknown);
  met_.look_up(sorted, [&](std::size_t i, std::uint64_t number) { numbers[sorted[i].number] = number; });
  const std::uint64_t before = explorer_.tallies().states;
  replay(numbers);
  std::vector<store::SortedRuns::Entry> fresh;
  for (const store::SortedRuns::Entry& entry : sorted) {
    const std::uint64_t number = numbers[entry.number];
    if (number >= before && number != unknown) fresh.push_back({entry.print, number});
  }
  candidates_.clear();
  log_.clear();
  has_broken_ = false;
  met_.add(fresh);  // may be cut short, but not lose any of them
  most_bytes_ = std::max(most_bytes_, met_.bytes() + level_->size() + next_->size());
}

void DelayedBreadthFirst::replay(std::vector<std::uint64_t>& numbers) {
  const auto find = [&](std::uint64_t at) {
    if (numbers[at] != unknown) return store::Found{store::Seen::known, numbers[at]};
    return store::Found{store::Seen::fresh, numbers[at] = explorer_.tallies().states};
  };
  const auto fresh = [&](std::uint64_t at) {
    push_words(candidates_.words(at));
    if (!has_broken_) return;  // a state that is known was judged when it was met
    explorer_.model().unpack(candidates_.words(at));
    explorer_.judge_state(replay_.source(), depth_ + 1);
  };
  source_ = replay_.run(
      log_, source_, depth_, [](std::uint64_t) {}, find, fresh);
}

}  // namespace waymark::search
