// Walk: goes through a program's states depth-first, taking each state's transitions one after the other in their fixed
// order. It goes through indivisible sequences (Step::intermediate) by itself, so its user sees states only: arrive,
// enter or not, next, leave. It holds the path and nothing else. One worker uses it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "certify/result.hpp"
#include "model/model.hpp"

namespace waymark::certify {

class Walk {
 public:
  enum class Event : std::uint8_t {
    arrived,       // the model stands in a state
    intermediate,  // take() only: inside an indivisible sequence, at a choice that is now on top of the path
    nowhere,       // take() only: an assumption cut this way off, or it failed and nobody asked
    exhausted,     // next() only: the top state has no more transitions
    stopped,       // a violation, a limit or an unsupported feature: the result says which
  };

  // What stops it goes into the result, which outlives it, as the request does.
  Walk(model::Model& model, const Request& request, Result& result);

  // Stands in the initial state, which is then to be entered.
  void reset();
  // Puts the state in which the model stands on the path and checks what can be said of it alone. False: stopped.
  [[nodiscard]] bool enter();
  // Takes the next transition of the top state, wherever the model stands now.
  [[nodiscard]] Event next();
  // Takes so many without going there, or fewer, and answers the fingerprints of where they lead; none if only next()
  // can tell. They are valid until the next call.
  [[nodiscard]] std::span<const model::Fingerprint> successor_fingerprints(std::uint64_t most);
  // Whether the transition that was taken last is fair to an actor: it moved, or could not. An observer's own steps do
  // not count; a run that has come to its end is fair to all.
  [[nodiscard]] bool fair_to(std::uint64_t actor) const;
  // Begins with the first transition of the top state once more.
  void again();
  // Takes the top state, which is exhausted, off the path; with take(), also a choice inside an indivisible sequence.
  void leave();

  // Takes one transition of the top of the path. REQUIRES: choice < width().
  [[nodiscard]] Event take(std::uint32_t choice);
  [[nodiscard]] std::uint32_t width() const { return static_cast<std::uint32_t>(path_[top_ - 1].transitions.size()); }

  // Whatever ends the walk here, with the way here. Always false, so that its caller can return it.
  [[nodiscard]] bool stop(Verdict verdict, std::string why);

  [[nodiscard]] std::uint64_t depth() const { return states_; }  // states on the path
  [[nodiscard]] std::uint64_t path_bytes() const { return most_bytes_; }

 private:
  // A state on the path, or a choice inside an indivisible sequence.
  struct ChoicePoint {
    std::vector<model::Transition> transitions;
    std::vector<model::StepId> step_ids;
    model::Mark mark = 0;
    std::uint32_t next = 0;
    std::uint32_t chain = 0;           // how deep inside an indivisible sequence; 0 for a state
    std::vector<std::size_t> pending;  // a state: the step invariants whose `before` holds here
  };
  struct WatchedStep {
    model::Watch before = 0;
    model::Watch after = 0;
  };

  [[nodiscard]] static std::uint64_t bytes_of(const ChoicePoint& point);
  [[nodiscard]] bool push(std::uint32_t chain);
  [[nodiscard]] bool steps_hold();
  [[nodiscard]] bool violated(model::Violation violation, Verdict verdict = Verdict::violation);

  model::Model& model_;
  const Request& request_;
  Result& result_;
  std::vector<model::Watch> invariants_;
  std::vector<WatchedStep> step_invariants_;
  std::vector<model::Fingerprint> successors_;  // for successor_fingerprints()
  // Choice points are used again and keep their capacity: the first top_ are the path.
  std::vector<ChoicePoint> path_;
  std::size_t top_ = 0;
  std::uint64_t states_ = 0;
  std::uint64_t held_bytes_ = 0;  // by the vectors in path_
  std::uint64_t most_bytes_ = 0;
  bool at_top_ = false;  // the model stands where the top of the path was pushed
};

}  // namespace waymark::certify
