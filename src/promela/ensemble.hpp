// Ensemble: the processes of a state, as far as they never change, and all their statements, numbered through: which of
// them stand in each other's way, which can wake which, and which lead where. States that differ only in where their
// processes stand and in the values of variables share one.
#pragma once

#include <cstdint>
#include <vector>

#include "promela/footprint.hpp"
#include "promela/objects.hpp"

namespace waymark::promela {

class Ensemble {
 public:
  Ensemble(const Program& program, const Objects& objects, std::vector<const Footprints*> members);

  [[nodiscard]] std::size_t size() const { return statements_.size(); }
  [[nodiscard]] std::uint64_t bytes() const {
    return (readers_.size() + writers_.size() + arrivals_.size() + enablers_.size()) * (none().size() * 8 + 24);
  }
  [[nodiscard]] Bits none() const { return Bits((size() + 63) / 64, 0); }
  [[nodiscard]] std::uint32_t members() const { return static_cast<std::uint32_t>(members_.size()); }
  [[nodiscard]] const Footprints& member(std::uint32_t pid) const { return *members_[pid]; }
  [[nodiscard]] const Statement& statement(std::size_t number) const { return *statements_[number]; }
  [[nodiscard]] std::uint32_t owner(std::size_t number) const { return owners_[number]; }
  [[nodiscard]] std::uint32_t way(std::size_t number) const {
    const std::uint32_t pid = owners_[number];
    return static_cast<std::uint32_t>(number - firsts_[pid]) + members_[pid]->first_way;
  }
  [[nodiscard]] std::size_t number(std::uint32_t pid, std::uint32_t way) const {
    return firsts_[pid] + way - members_[pid]->first_way;
  }

  // Of a statement of `pid`: those of other processes that may not be exchanged with it.
  [[nodiscard]] Bits conflicts(const Effects& effects, std::uint32_t pid) const;
  // Those of which one must happen before it can be executed, when its own test is what forbids it.
  [[nodiscard]] Bits enablers(const Statement& statement, std::uint32_t pid) const;
  [[nodiscard]] const Bits& writers(std::size_t object) const { return writers_[object]; }
  // Those after which the process may stand there.
  [[nodiscard]] const Bits& arrivals(std::uint32_t pid, std::uint32_t state) const {
    return arrivals_[arrivals_of_[pid] + state];
  }
  // enablers() of each statement, as far as it is known without the values of variables.
  [[nodiscard]] const Bits& static_enablers(std::size_t number) const { return enablers_[number]; }

  // Statements of which every cycle of states contains one; the second kind counts only where its variable wraps round.
  [[nodiscard]] bool is_sticky(std::size_t number) const { return has(sticky_, number); }
  [[nodiscard]] bool is_sticky_if_it_wraps(std::size_t number) const { return has(wrapping_, number); }

 private:
  std::vector<const Footprints*> members_;
  std::vector<std::size_t> firsts_;
  std::vector<const Statement*> statements_;
  std::vector<std::uint32_t> owners_;
  std::vector<Bits> readers_, writers_;  // by object
  std::vector<std::size_t> arrivals_of_;
  std::vector<Bits> arrivals_;
  std::vector<Bits> enablers_;
  Bits sticky_, wrapping_;
};

}  // namespace waymark::promela
