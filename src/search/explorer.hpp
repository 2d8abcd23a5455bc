// Explorer: the step that all strategies share. It inserts where a step has led, counts and notifies the listeners;
// Judge keeps violations, Run minds the limits, and a strategy only decides the order. Nothing here allocates per
// transition, and running out of memory is no exception but a reason to stop (Why::memory).
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/budget.hpp"
#include "base/interface.hpp"
#include "model/model.hpp"
#include "model/path.hpp"
#include "search/judge.hpp"
#include "search/limits.hpp"
#include "search/observer.hpp"
#include "search/outcome.hpp"
#include "store/store.hpp"

namespace waymark::search {

// The other ranks of a cluster, which own a part of the states. Called wherever a transition arrives, before the state
// is packed.
class RemoteOwner : public base::Interface {
 public:
  // Whether the state in which the model stands is none of this search's; if so, it is taken care of. Leaves the model
  // where it stands.
  [[nodiscard]] virtual bool forward() = 0;
};

// What all searches are made from. Everything outlives the search.
struct Parts {
  model::Model& model;
  store::Store* store = nullptr;  // none for searches that remember nothing
  base::Budget& budget;
  Limits limits;
  Judged judged;
  std::vector<StepListener*> listeners = {};
  std::vector<ProgressListener*> progress = {};
  RemoteOwner* elsewhere = nullptr;  // nobody: all states are kept here
};

// A program and what is judged in it, for one of several who search it.
struct Subject {
  std::unique_ptr<model::Model> model;
  Judged judged;
};

// Where a transition moves to, found out before its turn.
struct Prefetched {
  store::Probe probe;                  // what the store knows of that state
  std::span<const model::Word> words;  // the state itself
  bool is_here = false;                // the model stands there
};

// Where a fired transition led.
enum class Arrival : std::uint8_t { fresh, known, intermediate, nowhere };

class Explorer final : public Judge {
 public:
  // `states`, if any, is for searches that hand on every step as they take it.
  Explorer(Parts parts, Route& route, StateListener* states = nullptr);

  // Stands the model in the initial state and stores it as number 0, unless it is kept elsewhere.
  void start();
  // The same where another search has been before: nothing is reported or judged.
  void start_again();

  // After a step: where it arrived, if it arrived in a state.
  [[nodiscard]] std::uint64_t number() const { return number_; }
  // The model has fired a transition of the state `from`. After `fresh` or `intermediate` it stands where that led.
  [[nodiscard]] Arrival stepped(model::Step fired, std::uint64_t from, std::uint64_t depth) {
    tick();
    return handle_result(fired, from, depth);
  }
  // Takes the next transition of the path's top node. Where that passes through a choice inside an indivisible
  // sequence, the choice is put on the path, unless this goes on forever. REQUIRES: the path is not exhausted.
  [[nodiscard]] Arrival step(model::Path& path, std::uint64_t depth) {
    const Arrival arrival = stepped(path.fire_next(), path.number(), depth);
    if (arrival == Arrival::intermediate && !stopping()) pass(path);
    return arrival;
  }
  // The same where it is known where that moves to: it is fired only if that is new. REQUIRES: nothing is kept
  // elsewhere.
  [[nodiscard]] Arrival step_prefetched(model::Path& path, std::uint64_t depth, const Prefetched& prefetched);
  // For strategies that learn only later whether a step has arrived at a new state: counts and reports one that did.
  [[gnu::always_inline]] Arrival count_transition(const store::Found& found, std::uint64_t from, std::uint64_t depth) {
    ++tallies_.transitions;
    number_ = found.number;
    if (store_ && store_->hears_steps()) store_->stepped(from, found);
    if (has_listeners_) notify({from, found, depth});
    if (found.seen != store::Seen::fresh) return Arrival::known;
    count_fresh(depth + 1);
    return Arrival::fresh;
  }
  // True if an enumeration of successors is complete; stops the search if a limit cut it short.
  [[nodiscard]] bool completed(model::Expansion expansion);
  void leave(std::uint64_t number, std::uint64_t depth);
  // A state at the depth limit was not expanded.
  void cut_off(std::uint64_t number);
  [[nodiscard]] bool has_cut_off() const { return cut_off_; }

  // Stores a state to which a transition of another search led, so many of them away from the initial state.
  // Transitions are counted, and reported to listeners, where they are taken.
  [[nodiscard]] store::Found insert_remote(const model::Packed& state, std::uint64_t depth);
  // Counts one that the caller has stored, if there was room.
  void count_remote(const store::Found& found, std::uint64_t depth) {
    if (found.seen == store::Seen::no_room) stop(Why::memory);
    if (found.seen == store::Seen::fresh) count_fresh(depth);
  }

  [[nodiscard]] store::Store& store() { return *store_; }
  // Whether the store gains by hearing beforehand of many states, and no listener is handed the model, which is
  // elsewhere when steps to them are reported.
  [[nodiscard]] bool may_look_ahead() const { return store_->wants_prefetch() && states_ == nullptr; }
  // For strategies that keep states themselves: so many may have been taken for known.
  void may_omit(double missed) { missed_ = missed; }

  // Ends the search: says what it was all worth.
  [[nodiscard]] Outcome finish();

 private:
  [[nodiscard]] store::Found insert();
  Arrival handle_result(model::Step step, std::uint64_t from, std::uint64_t depth);
  Arrival arrive(std::uint64_t from, std::uint64_t depth);
  Arrival arrive_at(const store::Found& found, std::uint64_t from, std::uint64_t depth);
  Arrival failed(std::uint64_t from, std::uint64_t depth);
  // The path goes through the choice inside an indivisible sequence at which the model stands.
  void pass(model::Path& path);
  // Counts a state that was stored just now.
  void count_fresh(std::uint64_t depth) {
    if (++tallies_.states > limits().states) stop(Why::memory);
    tallies_.depth = std::max(tallies_.depth, depth);
  }
  void notify(const Stepped& step);

  store::Store* store_;
  std::vector<StepListener*> listeners_;
  StateListener* states_;
  bool has_listeners_;
  bool cut_off_ = false;
  RemoteOwner* elsewhere_;
  std::uint64_t number_ = 0;
  std::optional<double> missed_;  // states may have been taken for known, so many as is to be expected
};

}  // namespace waymark::search
