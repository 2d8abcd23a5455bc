// Ensemble: the processes of a state, as far as they never change, and all their statements, numbered through: which of
// them stand in each other's way, which can wake which, and which lead where. States that differ only in where their
// processes stand and in the values of variables share one.
#pragma once

#include <cstdint>
#include <vector>

#include "promela/reduce/footprint.hpp"
#include "promela/reduce/objects.hpp"

namespace waymark::promela {

// The little of a statement that is asked again and again.
struct Outline {
  std::uint32_t owner = 0;     // pid
  std::uint32_t arrivals = 0;  // row of what leads to its control state
  std::uint32_t channel = 0;   // of a send or receive, if it is known for all the process's life
  TransitionKind kind = TransitionKind::skip;
  bool has_test = false;  // that says, wherever the process stands, whether it is forbidden now
};

class Ensemble {
 public:
  Ensemble(const Program& program, const Objects& objects, std::vector<const Footprints*> members);

  [[nodiscard]] std::size_t size() const { return statements_.size(); }
  [[nodiscard]] std::uint64_t bytes() const {
    return readers_.bytes() + writers_.bytes() + arrivals_.bytes() + enablers_.bytes() + futures_.bytes() +
           size() * (sizeof(Outline) + sizeof(Statement*));
  }
  [[nodiscard]] Bits none() const { return Bits((size() + 63) / 64, 0); }
  [[nodiscard]] std::uint32_t members() const { return static_cast<std::uint32_t>(members_.size()); }
  [[nodiscard]] const Footprints& member(std::uint32_t pid) const { return *members_[pid]; }
  [[nodiscard]] const Statement& statement(std::size_t number) const { return *statements_[number]; }
  [[nodiscard]] const Outline& outline(std::size_t number) const { return outlines_[number]; }
  [[nodiscard]] std::uint32_t owner(std::size_t number) const { return outlines_[number].owner; }
  [[nodiscard]] std::uint32_t way(std::size_t number) const {
    const std::uint32_t pid = owner(number);
    return static_cast<std::uint32_t>(number - firsts_[pid]) + members_[pid]->first_way;
  }
  [[nodiscard]] std::size_t number(std::uint32_t pid, std::uint32_t way) const {
    return firsts_[pid] + way - members_[pid]->first_way;
  }

  // Of a statement of `pid`: those of other processes that may not be exchanged with it.
  [[nodiscard]] Bits conflicts(const Effects& effects, std::uint32_t pid) const;
  // Those of which one must happen before it can be executed, when its own test is what forbids it.
  [[nodiscard]] Bits enablers(const Statement& statement, std::uint32_t pid) const;
  [[nodiscard]] BitsView writers(std::size_t object) const { return writers_[object]; }
  // Those after which the process may stand before it.
  [[nodiscard]] BitsView arrivals(const Outline& outline) const { return arrivals_[outline.arrivals]; }
  // What a process that stands there may ever execute.
  [[nodiscard]] BitsView future(std::uint32_t pid, std::uint32_t state) const {
    return futures_[first_states_[pid] + state];
  }
  // enablers() of each statement, as far as it is known without the values of variables.
  [[nodiscard]] BitsView static_enablers(std::size_t number) const { return enablers_[number]; }

  // Statements of which every cycle of states contains one; the second kind counts only where its variable wraps round.
  [[nodiscard]] bool is_sticky(std::size_t number) const { return has(sticky_, number); }
  [[nodiscard]] bool is_sticky_if_it_wraps(std::size_t number) const { return has(wrapping_, number); }

 private:
  // A claim of a member, what breaks it, and what ends it.
  struct Held {
    const ClaimedEnd* claim;
    std::uint32_t pid;
    Bits breakers, keepers;
  };
  void find_futures();
  void find_claims(const Objects& objects);
  // Whether a write to that end by that process cannot happen, but fails.
  [[nodiscard]] bool is_barred(std::size_t object, const Effects& effects, std::uint32_t pid) const;
  void add_claims(const Effects& effects, std::uint32_t pid, Bits& out) const;

  std::vector<const Footprints*> members_;
  std::vector<std::size_t> firsts_;
  std::vector<const Statement*> statements_;
  std::vector<Outline> outlines_;
  BitTable readers_, writers_;               // by object
  std::vector<std::uint32_t> first_states_;  // rows of the next two, by pid
  BitTable arrivals_, futures_;
  BitTable enablers_;
  std::vector<Held> claims_;
  std::vector<std::uint32_t> claimant_;  // by object: 1 + pid of the one who claims it; 0: none, or several
  Bits sticky_, wrapping_;
};

}  // namespace waymark::promela
