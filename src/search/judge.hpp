// Judge: decides what violates a property, and keeps the violations with their paths.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/interface.hpp"
#include "search/run.hpp"

namespace waymark::search {

// Knows the way to where the model stands; strategies implement it.
class Route : public base::Interface {
 public:
  // Appends the choices that lead here, from the initial state or from the state being expanded. Called once for each
  // violation that is kept: a strategy may note what it will need to complete them at the end.
  virtual void choices(std::vector<std::uint32_t>& out) = 0;
};

class Judge : public Run {
 public:
  Judge(model::Model& model, base::Budget& budget, const Limits& limits, std::vector<ProgressListener*> progress,
        Judged judged, Route& route);

  [[nodiscard]] const Judged& judged() const { return judged_; }
  // Enters a violation, found `length` steps from the initial state.
  void found(const model::Violation& violation, std::uint64_t from, std::uint64_t length,
             std::optional<std::uint64_t> cycle = std::nullopt);
  // The path ends where so many of its choices led to: an accepting cycle. `length` is that of the path.
  void found_cycle(std::uint64_t choices_before, std::uint64_t length);
  // The model stands in a state that is new, so many transitions from the initial one, and was met from that one.
  void judge_state(std::uint64_t from, std::uint64_t depth);
  // The model stands in a state without transitions.
  void dead_end(std::uint64_t from, std::uint64_t depth);
  // For strategies that complete or replace what was found once the search has ended.
  [[nodiscard]] std::vector<Finding>& findings() { return findings_; }
  [[nodiscard]] const std::vector<Finding>& findings() const { return findings_; }

  // `undefined` is why it has no value, as Judging::undefined() says; or empty.
  [[nodiscard]] static model::Violation broken(const Invariant& invariant, std::string_view undefined);

 private:
  Judged judged_;
  Route& route_;
  std::vector<Finding> findings_;
  std::uint64_t choices_kept_ = 0;  // in all findings
};

}  // namespace waymark::search
