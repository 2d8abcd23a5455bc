// Expander: takes all transitions of states, as expand_here() does, but writes down what becomes of them instead of
// telling an Explorer. So several can work on the states of one search.
#pragma once

#include <algorithm>
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
    while (!path_.exhausted() || path_.intermediate()) {
      if (path_.exhausted()) {
        path_.pop();
      } else if (!step(log, arrive)) {
        return false;
      }
    }
    path_.pop();
    log.add(StepLog::Kind::done);
    return true;
  }
  // After something was thrown: as if no state had been begun with.
  void abandon() {
    while (!path_.empty()) path_.pop();
  }

 private:
  template <typename Arrive>
  [[nodiscard]] bool step(StepLog& log, const Arrive& arrive) {
    switch (path_.fire_next()) {
      case model::Step::moved:
        return arrived(log, arrive());
      case model::Step::intermediate:
        return pass(log);
      case model::Step::pruned:
        return true;
      case model::Step::failed:
        return failed(log, arrive);
      case model::Step::unsupported:
        log.add(StepLog::Kind::unsupported, path_, model_.violation());
        abandon();
        return false;
    }
    CHECK(false);
  }
  [[nodiscard]] bool arrived(StepLog& log, std::uint64_t at) {
    if (at == nowhere) return end(log, StepLog::Kind::no_room);
    log.add(StepLog::Kind::arrived, path_, at);
    return true;
  }
  template <typename Arrive>
  [[nodiscard]] bool failed(StepLog& log, const Arrive& arrive) {
    const model::Violation violation = model_.violation();  // a copy, because arriving calls the model again
    const std::uint64_t at = violation.after == model::Step::moved ? arrive() : nowhere;
    if (at != nowhere) log.add(StepLog::Kind::arrived, path_, at);
    const auto& waived = judged_.waived;
    if (std::find(waived.begin(), waived.end(), violation.kind) == waived.end()) {
      log.add(at != nowhere ? StepLog::Kind::failed_there : StepLog::Kind::failed, path_, violation);
    }
    if (violation.after == model::Step::moved && at == nowhere) return end(log, StepLog::Kind::no_room);
    return violation.after != model::Step::intermediate || pass(log);
  }
  [[nodiscard]] bool pass(StepLog& log) {
    if (path_.chain() == chain_) return end(log, StepLog::Kind::endless);
    if (!path_.push_intermediate()) return end(log, StepLog::Kind::no_room);
    CHECK(path_.width() != 0);
    return true;
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
