// StepCache: what processes can do, and what their steps write, under the values of the bytes they look at.
//
// The steps of a process are a function of the few bytes that they read and write; in a large state space the same few
// bytes come again and again. So what was found out once - which transitions are enabled, what each of them writes - is
// kept as an entry, under the values of those bytes, and taken from there the next time. Which bytes those are is not
// analysed but seen: for each process and control state, all that any of its entries has touched so far. When an entry
// touches more, what was kept there before is dropped, since its key was too short.
//
// Where nothing repeats, all together may look at too much: a step that follows an index touches another place with
// each value of it. What is read next is a function of what has been read so far, so such a site is split by the value
// of the byte that is the first to differ: what is touched behind it may then be less. If that does not help several
// times over, or cannot since the same bytes are touched every time, the site is given up.
//
// An entry holds for one layout of the state, that is for the same parts in the same order. Memory is bounded.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "containers/number_table.hpp"
#include "model/flat_state.hpp"
#include "model/model.hpp"

namespace waymark::promela {

class StepCache {
 public:
  // All bytes of `mask` in a word, and what they are afterwards.
  struct Write {
    std::uint32_t word = 0;
    model::Word mask = 0;
    model::Word value = 0;
  };
  // A transition out of the site. If it is known, it moves, nothing goes wrong, and the writes are all it does.
  struct Step {
    model::Transition transition;
    bool known = false;
    bool reached = false;  // its statements are noted as reached
    bool has_delta = false;
    std::uint32_t writes = 0;   // where they begin and end
    std::uint32_t actions = 0;  // so do they
    std::uint32_t writes_end = 0;
    std::uint32_t actions_end = 0;
    model::Fingerprint delta;  // what it adds to the fingerprint
  };
  struct Entry {
    std::uint32_t key = 0;  // where its values begin
    std::uint32_t steps = 0;
    std::uint32_t steps_end = 0;
  };
  // Bytes of a word that an entry has touched, and what they are in the entry found last.
  struct Look {
    std::uint32_t word = 0;
    model::Word mask = 0;
    model::Word last = 0;
  };
  // A process in a control state, and certain values of the bytes that it reads first.
  struct Site {
    bool closed = false;
    bool is_split = false;    // by the value of a byte
    bool uniform = true;      // all entries have touched the same bytes
    std::uint8_t splits = 0;  // that lead here
    std::uint32_t tries = 0;
    std::uint32_t misses = 0;
    bool has_last = false;
    Entry last{};                           // the entry found last
    std::vector<Look> key_bytes{};          // all that any entry has touched
    containers::NumberTable table{};        // of entries, by the hash of their keys
    std::uint32_t split_byte = 0;           // whose value says which child
    std::vector<std::uint32_t> children{};  // sites, by that value; 0: none yet
    std::vector<std::uint32_t> touched{};   // bytes, in the order in which the last entry did
  };

  // Forgets everything: numbers of steps mean nothing any more, and generation() is another.
  void clear();
  [[nodiscard]] std::uint64_t generation() const { return generation_; }
  // The state's parts have come or gone. `widths` are the numbers of control states of its processes, by pid.
  void settle(const model::FlatState& state, std::span<const std::uint32_t> widths);
  // Where the state's process stands, until site() or settle() is called again. REQUIRES: settled since.
  [[nodiscard]] Site& site(std::uint32_t pid, std::uint32_t control_state, const model::FlatState& state) {
    Site& found = layout_->sites[layout_->first[pid] + control_state];
    return found.is_split ? descend(found, state) : found;
  }

  // What is kept for the values that the state has now; nullptr: nothing. Neighbouring states mostly differ in what
  // other processes did, so the entry found last is tried first.
  [[nodiscard]] const Entry* find(Site& site, const model::FlatState& state) {
    return site.has_last && matches_last(site, state) ? &site.last : find_other(site, state);
  }
  // Says that find() was in vain; false if the site is not worth an entry, or there is no room.
  [[nodiscard]] bool missed(Site& site);
  // Begins an entry, whose steps and their writes and actions are then added; the state is the one it is made in.
  void begin();
  void add(const model::Transition& transition, bool known);
  // A word that was written, and what it is now.
  void add_write(std::uint32_t word, model::Word value) { writes_.push_back({word, 0, value}); }
  void add_action(model::ActionId action) { actions_.push_back(action); }
  // Ends it. REQUIRES: the state is as it was, `touched` all that was read or written.
  const Entry* end(Site& site, const model::FlatState& state, const model::Touched& touched);

  // By its number, from entry.steps to before entry.steps_end.
  [[nodiscard]] Step& step(std::uint32_t number) { return steps_[number]; }
  [[nodiscard]] std::span<Step> steps(const Entry& entry) {
    return {steps_.data() + entry.steps, steps_.data() + entry.steps_end};
  }
  [[nodiscard]] std::span<const Write> writes(const Step& step) const {
    return {writes_.data() + step.writes, writes_.data() + step.writes_end};
  }
  [[nodiscard]] std::span<const model::ActionId> actions(const Step& step) const {
    return {actions_.data() + step.actions, actions_.data() + step.actions_end};
  }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  struct Layout {
    std::vector<std::uint32_t> first;  // of a process's sites
    std::vector<Site> sites;
  };

  [[nodiscard]] Site& descend(Site& whole, const model::FlatState& state);
  void split_or_close(Site& site);
  [[nodiscard]] bool differs(const Site& site, std::uint32_t offset) const;
  [[nodiscard]] static bool matches_last(const Site& site, const model::FlatState& state) {
    for (const Look& look : site.key_bytes) {
      if ((state.word(look.word) & look.mask) != look.last) return false;
    }
    return true;
  }
  [[nodiscard]] bool matches(const Entry& entry, const Site& site, const model::FlatState& state) const {
    const model::Word* value = values_.data() + entry.key;
    for (const Look& look : site.key_bytes) {
      if ((state.word(look.word) & look.mask) != *value++) return false;
    }
    return true;
  }
  [[nodiscard]] const Entry* find_other(Site& site, const model::FlatState& state);
  // The entry is the one found last.
  const Entry* remember(Site& site, const Entry& entry) const;
  [[nodiscard]] static std::uint32_t hash(const Site& site, const model::FlatState& state);
  // Makes all that was touched part of the site's key.
  static void widen_key(Site& site, const model::FlatState& state, const model::Touched& touched);
  void keep_changes(const Entry& entry, const Site& site, const model::FlatState& state);
  void count_bytes();

  std::map<std::vector<std::uint64_t>, Layout> layouts_;
  Layout* layout_ = nullptr;
  Site given_up_{.closed = true};     // for values that there is no room for
  std::vector<std::uint64_t> names_;  // of the parts of layout_
  std::vector<Entry> entries_{1};     // number 0 is none
  std::vector<model::Word> values_;
  std::vector<Step> steps_;
  std::vector<Write> writes_;
  std::vector<model::ActionId> actions_;
  std::uint64_t generation_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t table_bytes_ = 0;
};

}  // namespace waymark::promela
