#include "search/breadth_first.hpp"

#include <fmt/format.h>

#include <bit>
#include <utility>

#include "base/diagnostics.hpp"
#include "search/expand.hpp"

namespace waymark::search {

BreadthFirst::BreadthFirst(Parts parts, StateListener* states)
    : budget_(parts.budget),
      path_(parts.model, parts.budget),
      ancestry_(parts.budget),
      explorer_(std::move(parts), *this, states) {}

Outcome BreadthFirst::run() {
  bool shortest = false;
  explorer_.guard([&] { shortest = explore(); });
  explorer_.conclude();
  if (checkpoints_ != nullptr) keep_the_end();
  return finish(explorer_, ancestry_, shortest);
}

bool BreadthFirst::explore() {
  if (explorer_.may_look_ahead()) {
    batch_.emplace(explorer_.model(), explorer_.store(), budget_, explorer_.limits(), explorer_.judged());
  }
  if (retelling_) {
    explorer_.start_again();
  } else {
    explorer_.start();
  }
  std::uint64_t number = 0;
  std::uint64_t depth = 0;
  std::uint64_t level_end = explorer_.tallies().states;
  while (number < explorer_.tallies().states && !explorer_.stopping()) {
    if (number == level_end) {
      ++depth;
      level_end = explorer_.tallies().states;
    }
    if (number < before_.explored) {
      retrace(depth, number++);
      continue;
    }
    if (number == before_.explored && retelling_) go_on();
    if (batch_ && explorer_.tallies().states >= together_from_) {
      number = expand_together(number, level_end, depth);
    } else {
      take_turn(depth);
      expand_state(explorer_, path_, ancestry_, number++, depth);
    }
  }
  return found_shortest(explorer_, explorer_.store().promise() == store::Promise::exact, number, level_end, depth,
                        [this](std::uint64_t state) { return explorer_.store().words(state); });
}

std::uint64_t BreadthFirst::expand_together(std::uint64_t number, std::uint64_t end, std::uint64_t depth) {
  const auto tick = [this] { explorer_.tick(); };
  const auto replay = [&] {
    batch_->prefetch_entry();
    return replay_.run(
        batch_->log(), number, depth, [&](std::uint64_t) { take_turn(depth); },
        [this](std::uint64_t at) { return batch_->insert(at); },
        [&](std::uint64_t at) {
          if (explorer_.judged().invariants.empty()) return;
          explorer_.model().unpack(batch_->words(at));
          explorer_.judge_state(replay_.source(), depth + 1);
        });
  };
  batch_->clear();
  try {
    for (std::uint64_t next = number; next < end && batch_->expand(next, depth, tick); ++next) continue;
  } catch (const base::Stopped&) {
    batch_->abandon();
    (void)replay();
    throw;
  }
  return replay();
}

void BreadthFirst::take_turn(std::uint64_t depth) {
  // At the limit of depth those that are left and those that are cut off take turns, and nothing is found any more.
  at_limit_ = depth >= explorer_.limits().depth;
  if (checkpoints_ == nullptr || at_limit_) return;
  turn_ = {explorer_.tallies(), ancestry_.extent()};
  if (checkpoints_->due()) checkpoints_->keep(turn_.tallies, [this](checkpoint::Writer& writer) { save(writer); });
}

// What was begun with the last state is left out: the search that goes on begins with that state.
void BreadthFirst::keep_the_end() {
  const Why why = explorer_.why();
  const bool limited = why == Why::time || why == Why::memory || why == Why::interrupted;
  if (!limited || turn_.tallies.states == 0) return;
  // It ended between two states: all that was begun with is done.
  const Tallies& tallies = explorer_.tallies();
  if (!at_limit_ && tallies.explored != turn_.tallies.explored) turn_ = {tallies, ancestry_.extent()};
  if (turn_.tallies.explored == turn_.tallies.states) return;
  checkpoints_->keep(turn_.tallies, [this](checkpoint::Writer& writer) { save(writer); });
}

void BreadthFirst::save(checkpoint::Writer& writer) const {
  const Tallies& tallies = turn_.tallies;
  writer.varint(tallies.states);
  writer.varint(tallies.explored);
  writer.varint(tallies.transitions);
  writer.varint(tallies.depth);
  writer.u64(std::bit_cast<std::uint64_t>(tallies.seconds));
  ancestry_.save(writer, turn_.ancestry);
}

std::optional<Tallies> BreadthFirst::resume(checkpoint::Reader& reader) {
  constexpr std::uint64_t most = std::uint64_t{1} << 48;
  constexpr double longest = 1e12;
  before_.states = reader.varint(most);
  before_.explored = reader.varint(most);
  before_.transitions = reader.varint(most << 8);
  before_.depth = reader.varint(most);
  before_.seconds = std::bit_cast<double>(reader.u64());
  const bool sound = before_.explored < before_.states && before_.transitions >= before_.states - 1;
  if (!sound) reader.malformed("it has more explored states than states, or fewer transitions");
  if (!(before_.seconds >= 0 && before_.seconds <= longest)) reader.malformed("its time is none");
  ancestry_.load(reader, before_.states, before_.explored);
  retelling_.emplace(ancestry_);
  file_ = reader.path();
  return before_;
}

std::vector<model::ActionId> BreadthFirst::unreached() const {
  std::vector<model::ActionId> ids;
  for (model::ActionId id = 0; id < explorer_.model().actions(); ++id) {
    if (!explorer_.model().reached(id)) ids.push_back(id);
  }
  return ids;
}

void BreadthFirst::retrace(std::uint64_t depth, std::uint64_t number) {
  if (!retelling_->next_child(step_)) return;
  explorer_.model().unpack(explorer_.store().words(number));
  if (!path_.push(number)) return explorer_.stop(Why::memory);
  do {
    path_.restore();
    const bool led = follow(step_);
    if (explorer_.stopping()) return;
    if (!led || explorer_.insert_remote(explorer_.model().pack(), depth + 1).seen == store::Seen::known) {
      throw base::InputError(
          fmt::format("{}: error: this checkpoint does not fit the program: it is wrong about the successors of state "
                      "{}; begin anew without --resume",
                      file_, number));
    }
    while (path_.intermediate()) path_.pop();
  } while (!explorer_.stopping() && retelling_->next_child(step_));
  path_.pop();
}

bool BreadthFirst::follow(const std::vector<std::uint32_t>& choices) {
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (choices[i] >= path_.width()) return false;
    path_.skip(choices[i]);
    const model::Step step = path_.step();
    if (i + 1 == choices.size()) return step == model::Step::moved;
    if (step != model::Step::intermediate) return false;
    if (!path_.push_intermediate()) explorer_.stop(Why::memory);
    if (explorer_.stopping()) return false;
  }
  return false;
}

void BreadthFirst::go_on() {
  const Tallies& met = explorer_.tallies();
  if (met.states != before_.states || met.depth != before_.depth) {
    throw base::InputError(fmt::format("{}: error: this checkpoint is malformed: its states lie {} deep, not {}", file_,
                                       met.depth, before_.depth));
  }
  explorer_.go_on_from(before_);
}

}  // namespace waymark::search
