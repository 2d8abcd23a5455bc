// DeadVariables: which variables of a process nothing reads any more before they are written. In a reduced search a
// step sets them to 0, so that states differ only in what can still make a difference.
//
//   proctype P() { byte x; in?x; out!x; L: ... }    // at L, x is dead until the next in?x
//
// Which variables those are follows from the control state alone (contract 1). docs/trust/soundness.md says why that
// loses nothing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "promela/program/program.hpp"
#include "promela/reduce/footprint.hpp"

namespace waymark::promela {

class DeadVariables {
 public:
  // Nothing is dead.
  DeadVariables() = default;
  // What `program` watches is alive, too. REQUIRES: the footprinter is the program's.
  DeadVariables(const Program& program, const Footprinter& footprinter);

  // Bytes from the start of a process.
  struct Range {
    std::uint32_t begin = 0;
    std::uint32_t length = 0;
  };
  // What has to be set to 0 after a transition, by its index in Program::transitions.
  [[nodiscard]] std::span<const Range> after(std::size_t transition) const {
    if (transition + 1 >= first_.size()) return {};
    return {ranges_.data() + first_[transition], ranges_.data() + first_[transition + 1]};
  }
  // What has to be set to 0 where a process of the type starts.
  [[nodiscard]] std::span<const Range> at_start(std::uint32_t type) const {
    return type < at_start_.size() ? std::span<const Range>(at_start_[type]) : std::span<const Range>();
  }

 private:
  std::vector<Range> ranges_;
  std::vector<std::uint32_t> first_;          // by transition, where its ranges begin
  std::vector<std::vector<Range>> at_start_;  // by type
};

}  // namespace waymark::promela
