// Worker: one of those who expand the states of a level together (ParallelBreadthFirst). It has a model of its own,
// takes unit after unit of the level, and writes down what became of their transitions; the states that these lead to
// are inserted into what all workers share. Each step of a round is done by all workers at the same time, each with the
// units that it took.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/stop.hpp"
#include "model/model.hpp"
#include "search/expander.hpp"
#include "search/limits.hpp"
#include "search/step_log.hpp"
#include "store/compact_hash.hpp"
#include "store/level_words.hpp"
#include "store/shared_states.hpp"
#include "store/tree.hpp"

namespace waymark::search {

// A level of the search: its states have the numbers from `first` on. They stand at these places, or their words if
// less is kept of every state; if there are none, the place of a state is its number.
struct Level {
  std::span<const store::Place> places;
  std::uint64_t first = 0;
  std::uint64_t size = 0;
  std::uint64_t depth = 0;

  [[nodiscard]] std::uint64_t end() const { return first + size; }
  [[nodiscard]] store::Place place(std::uint64_t number) const {
    return places.empty() ? number : places[number - first];
  }
};

// What the workers of a round agree on.
struct Round {
  std::atomic<std::uint64_t> next{0};            // the first state that nobody has taken
  std::atomic<std::uint64_t> cut{0};             // the first one that could not be expanded
  std::atomic<bool> closing{false};              // nobody takes any more
  std::uint64_t most_fresh = ~std::uint64_t{0};  // new states that a worker should meet

  void cut_at(std::uint64_t state) {
    std::uint64_t least = cut.load();
    while (state < least && !cut.compare_exchange_weak(least, state)) continue;
    closing = true;
  }
};

class Worker {
 public:
  static constexpr std::uint64_t sources_in_a_unit = 32;

  // Some states of a level, one after the other.
  struct Unit {
    std::uint64_t begin = 0;  // which of the level is the first
    StepLog log;              // of those that were expanded
    // If less is kept of every state: what may prove to be discovered here. Of each such event which one it is, the
    // length, and the words.
    std::vector<model::Word> met;
    std::uint64_t fresh = 0;  // states that were discovered by these
    std::uint64_t first = 0;  // the number of the first of them
  };
  struct Parts {
    model::Model& model;
    const Judged& judged;
    const Limits& limits;
    base::Budget& budget;
    store::SharedStates& states;
    const store::Tree* settled = nullptr;       // if it keeps all states but those of this round
    std::optional<store::CompactHash> compact;  // if no more than that is kept of a state
    unsigned cas_failure_rate = 0;              // for tests; see SharedStates::Writer
  };
  explicit Worker(const Parts& parts);

  // The units of the round before stay as they are until the next one begins; those before them are not needed any
  // more.
  void begin_round() {
    std::swap(units_, units_before_);
    used_ = 0;
    events_ = 0;
    fresh_ = 0;
  }
  // First: takes units of the level and expands them, as long as there are any and the round is not closed.
  void expand(const Level& level, Round& round);
  // When all have: finds out which arrivals of its units, up to `end`, were the first at their state.
  void find_discoveries(const Level& level, std::uint64_t end);
  // When units know their first numbers: gives them to the states discovered, whose places (see Level) go to `places`,
  // by their numbers from `first` on.
  void number_discoveries(std::uint64_t end, std::span<store::Place> places, std::uint64_t first);
  // When all have, if places do not last: arrivals of its units, up to `end`, are known by the numbers of their states.
  void number_arrivals(std::uint64_t end);
  // When all have: the number of the state at which an event of a unit up to there has arrived.
  [[nodiscard]] std::uint64_t number(std::uint64_t at) const {
    return (at & numbered) != 0 ? at ^ numbered : states_.mark(at).number();
  }
  // The states that were discovered are expanded next.
  void next_level() { level_words_.next_level(); }

  // Of the last round.
  [[nodiscard]] std::span<Unit> units() { return {units_.data(), used_}; }
  // Some state that it met first breaks an invariant.
  [[nodiscard]] bool has_broken() const { return has_broken_; }
  [[nodiscard]] std::optional<base::Stop::Why> stopped() const { return stopped_; }
  [[nodiscard]] store::SharedStates::Writer& writer() { return writer_; }
  // Puts the first of all states there, by the number 0, and answers its place; nowhere if there is no room. REQUIRES:
  // none are settled.
  [[nodiscard]] store::Place meet_root(const model::Packed& state);
  // Of the state with this place in a level; a view until the next call.
  [[nodiscard]] std::span<const model::Word> words(store::Place place) {
    if (settled_) return settled_->words(place);
    return compact_ ? store::LevelWords::words(place) : states_.words(place);
  }
  // There was no room for the words of a state that was discovered.
  [[nodiscard]] bool refused() const { return refused_; }
  [[nodiscard]] std::uint64_t words_bytes() const { return level_words_.bytes(); }
  [[nodiscard]] std::uint64_t log_bytes() const;

 private:
  static constexpr std::size_t most_asides = 128;  // more are not put aside before they are inserted,
  static constexpr std::size_t most_words = 1 << 13;
  static constexpr std::uint64_t most_events = 1 << 16;  // after so many a round is over
  // What `at` of an arrival means: a place, one that is discovered here, or a number.
  static constexpr std::uint64_t discovered = std::uint64_t{1} << 46;
  static constexpr std::uint64_t numbered = std::uint64_t{1} << 47;

  struct Aside {
    std::uint64_t hash = 0;
    store::Place guess = store::SharedStates::nowhere;
    std::uint32_t begin = 0;
    std::uint32_t length = 0;
    bool approached = false;  // it may be settled, and then this is its root
    containers::Pair root = {};
  };

  // An arrival at a state that had no number then.
  [[nodiscard]] static bool is_open(const StepLog::Event& event) {
    return event.kind() == StepLog::Kind::arrived && (event.at() & numbered) == 0;
  }
  // Answers the first state of the unit that could not be expanded, or behind it.
  [[nodiscard]] std::uint64_t expand_unit(const Level& level, std::uint64_t begin, std::uint64_t end);
  [[nodiscard]] std::uint64_t put_aside();
  // What the log is to say of a state that was put aside, if it is settled; else nowhere.
  [[nodiscard]] std::uint64_t settled_at(const Aside& aside) const;
  // Inserts what was put aside. False if there was no room; then the log ends before the state of which that is true.
  [[nodiscard]] bool insert_asides(Unit& unit, const Level& level);
  // What is put into the states for this one; a view until the next call.
  [[nodiscard]] std::span<const model::Word> kept_of(std::span<const model::Word> state);
  void judge(std::span<const model::Word> words);
  // Keeps the words of a state that this event has discovered, and judges it; `cursor` goes through what was met.
  [[nodiscard]] store::Place keep_words(const Unit& unit, std::size_t event, std::size_t& cursor);

  model::Model& model_;
  const Judged& judged_;
  const base::Stop* stop_;
  store::SharedStates& states_;
  store::SharedStates::Writer writer_;
  std::optional<store::TreeReader> settled_;
  std::optional<store::CompactHash> compact_;
  std::array<model::Word, 2> compacted_{};
  store::LevelWords level_words_;  // of states of which only that is kept
  bool refused_ = false;
  Expander expander_;
  std::vector<Unit> units_;
  std::vector<Unit> units_before_;
  std::size_t used_ = 0;
  std::vector<Aside> asides_;
  // Of these: the states, and, if no more than a hash is kept of a state, the hashes as two words each.
  std::vector<model::Word> words_;
  std::vector<std::array<model::Word, 2>> hashes_;
  std::size_t inserted_events_ = 0;     // of the unit's log, with
  std::uint64_t inserted_sources_ = 0;  // so many of its states
  bool ended_ = false;                  // by an event after which nothing comes
  std::uint64_t events_ = 0;            // in this round
  std::uint64_t fresh_ = 0;             // states that it was the first to meet in this round
  bool has_broken_ = false;
  std::optional<base::Stop::Why> stopped_;
};

}  // namespace waymark::search
