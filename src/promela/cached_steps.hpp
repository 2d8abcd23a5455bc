// CachedSteps: steps from the cache. What a process does in a state was seen before, from the same bytes; what was not
// is executed by the interpreter.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "promela/interpreter.hpp"
#include "promela/reduce/stubborn.hpp"
#include "promela/step_cache.hpp"

namespace waymark::promela {

class CachedSteps {
 public:
  // REQUIRES: the interpreter outlives it.
  explicit CachedSteps(Interpreter& interpreter) : interpreter_(interpreter), state_(interpreter.state()) {}

  // Forgets everything.
  void clear() {
    cache_.clear();
    step_id_generation_ = cache_.generation();
  }
  [[nodiscard]] std::uint64_t bytes() const { return cache_.bytes(); }

  // --- the listing: the steps that the last enabled() took from the cache, in its order
  void begin_listing();
  // Appends what the system can do in this state.
  void collect_system(std::vector<model::Transition>& out);
  // Keeps the transitions of these processes only.
  void keep(const Pids& pids, std::vector<model::Transition>& out);
  // It is complete, and this state's.
  void end_listing() { listing_.at = state_.flat().mark(); }
  void forget_listing() { listing_.at = Listing::nowhere; }
  void rewound(model::Mark mark) {
    if (mark < listing_.at) forget_listing();
  }

  // The step of a transition of this state; nullptr: it has to be executed.
  [[nodiscard]] StepCache::Step* find(const model::Transition& transition);
  [[nodiscard]] model::Step take(StepCache::Step& step) {
    if (!step.reached) note_reached(step);
    model::FlatState& state = state_.flat();
    const bool known = step.has_delta && state.has_fingerprint();
    for (const StepCache::Write& write : cache_.writes(step)) state.set_bytes(write.word, write.mask, write.value);
    if (known) state.add_to_fingerprint(step.delta);
    return model::Step::moved;
  }
  // What a step adds to the fingerprint.
  [[nodiscard]] const model::Fingerprint& change(StepCache::Step& step) {
    if (!step.reached) note_reached(step);
    if (!step.has_delta) find_delta(step);
    return step.delta;
  }

  // --- ids of steps: their numbers in the cache
  [[nodiscard]] std::span<const model::StepId> step_ids() const;
  // nullptr: the cache has forgotten what it was, or never knew.
  [[nodiscard]] StepCache::Step* of(model::StepId step_id) {
    return step_id == model::no_step_id || cache_.generation() != step_id_generation_ ? nullptr : &cache_.step(step_id);
  }
  void append_successor(StepCache::Step& step, std::vector<model::Word>& out);

 private:
  // A listing is this state's as long as the journal is as long as it was then, and was never shorter.
  struct Listing {
    static constexpr model::Mark nowhere = ~model::Mark{0};
    static constexpr std::uint32_t none = model::no_step_id;
    model::Mark at = nowhere;
    std::uint64_t generation = 0;      // of the cache
    std::vector<std::uint32_t> steps;  // numbers, or none
    bool any = false;                  // not all of them are none
    std::size_t next = 0;              // steps are mostly taken in their order
  };

  void settle();
  [[nodiscard]] StepCache::Site& site(std::uint32_t pid) {
    const std::uint32_t state = state_.process_state(state_.processes()[pid]);
    return cache_.site(pid, state, state_.flat());
  }
  // Appends what a process can do if that is cached or can be; false: it has to be executed. REQUIRES: settled.
  [[nodiscard]] bool append(std::uint32_t pid, std::vector<model::Transition>& out);
  const StepCache::Entry* fill(std::uint32_t pid, StepCache::Site& site);
  void add_step(const model::Transition& way, model::Mark here);
  // As it was listed, or as it stands in the cache; nullptr if it is not there. find_listed() REQUIRES: the listing is
  // this state's.
  [[nodiscard]] StepCache::Step* find_listed(const model::Transition& transition);
  [[nodiscard]] StepCache::Step* find_cached(const model::Transition& transition);
  void find_delta(StepCache::Step& step);
  // A step that is taken, or whose successor is computed, reaches its statements.
  void note_reached(StepCache::Step& step);

  Interpreter& interpreter_;
  State& state_;
  StepCache cache_;
  Listing listing_;
  // Once the cache has forgotten its steps, no id is given or taken any more.
  std::uint64_t step_id_generation_ = 0;
  std::uint64_t structure_ = 0;  // the FlatState's structure that the cache is settled for; 0: none
  model::Touched touched_;
};

}  // namespace waymark::promela
