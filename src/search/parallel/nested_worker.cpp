#include "search/parallel/nested_worker.hpp"

#include <chrono>
#include <limits>
#include <thread>
#include <utility>

#include "base/check.hpp"

namespace waymark::search {

namespace {

constexpr std::uint64_t room_made = 4096;  // for so many states, or more
constexpr unsigned yields_before_sleep = 64;
constexpr auto sleep_between_looks = std::chrono::microseconds(50);

Parts with(Parts parts, store::Store& store, ProgressListener& progress) {
  CHECK(parts.store == nullptr && parts.listeners.empty() && parts.progress.empty() && parts.limits.errors == 1);
  parts.store = &store;
  parts.progress = {&progress};
  parts.limits.states = std::numeric_limits<std::uint64_t>::max();  // all of them together have a limit
  return parts;
}

}  // namespace

NestedShared::NestedShared(base::Budget& budget, bool small, unsigned jobs, unsigned failure_rate)
    : states(budget, small ? store::TreeCoding::of_codes : store::SharedStates::Form{}),
      cas_failure_rate(failure_rate),
      recess(jobs, [this] { make_room(room_made); }) {
  if (small) coding.emplace(budget, failure_rate);
}

void NestedShared::make_room(std::uint64_t room) {
  full = !states.prepare(writers, room) || states.refused();
  if (coding) full = full || !coding->prepare(room) || coding->refused();
}

NestedWorker::NestedWorker(Parts parts, unsigned number, NestedShared& shared, std::function<void(double)> pulse)
    : shared_(shared),
      colours_(shared.states, number),
      store_(
          shared.states, shared.coding ? &shared.coding->make() : nullptr,
          [this] {
            shared_.recess.call();
            return !shared_.full && !shared_.over.load(std::memory_order_relaxed);
          },
          shared.cas_failure_rate),
      pulse_(std::move(pulse)),
      paths_(parts.model, parts.budget, number),
      region_(parts.budget),
      awaited_(parts.budget),
      explorer_(with(std::move(parts), store_, *this), *this) {}

void NestedWorker::run() {
  // Whatever happens, the others must not wait for this one.
  struct Leaving {
    NestedWorker& worker;
    bool whole = false;
    ~Leaving() {
      if (!whole) worker.shared_.over = true;
      worker.shared_.recess.leave();
    }
  } leaving{*this};
  explorer_.guard([this] { search(); });
  // Where the search ends early, what is on the path counts as well, though others may have been there.
  transitions_ += paths_.open_steps();
  pulse(explorer_.tallies());
  leaving.whole = !explorer_.stopping();
}

void NestedWorker::search() {
  if (explorer_.limits().stop != nullptr) explorer_.model().set_stop(explorer_.limits().stop);
  explorer_.model().reset();
  const store::Found root = explorer_.insert_remote(explorer_.model().pack(), 0);
  if (explorer_.stopping()) return;
  if (root.seen == store::Seen::fresh) count();
  arrive(root.number);
  model::Path& path = paths_.first();
  while (!path.empty() && goes_on()) {
    if (path.exhausted()) {
      leave();
      continue;
    }
    const Arrival arrival = explorer_.step(path, path.depth());
    if (explorer_.stopping()) return;
    if (arrival == Arrival::fresh) count();
    if (arrival != Arrival::fresh && arrival != Arrival::known) continue;
    ++paths_.note().steps;
    arrive(explorer_.number());
  }
}

bool NestedWorker::goes_on() {
  shared_.recess.attend();
  return !explorer_.stopping() && !shared_.over.load(std::memory_order_relaxed);
}

void NestedWorker::arrive(store::Place place) {
  const SharedColours::Seen colour = colours_.of(place);
  if (!colour.cyan() && !colour.blue()) return enter(place);
  if (paths_.empty()) return;
  paths_.meet(
      explorer_, [&] { return colour.cyan() ? std::make_optional(place) : std::nullopt; },
      [&] { return colour.red(); });
}

void NestedWorker::enter(store::Place place) {
  if (!paths_.enter(explorer_.model(), place)) return explorer_.stop(Why::memory);
  colours_.make_cyan(place);
  if (paths_.first().width() == 0) explorer_.dead_end(place, paths_.first().depth());
}

void NestedWorker::leave() {
  model::Path& path = paths_.first();
  if (path.intermediate()) return path.pop();
  const store::Place place = path.number();
  const NestedPaths::Note note = paths_.note();
  if (colours_.make_blue(place)) {
    transitions_ += note.steps;
    ++left_;
  }
  if (!note.weak && note.all_red) {
    colours_.make_red(place);
  } else if (!note.weak && note.accepting && !colours_.of(place).red()) {
    path.restore();
    search_again(place);
    paint_red();
    if (!goes_on()) return;
  }
  const bool red = colours_.of(place).red();
  colours_.leave(place);
  paths_.leave(red);
}

void NestedWorker::search_again(store::Place seed) {
  if (!push_again(seed)) return explorer_.stop(Why::memory);
  paths_.search_again(
      explorer_, [this] { return goes_on(); }, [this](const model::Facts& facts) { return arrive_again(facts); });
}

bool NestedWorker::arrive_again(const model::Facts& facts) {
  const store::Found found =
      explorer_.insert_remote(explorer_.model().pack(), paths_.first().depth() + paths_.second_states());
  if (explorer_.stopping()) return true;
  if (found.seen == store::Seen::fresh) count();
  const SharedColours::Seen colour = colours_.of(found.number);
  if (colour.cyan()) {
    paths_.found_cycle(explorer_, found.number);
    return true;
  }
  if (colour.red() || colour.pink()) return true;
  if (facts.accepting && !facts.weak && !awaited_.push(found.number)) return false;
  return push_again(found.number);
}

bool NestedWorker::push_again(store::Place place) {
  colours_.make_pink(place);
  return region_.push(place) && paths_.push(place);
}

void NestedWorker::paint_red() {
  for (std::uint64_t i = 0; i < awaited_.size(); ++i) {
    for (unsigned looks = 0; goes_on() && !colours_.of(awaited_[i]).red(); ++looks) {
      explorer_.tick();
      if (looks < yields_before_sleep) {
        std::this_thread::yield();
      } else {
        std::this_thread::sleep_for(sleep_between_looks);
      }
    }
  }
  if (!goes_on()) return;
  for (std::uint64_t i = 0; i < region_.size(); ++i) colours_.make_red(region_[i]);
  region_.shrink(0);
  awaited_.shrink(0);
}

void NestedWorker::count() {
  if (!shared_.counts) return;
  if (shared_.counted.fetch_add(1, std::memory_order_relaxed) >= shared_.most_states) explorer_.stop(Why::memory);
}

void NestedWorker::pulse(const Tallies& tallies) {
  Tallies own = tallies;
  own.transitions = transitions_;
  own.explored = left_;
  published_.publish(own);
  if (pulse_) pulse_(tallies.seconds);
}

}  // namespace waymark::search
