// Expander: takes all transitions of states, as expand_here() does, but writes down what becomes of them instead of
// telling an Explorer. So several can work on the states of one search.
#pragma once

#include <cstdint>
#include <string>

#include "base/check.hpp"
#include "model/model.hpp"
#include "model/path.hpp"
#include "search/limits.hpp"
#include "search/step_log.hpp"

namespace waymark::search {

class Expander {
 public:
  Expander(model::Model& model, base::Budget& budget, const Limits& limits, const Judged& judged)
      : model_(model), path_(model, budget), depth_(limits.depth), chain_(limits.chain), judged_(judged) {}

  // The model stands in a state so many transitions from the initial one. arrive() is called where a step arrives, and
  // answers what the log is to say of that, or nowhere: there is no room. False if what came last is one of the events
  // after which nothing does.
  static constexpr std::uint64_t nowhere = StepLog::most_at;
  template <typename Arrive>
  [[nodiscard]] bool expand(std::uint64_t depth, StepLog& log, const Arrive& arrive) {
    if (!path_.push(0)) return end(log, StepLog::Kind::no_room);
    if (path_.width() == 0) {
      if (judged_.deadlock && !model_.facts().proper_end) log.add(StepLog::Kind::dead_end);
    } else if (depth >= depth_) {
      path_.pop();
      log.add(StepLog::Kind::cut_off);
      return true;
    }
    const model::Expansion expansion = path_.each_step(
        chain_, [&](model::Step fired, model::Step became) { return step(fired, became, log, arrive); });
    if (expansion == model::Expansion::endless) return end(log, StepLog::Kind::endless);
    if (expansion == model::Expansion::no_room) return end(log, StepLog::Kind::no_room);
    abandon();
    if (expansion == model::Expansion::stopped) return false;
    log.add(StepLog::Kind::done);
    return true;
  }
  // After something was thrown: as if no state had been begun with.
  void abandon() { path_.clear(); }

 private:
  template <typename Arrive>
  [[nodiscard]] bool step(model::Step fired, model::Step became, StepLog& log, const Arrive& arrive) {
    if (fired == model::Step::moved) return arrived(log, arrive());
    if (fired == model::Step::failed) return failed(became, log, arrive);
    if (fired != model::Step::unsupported) return true;
    log.add(StepLog::Kind::unsupported, path_, model_.violation());
    return false;
  }
  [[nodiscard]] bool arrived(StepLog& log, std::uint64_t at) {
    if (at != nowhere) {
      log.add(StepLog::Kind::arrived, path_, at);
    } else {
      log.add(StepLog::Kind::no_room);
    }
    return at != nowhere;
  }
  template <typename Arrive>
  [[nodiscard]] bool failed(model::Step became, StepLog& log, const Arrive& arrive) {
    const model::Violation violation = model_.violation();  // a copy, because arriving calls the model again
    const std::uint64_t at = became == model::Step::moved ? arrive() : nowhere;
    if (at != nowhere) log.add(StepLog::Kind::arrived, path_, at);
    if (!judged_.waives(violation.kind)) {
      log.add(at != nowhere ? StepLog::Kind::failed_there : StepLog::Kind::failed, path_, violation);
    }
    if (became != model::Step::moved || at != nowhere) return true;
    log.add(StepLog::Kind::no_room);
    return false;
  }
  [[nodiscard]] bool end(StepLog& log, StepLog::Kind kind) {
    log.add(kind);
    abandon();
    return false;
  }

  model::Model& model_;
  model::Path path_;
  std::uint64_t depth_;
  std::uint32_t chain_;
  const Judged& judged_;
};

}  // namespace waymark::search
