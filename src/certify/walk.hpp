// Walk: goes through a program's states depth-first, taking each state's transitions one after the other in their fixed
// order. It goes through indivisible sequences (Step::intermediate) by itself, so its user sees states only: arrive,
// enter or not, next, leave. It holds the path and nothing else.
#pragma once

#include <cstdint>
#include <optional>
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
    stopped,       // a violation, a limit or an unsupported feature: see result()
  };

  Walk(model::Model& model, const Request& request);

  // Stands in the initial state, which is then to be entered.
  void reset();
  // Puts the state in which the model stands on the path and checks what can be said of it alone. False: stopped.
  [[nodiscard]] bool enter();
  // Takes the next transition of the top state, wherever the model stands now.
  [[nodiscard]] Event next();
  // Takes it without going there, and answers the fingerprint of where it leads; nothing if only next() can tell.
  [[nodiscard]] std::optional<model::Fingerprint> successor_fingerprint();
  // Begins with the first transition of the top state once more.
  void again();
  // Takes the top state, which is exhausted, off the path; with take(), also a choice inside an indivisible sequence.
  void leave();

  // Takes one transition of the top of the path. REQUIRES: choice < width().
  [[nodiscard]] Event take(std::uint32_t choice);
  [[nodiscard]] std::uint32_t width() const { return static_cast<std::uint32_t>(frames_[top_ - 1].transitions.size()); }

  [[nodiscard]] std::uint64_t depth() const { return states_; }  // states on the path
  [[nodiscard]] const Result& result() const { return result_; }
  // From the initial state to where the model stands.
  [[nodiscard]] std::vector<std::uint32_t> choices() const;
  [[nodiscard]] std::uint64_t path_bytes() const { return path_bytes_; }

 private:
  struct Frame {
    std::vector<model::Transition> transitions;
    model::Mark mark = 0;
    std::uint32_t next = 0;
    std::uint32_t chain = 0;  // how deep inside an indivisible sequence; 0 for a state
    bool must_hold = false;   // some step invariant's `before` holds here
  };
  struct Pair {
    model::Watch before = 0;
    model::Watch after = 0;
  };

  [[nodiscard]] bool push(std::uint32_t chain);
  [[nodiscard]] bool failed();
  [[nodiscard]] bool steps_hold();
  void violated(model::Violation violation);
  [[nodiscard]] bool room();

  model::Model& model_;
  const Request& request_;
  std::vector<model::Watch> invariants_;
  std::vector<Pair> step_invariants_;
  // Frames are used again and keep their capacity: the first top_ are the path.
  std::vector<Frame> frames_;
  std::size_t top_ = 0;
  std::uint64_t states_ = 0;
  std::uint64_t frame_bytes_ = 0;
  std::uint64_t path_bytes_ = 0;
  std::vector<std::uint8_t> before_;  // per frame and step invariant, whether its `before` holds
  bool at_top_ = false;               // the model stands where the top frame was pushed
  Result result_;
};

}  // namespace waymark::certify
