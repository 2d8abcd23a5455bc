// Recall: remembers what processes can do, by what they look at.
//
// The steps of a process are a function of the few bytes that they read and write; in a large state space the same few
// bytes come again and again. So what was found out once - which transitions are enabled, what each of them writes - is
// kept as a lesson, under the values of those bytes, and taken from there the next time. Which bytes those are is not
// analysed but seen: for each process and control state, all that any of its lessons has touched so far. When a lesson
// touches more, what was learned there before is dropped.
//
// Where nothing repeats, all together may look at too much: a step that follows an index touches another place with
// each value of it. What is read next is a function of what has been read so far, so such a spot is split by the value
// of the byte that is the first to differ: what is touched behind it may then be less. If that does not help several
// times over, the spot is given up.
//
// A lesson holds for one layout of the state, that is for the same parts in the same order. Memory is bounded.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "model/flat_state.hpp"
#include "model/model.hpp"

namespace waymark::promela {

class Recall {
 public:
  // All bytes of `mask` in a word, and what they are afterwards.
  struct Write {
    std::uint32_t word = 0;
    model::Word mask = 0;
    model::Word value = 0;
  };
  // A transition. If it is known, it moves, nothing goes wrong, and the writes are all it does.
  struct Way {
    model::Transition transition;
    bool known = false;
    bool told = false;  // somebody was told that its statements were reached
    bool weighed = false;
    std::uint32_t writes = 0;   // where they begin and end
    std::uint32_t actions = 0;  // so do they
    std::uint32_t writes_end = 0;
    std::uint32_t actions_end = 0;
    model::Fingerprint weight;  // what it adds to the fingerprint
  };
  struct Lesson {
    std::uint32_t key = 0;  // where its values begin
    std::uint32_t ways = 0;
    std::uint32_t ways_end = 0;
  };
  // A process in a control state, and certain values of the bytes that it reads first.
  struct Spot {
    bool closed = false;
    bool parted = false;      // by the value of a byte
    std::uint8_t splits = 0;  // that lead here
    std::uint32_t tries = 0;
    std::uint32_t misses = 0;
    std::uint32_t last = 0;  // the lesson found last; 0: none
    std::vector<model::ByteMask> looks{};
    std::vector<std::uint32_t> table{};  // numbers of lessons, by the hash of their values; 0: none
    std::uint32_t lessons = 0;
    std::uint32_t split = 0;               // the byte that tells which part
    std::vector<std::uint32_t> parts{};    // by the value of that byte; 0: none yet
    std::vector<std::uint32_t> touched{};  // bytes, in the order of the last lesson
  };

  // Forgets everything.
  void clear();
  // The state's parts have come or gone. `widths` are the numbers of control states of its processes, by pid.
  void settle(const model::FlatState& state, std::span<const std::uint32_t> widths);
  // Where the state's process stands, until spot() or settle() is called again. REQUIRES: settled since.
  [[nodiscard]] Spot& spot(std::uint32_t pid, std::uint32_t control_state, const model::FlatState& state) {
    Spot& found = layout_->spots[layout_->first[pid] + control_state];
    return found.parted ? part(found, state) : found;
  }

  // What was learned for the values that the state has now; nullptr: nothing.
  [[nodiscard]] Lesson* find(Spot& spot, const model::FlatState& state);
  // Says that find() was in vain; false if the spot is not worth a lesson, or there is no room.
  [[nodiscard]] bool missed(Spot& spot);
  // Begins a lesson, whose ways and their writes and actions are then added; the state is where it is learned.
  void begin();
  void add(const model::Transition& transition, bool known);
  // A word that was written, and what it is now.
  void add_write(std::uint32_t word, model::Word value) { writes_.push_back({word, 0, value}); }
  void add_action(model::ActionId action) { actions_.push_back(action); }
  // Ends it. REQUIRES: the state is as it was, `touched` all that was read or written.
  Lesson* end(Spot& spot, const model::FlatState& state, const model::Touched& touched);

  [[nodiscard]] std::span<Way> ways(const Lesson& lesson) {
    return {ways_.data() + lesson.ways, ways_.data() + lesson.ways_end};
  }
  [[nodiscard]] std::span<const Write> writes(const Way& way) const {
    return {writes_.data() + way.writes, writes_.data() + way.writes_end};
  }
  [[nodiscard]] std::span<const model::ActionId> actions(const Way& way) const {
    return {actions_.data() + way.actions, actions_.data() + way.actions_end};
  }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  struct Layout {
    std::vector<std::uint32_t> first;  // of a process's spots
    std::vector<Spot> spots;
  };

  [[nodiscard]] Spot& part(Spot& whole, const model::FlatState& state);
  void split_or_close(Spot& spot);
  [[nodiscard]] bool differs(const Spot& spot, std::uint32_t offset) const;
  [[nodiscard]] bool matches(const Lesson& lesson, const Spot& spot, const model::FlatState& state) const;
  [[nodiscard]] static std::uint32_t hash(const Spot& spot, const model::FlatState& state);
  void keep_changes(const Lesson& lesson, const Spot& spot, const model::FlatState& state);
  void put(Spot& spot, std::uint32_t hash, std::uint32_t lesson);
  void grow(Spot& spot);
  void count_bytes();

  std::map<std::vector<std::uint64_t>, Layout> layouts_;
  Layout* layout_ = nullptr;
  Spot given_up_{.closed = true};     // for values that there is no room for
  std::vector<std::uint64_t> names_;  // of the parts of layout_
  std::vector<Lesson> lessons_{1};    // number 0 is none
  std::vector<std::uint32_t> hashes_{0};
  std::vector<model::Word> values_;
  std::vector<Way> ways_;
  std::vector<Write> writes_;
  std::vector<model::ActionId> actions_;
  std::uint64_t bytes_ = 0;
  std::uint64_t table_bytes_ = 0;
};

}  // namespace waymark::promela
