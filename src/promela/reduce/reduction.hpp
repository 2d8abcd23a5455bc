// Reducer: partial order reduction. In a state it looks for a stubborn set of statements (stubborn.hpp), as small as
// possible, and leaves only the transitions of its members.
//
// What is left out follows from the state alone (contract 1), so no search stack is looked at: every cycle of states
// contains a statement of a chosen kind (cycle_proviso.hpp), and a set of such statements only is not taken.
//
// Everything that does not depend on the state at hand is worked out once and kept: footprints by process instance
// (type, pid, variables that never change), the dependence relation by the processes that live, what is known of the
// statements a process stands before by its control state and variables, and decisions by all of this (decisions.hpp).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/flat_state.hpp"
#include "model/model.hpp"
#include "promela/program/program.hpp"
#include "promela/reduce/cycle_proviso.hpp"
#include "promela/reduce/dependence.hpp"
#include "promela/reduce/footprint.hpp"
#include "promela/reduce/stubborn.hpp"

namespace waymark::promela {

class Reducer {
 public:
  // Why a program cannot be reduced; empty if it can.
  [[nodiscard]] static std::string obstacle(const Program& program);

  // REQUIRES: the program outlives it.
  // With labels, cycles are preserved; without, only states and steps.
  // `remembers`: whether decisions made before, and what was known of the statements before which processes stand, are
  // used again, or found anew in each state.
  Reducer(const Program& program, const std::vector<Code>& watched, const model::Facts& labels, bool remembers);

  // Processes of each of these sets can be exchanged (symmetry/): a statement that cuts cycles then cuts them in all of
  // them. Before reduce().
  void exchange(std::vector<std::vector<std::uint32_t>> sets) { exchangeable_ = std::move(sets); }

  // The processes whose transitions are enough; nothing if all are needed. `possible` are the enabled ones.
  [[nodiscard]] const Pids* reduce(const model::FlatState& state, const std::vector<ProcessPart>& processes,
                                   const std::vector<Possible>& possible, StateOracle& oracle);

  [[nodiscard]] std::uint64_t bytes() const { return bytes_ + decisions_.bytes(); }

 private:
  struct WordsHash {
    using is_transparent = void;
    std::size_t operator()(std::span<const model::Word> words) const;
  };
  struct WordsEqual {
    using is_transparent = void;
    bool operator()(std::span<const model::Word> a, std::span<const model::Word> b) const {
      return std::equal(a.begin(), a.end(), b.begin(), b.end());
    }
  };
  // The statements of a control state.
  struct LocalStatements {
    std::vector<LocalStatement> ways;
    std::uint64_t number = 0;  // of its own
  };
  // The statements before which a process stands in a control state; where they depend on its variables, by its part.
  // Parts that make no difference share them.
  struct LocalCache {
    std::vector<std::unique_ptr<LocalStatements>> all;
    bool varies = false;
    std::unordered_map<std::vector<model::Word>, const LocalStatements*, WordsHash, WordsEqual> by_part;
  };
  // What was found out about the processes that live.
  struct Analysis {
    DependenceRelation relation;
    CycleCuts cuts;
    std::vector<std::vector<LocalCache>> caches;  // by pid and control state
  };
  // Of a pid: the instance that was met there last, and what was found of it as it stood then. Most processes stand as
  // they did in the state that was asked about before.
  struct Slot {
    std::vector<model::Word> part;
    std::uint32_t type = ~std::uint32_t{0};
    std::vector<model::Word> stable;
    const Footprints* footprints = nullptr;
    const Analysis* analysis = nullptr;  // in which `position` and `number` were found; nullptr: they were not
    ProcessPosition position;
    std::uint64_t number = 0;  // of its statements

    // Whether that is how the process stands now.
    [[nodiscard]] bool holds(const model::FlatState& state, const ProcessPart& process) const;
  };

  void meet(const model::FlatState& state, std::uint32_t pid, const ProcessPart& process, Slot& slot);
  void find_footprints(const model::FlatState& state, std::uint32_t pid, const ProcessPart& process, Slot& slot);
  [[nodiscard]] Analysis& analysis(const model::FlatState& state, const std::vector<ProcessPart>& processes);
  [[nodiscard]] const LocalStatements& local_statements(Analysis& analysis, const model::FlatState& state,
                                                        std::uint32_t pid, const ProcessPart& process,
                                                        std::uint32_t control);
  [[nodiscard]] const LocalStatements& look(const Analysis& analysis, LocalCache& cache, const Instance& instance,
                                            std::uint32_t control, bool with_variables);
  void forget_if_much();
  void cut_alike(const DependenceRelation& relation, CycleCuts& cuts) const;

  const Program& program_;
  std::vector<std::vector<std::uint32_t>> exchangeable_;
  Objects objects_;
  Footprinter footprinter_;
  Visibility visible_;
  Stubborn stubborn_;
  std::vector<std::vector<model::Word>> masks_;  // by type: which bits of its part never change
  std::vector<std::size_t> statements_of_;       // by type
  std::vector<Slot> slots_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::vector<model::Word>>, std::unique_ptr<Footprints>> known_;
  std::vector<const Footprints*> members_;  // of the analysis at hand
  Analysis* analysis_ = nullptr;
  std::map<std::vector<const Footprints*>, std::unique_ptr<Analysis>> analyses_;
  std::uint64_t bytes_ = 0;  // of footprints, analyses and local statements, roughly
  std::vector<ProcessPosition> positions_;
  bool remembers_;
  std::uint64_t local_statements_made_ = 0;
  Decisions decisions_;
  Decisions::Decision decision_;
};

}  // namespace waymark::promela
