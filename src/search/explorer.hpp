// Explorer: what all strategies share. It fires, judges, inserts, counts, tells the listeners and minds the limits; a
// strategy only decides the order. Nothing here allocates per transition, and running out of memory is no exception but
// a reason to stop (Why::memory).
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.hpp"
#include "model/model.hpp"
#include "model/path.hpp"
#include "search/limits.hpp"
#include "search/observer.hpp"
#include "search/outcome.hpp"
#include "store/store.hpp"

namespace waymark::search {

// Knows the way to where the model stands; strategies implement it.
class Route {
 public:
  Route() = default;
  Route(const Route&) = delete;
  Route& operator=(const Route&) = delete;
  virtual ~Route() = default;

  // Appends the choices that lead here, from the initial state or from the state being expanded. Called once for each
  // violation that is kept: a strategy may note what it will need to complete them at the end.
  virtual void choices(std::vector<std::uint32_t>& out) = 0;
};

// Somebody else who keeps a part of the states. Asked, wherever a transition arrives, before the state is packed.
class RemoteOwner {
 public:
  RemoteOwner() = default;
  RemoteOwner(const RemoteOwner&) = delete;
  RemoteOwner& operator=(const RemoteOwner&) = delete;
  virtual ~RemoteOwner() = default;

  // Whether the state in which the model stands is none of this search's; if so, it is taken care of. Leaves the model
  // where it stands.
  [[nodiscard]] virtual bool forward() = 0;
  // A transition has arrived in the state where the model stands, which is kept here or, if it was `elsewhere`, was
  // forwarded. May stop the search.
  virtual void arrived(const store::Found& found) {}
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

class Explorer {
 public:
  // `states`, if any, is for searches that hand on every step as they take it.
  Explorer(Parts parts, Route& route, StateListener* states = nullptr);
  Explorer(const Explorer&) = delete;
  Explorer& operator=(const Explorer&) = delete;
  ~Explorer() { parts_.budget.give_back(model_bytes_); }

  // Stands the model in the initial state and stores it as number 0, unless it is kept elsewhere.
  void start();
  // The model stands in a state to which somebody else's transition led, so many of them away from the initial state.
  // Stores it; transitions are counted, and told to listeners, where they are taken.
  [[nodiscard]] store::Found insert_remote(std::uint64_t depth);
  // The same of a state in which it need not stand.
  [[nodiscard]] store::Found insert_remote(const model::Packed& state, std::uint64_t depth);
  // The same for one that the caller has stored, if there was room.
  void insert_remote(const store::Found& found, std::uint64_t depth) {
    if (found.seen == store::Seen::no_room) stop(Why::memory);
    if (found.seen == store::Seen::fresh) count_fresh(depth);
  }
  // The same where another search has been before: nothing is told or judged.
  void start_again();
  // From here on this search does what that one would have done, and counts from where it was.
  void go_on_from(const Tallies& tallies);
  [[nodiscard]] bool stopping() const { return stopping_; }
  // Whether the store gains by hearing beforehand of many states, and no listener is handed the model, which is
  // elsewhere when steps to them are told.
  [[nodiscard]] bool may_look_ahead() const;
  // Why, if it is; and what was not supported, if that is it.
  [[nodiscard]] Why why() const { return why_; }
  [[nodiscard]] const model::Violation& unsupported() const { return unsupported_; }
  // Some state was cut off.
  [[nodiscard]] bool has_cut_off() const { return cut_off_; }
  // Fires. After `fresh` or `intermediate` the model stands there; number() is where it arrived.
  [[nodiscard]] Arrival take(const model::Transition& transition, std::uint64_t from, std::uint64_t depth);
  [[nodiscard]] std::uint64_t number() const { return number_; }
  // Takes the next transition of the path's top node. Where that passes through a choice inside an indivisible
  // sequence, the choice is put on the path, unless this goes on forever. REQUIRES: the path is not exhausted.
  [[nodiscard]] Arrival step(model::Path& path, std::uint64_t depth) {
    tick();
    const Arrival arrival = handle_result(path.fire_next(), path.number(), depth);
    if (arrival == Arrival::intermediate && !stopping_) pass(path);
    return arrival;
  }
  // The same for a transition that the path has just fired by each_step(), which passes through such choices itself.
  [[nodiscard]] Arrival stepped(model::Step fired, const model::Path& path, std::uint64_t depth) {
    tick();
    return handle_result(fired, path.number(), depth);
  }
  // True if an enumeration of successors is complete; stops the search if a limit cut it short.
  [[nodiscard]] bool completed(model::Expansion expansion);
  // The same where it is known where that moves to: it is fired only if nobody has been there. REQUIRES: nothing is
  // kept elsewhere.
  [[nodiscard]] Arrival step(model::Path& path, std::uint64_t depth, const Prefetched& prefetched);
  // For strategies that learn only later whether a step has arrived at a new state: counts and tells one that did.
  [[gnu::always_inline]] Arrival count_transition(const store::Found& found, std::uint64_t from, std::uint64_t depth) {
    ++tallies_.transitions;
    number_ = found.number;
    if (parts_.store && parts_.store->hears_steps()) parts_.store->stepped(from, found);
    if (has_listeners_) tell({from, found, depth});
    if (found.seen != store::Seen::fresh) return Arrival::known;
    count_fresh(depth + 1);
    return Arrival::fresh;
  }
  // The path goes through the choice inside an indivisible sequence at which the model stands.
  void pass(model::Path& path);
  // Enters a violation, found `length` steps from the initial state.
  void found(const model::Violation& violation, std::uint64_t from, std::uint64_t length,
             std::optional<std::uint64_t> cycle = std::nullopt);
  // Whether a violation of this kind counts for nothing.
  [[nodiscard]] bool waived(const std::string& kind) const;
  // The model has just met what its front end cannot do; or so it was told.
  void stop_unsupported() { stop_unsupported(parts_.model.violation()); }
  void stop_unsupported(const model::Violation& violation);
  // Goes on after that: several share the states of a level, and one of them may have to tell what one worker would
  // have met before. REQUIRES: why() is unsupported.
  void pass_over_unsupported();
  // The model stands in a state that is new, so many transitions from the initial one, and was met from that one.
  void judge_state(std::uint64_t from, std::uint64_t depth);
  // The model stands in a state without transitions.
  void dead_end(std::uint64_t from, std::uint64_t depth);
  void leave(std::uint64_t number, std::uint64_t depth);
  // The path ends where so many of its choices led to: an accepting cycle. `length` is that of the path.
  void found_cycle(std::uint64_t choices_before, std::uint64_t length);
  // A state at the depth limit was not expanded.
  void cut_off(std::uint64_t number);
  void stop(Why why);
  // Runs a part of the search. If the model gives up within it, that stops the search, and nothing is concluded from
  // the step that was begun.
  template <typename Part>
  void guard(const Part& part) {
    try {
      part();
    } catch (const base::Stopped& stopped) {
      late_ = true;
      stop(why_of(stopped.why()));
    }
  }
  // The search is over if it stopped or found something: what completes its findings is not cut short any more.
  void conclude();
  // For strategies that keep states themselves: so many may have been taken for known.
  void may_omit(double missed) { missed_ = missed; }
  // Looks once in a while whether to stop; for loops that neither take nor leave.
  void tick() {
    if (--until_look_ == 0) look();
  }
  // It was time to stop, as of the last look.
  [[nodiscard]] bool late() const { return late_; }

  // What the strategy thinks of how much it has covered; for who hears of its progress.
  void tell_coverage(double share) { tallies_.coverage = share; }

  [[nodiscard]] model::Model& model() const { return parts_.model; }
  [[nodiscard]] store::Store& store() { return *parts_.store; }
  [[nodiscard]] const Limits& limits() const { return parts_.limits; }
  [[nodiscard]] const Judged& judged() const { return parts_.judged; }
  [[nodiscard]] const Tallies& tallies() const { return tallies_; }
  // For strategies that complete or replace what was found once the search has ended.
  [[nodiscard]] std::vector<Finding>& findings() { return findings_; }
  [[nodiscard]] const std::vector<Finding>& findings() const { return findings_; }
  [[nodiscard]] static model::Violation deadlock();
  // `undefined` is why it has no value, as Judging::undefined() says; or empty.
  [[nodiscard]] static model::Violation broken(const Invariant& invariant, std::string_view undefined);

  [[nodiscard]] double elapsed() const;

  // Ends the search: says what it was all worth.
  [[nodiscard]] Outcome finish();

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] store::Found insert();
  // The model has just fired that.
  Arrival handle_result(model::Step step, std::uint64_t from, std::uint64_t depth);
  // Counts a state that was stored just now.
  void count_fresh(std::uint64_t depth) {
    if (++tallies_.states > parts_.limits.states) stop(Why::memory);
    tallies_.depth = std::max(tallies_.depth, depth);
  }
  Arrival arrive(std::uint64_t from, std::uint64_t depth);
  Arrival failed(std::uint64_t from, std::uint64_t depth);
  void tell(const Stepped& step);
  void look();
  void charge_model();

  Parts parts_;
  Route& route_;
  StateListener* states_;
  bool has_listeners_;
  Clock::time_point began_ = Clock::now();
  Tallies tallies_;
  std::vector<Finding> findings_;
  std::uint64_t choices_kept_ = 0;  // in all findings
  model::Violation unsupported_;
  std::uint64_t number_ = 0;
  std::uint32_t until_look_ = 1;
  std::uint64_t model_bytes_ = 0;  // of the model's own memory, what the budget has been asked for
  bool stopping_ = false;
  bool late_ = false;
  bool cut_off_ = false;
  Why why_ = Why::finished;
  std::optional<double> missed_;  // states may have been taken for known, so many as is to be expected
};

}  // namespace waymark::search
