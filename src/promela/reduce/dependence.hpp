// DependenceRelation: the processes of a state, as far as they never change, and all their statements, numbered
// through: which of them depend on each other, which can enable which, and which lead where. It is what stubborn sets
// are closed under (stubborn.hpp). States that differ only in where their processes stand and in the values of
// variables share one.
//
// Two statements are dependent if one may write what the other reads or writes: then their order may matter. It is an
// over-approximation from their footprints, so too much of it costs reduction, too little would be unsound.
#pragma once

#include <cstdint>
#include <vector>

#include "promela/reduce/footprint.hpp"
#include "promela/reduce/objects.hpp"

namespace waymark::promela {

// The little of a statement that is asked again and again.
struct StatementSummary {
  std::uint32_t owner = 0;         // pid
  std::uint32_t predecessors = 0;  // row of what leads to its control state
  std::uint32_t channel = 0;       // of a send or receive, if it is known for all the process's life
  TransitionKind kind = TransitionKind::skip;
  bool has_test = false;  // that says, wherever the process stands, whether it is forbidden now
};

class DependenceRelation {
 public:
  DependenceRelation(const Program& program, const Objects& objects, std::vector<const Footprints*> members);

  [[nodiscard]] std::size_t size() const { return statements_.size(); }
  [[nodiscard]] std::uint64_t bytes() const {
    return readers_.bytes() + writers_.bytes() + predecessors_.bytes() + enablers_.bytes() + futures_.bytes() +
           size() * (sizeof(StatementSummary) + sizeof(Statement*));
  }
  [[nodiscard]] Bits none() const { return Bits((size() + 63) / 64, 0); }
  [[nodiscard]] std::uint32_t members() const { return static_cast<std::uint32_t>(members_.size()); }
  [[nodiscard]] const Footprints& member(std::uint32_t pid) const { return *members_[pid]; }
  [[nodiscard]] const Statement& statement(std::size_t number) const { return *statements_[number]; }
  [[nodiscard]] const StatementSummary& summary(std::size_t number) const { return summaries_[number]; }
  [[nodiscard]] std::uint32_t owner(std::size_t number) const { return summaries_[number].owner; }
  [[nodiscard]] std::uint32_t way(std::size_t number) const {
    const std::uint32_t pid = owner(number);
    return static_cast<std::uint32_t>(number - firsts_[pid]) + members_[pid]->first_way;
  }
  [[nodiscard]] std::size_t number(std::uint32_t pid, std::uint32_t way) const {
    return firsts_[pid] + way - members_[pid]->first_way;
  }

  // Of a statement of `pid`: those of other processes that depend on it, so may not be exchanged with it.
  [[nodiscard]] Bits conflicts(const Effects& effects, std::uint32_t pid) const;
  // Those of which one must happen before it can be executed, when its own test is what forbids it: a necessary
  // enabling set, in Godefroid's words.
  [[nodiscard]] Bits enablers(const Statement& statement, std::uint32_t pid) const;
  [[nodiscard]] BitsView writers(std::size_t object) const { return writers_[object]; }
  // Those after which the process may stand before it.
  [[nodiscard]] BitsView predecessors(const StatementSummary& summary) const {
    return predecessors_[summary.predecessors];
  }
  // What a process that stands there may ever execute.
  [[nodiscard]] BitsView future(std::uint32_t pid, std::uint32_t state) const {
    return futures_[first_states_[pid] + state];
  }
  // enablers() of each statement, as far as it is known without the values of variables.
  [[nodiscard]] BitsView static_enablers(std::size_t number) const { return enablers_[number]; }

 private:
  // An end that is exclusive to a process, whose statements fail for it, and which end it.
  struct Held {
    const ExclusiveFootprint* footprint;
    std::uint32_t pid;
    Bits breakers, keepers;
  };
  void find_futures();
  void find_exclusive_ends(const Objects& objects);
  // Whether a write to that end by that process cannot happen, but fails: the end is another one's by xr or xs.
  [[nodiscard]] bool is_barred(std::size_t object, const Effects& effects, std::uint32_t pid) const;
  void add_exclusive(const Effects& effects, std::uint32_t pid, Bits& out) const;

  std::vector<const Footprints*> members_;
  std::vector<std::size_t> firsts_;
  std::vector<const Statement*> statements_;
  std::vector<StatementSummary> summaries_;
  BitTable readers_, writers_;               // by object
  std::vector<std::uint32_t> first_states_;  // rows of the next two, by pid
  BitTable predecessors_, futures_;
  BitTable enablers_;
  std::vector<Held> exclusive_ends_;
  std::vector<std::uint32_t> end_owner_;  // by object: 1 + pid of the process it is exclusive to; 0: none, or several
};

}  // namespace waymark::promela
