// NestedWorker: one of those who look for accepting cycles together (ParallelNested), by a model of its own and in an
// order of its own: nested depth-first search in which a worker passes by what others have left already (CNDFS:
// Evangelista, Laarman, Petrucci, van de Pol). The first search paints states cyan while they are on its path and blue
// when it leaves them; from each accepting state that it leaves, a second search looks for a way back to the path. What
// that has met becomes red only when all accepting states among it are red by the hands of those who have left them.
//
// A cycle with accepting states and others is not missed: the worker that made its first state red had met no red one
// on it, so had met all of it, and found it or waited for its accepting states to be red before. One of accepting
// states alone is found by the first search that makes a state of it blue, since the next one is on its path then. For
// the same reason nobody waits for ever: workers that wait for each other do so along a cycle through what they wait
// for. So, as in Nested, components that no cycle leaves are looked at one by one, those that are weak by the first
// search alone, and what has but red states before it is red at once.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "containers/budgeted_stack.hpp"
#include "search/cycles/nested_paths.hpp"
#include "search/explorer.hpp"
#include "search/parallel/shared_colours.hpp"
#include "search/parallel/shared_tallies.hpp"
#include "search/parallel/stop_the_world.hpp"
#include "store/shared_store.hpp"

namespace waymark::search {

// What the workers have in common.
struct NestedShared {
  // `small`: states are to take little. `cas_failure_rate`, for tests: see SharedStates::Writer.
  NestedShared(base::Budget& budget, bool small, unsigned jobs, unsigned cas_failure_rate);

  // For so many states, while nobody searches; or it is full.
  void make_room(std::uint64_t room);
  [[nodiscard]] std::uint64_t bytes() const { return states.bytes() + (coding ? coding->bytes() : 0); }

  store::SharedStates states;
  std::optional<store::TreeCoding> coding;  // none: states are kept as they are
  unsigned cas_failure_rate;
  std::vector<store::SharedStates::Writer*> writers;
  std::uint64_t most_states = 0;  // the limit, if `counts`
  bool counts = false;            // states as they are met
  std::atomic<std::uint64_t> counted{0};
  std::atomic<bool> over{false};  // a worker has ended the search
  StopTheWorld recess;            // in which room is made
  bool full = false;              // as of the last one
};

class NestedWorker final : private Route, private ProgressListener {
 public:
  // pulse(seconds), if any, is called now and then. REQUIRES: parts has no store, no listeners, no limit of depth, and
  // asks for one violation.
  NestedWorker(Parts parts, unsigned number, NestedShared& shared, std::function<void(double)> pulse);

  // Until everything reachable is left, or the search is over.
  void run();

  [[nodiscard]] bool has_findings() const { return !explorer_.findings().empty(); }
  [[nodiscard]] bool stopped() const { return explorer_.stopping(); }
  [[nodiscard]] Outcome finish() { return explorer_.finish(); }
  // What this worker has done, as of lately: states that it met first, and transitions of those that it left first.
  [[nodiscard]] const SharedTallies& tallies() const { return published_; }
  [[nodiscard]] store::SharedStates::Writer& writer() { return store_.writer(); }

 private:
  // Publishes how far it has come.
  void pulse(const Tallies& tallies) override;
  void search();
  [[nodiscard]] bool goes_on();
  void arrive(store::Place place);
  void enter(store::Place place);
  void leave();
  void search_again(store::Place seed);
  [[nodiscard]] bool arrive_again(const model::Facts& facts);
  [[nodiscard]] bool push_again(store::Place place);
  // Until the accepting states that the second search has met are red; then all are.
  void paint_red();
  // A state was met that nobody had met.
  void count();
  void choices(std::vector<std::uint32_t>& out) override { paths_.choices(out); }

  NestedShared& shared_;
  SharedColours colours_;
  store::SharedStore store_;
  std::function<void(double)> pulse_;
  NestedPaths paths_;
  containers::BudgetedStack<store::Place> region_;   // what the second search has met
  containers::BudgetedStack<store::Place> awaited_;  // the accepting ones among these, but where it began
  Explorer explorer_;
  std::uint64_t transitions_ = 0;
  std::uint64_t left_ = 0;
  SharedTallies published_;
};

}  // namespace waymark::search
