// Reducer: partial order reduction by persistent sets. In a state it looks for a set of processes, as small as
// possible, such that nothing the others may ever do can disturb what these can do now; then it is enough to take their
// steps, and the others' can wait. (Valmari's stubborn sets, at the grain of processes; Overman; Godefroid.)
//
// What is left out follows from the state alone (contract 1), so no search stack is looked at: a set that contains a
// step which closes a cycle in its process, starts a process or can be seen by what is judged is not taken. Every cycle
// therefore has a state that is fully expanded, and deadlocks, assertions, visible invariants and LTL without `next`
// keep their verdicts.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "model/flat_state.hpp"
#include "model/model.hpp"
#include "promela/footprint.hpp"
#include "promela/program.hpp"

namespace waymark::promela {

// A process, or the claim, and where its part begins.
struct ProcessPlace {
  std::uint32_t base = 0;
  std::uint32_t type = 0;
  std::uint32_t first_state = 0;  // of its type
};

class Reducer {
 public:
  // Why a program cannot be reduced; empty if it can.
  [[nodiscard]] static std::string obstacle(const Program& program);

  Reducer(std::shared_ptr<const Program> program, const std::vector<Code>& watched, bool accepting, bool progress);

  // Leaves a subset of the enabled transitions, in their order.
  void reduce(const model::FlatState& state, const std::vector<ProcessPlace>& processes, std::uint32_t way_mask,
              std::vector<model::Transition>& enabled);

 private:
  // Of a pid: the instance that was met there last.
  struct Slot {
    std::uint32_t type = ~std::uint32_t{0};
    std::vector<model::Word> stable;
    const Footprints* footprints = nullptr;
  };
  // Of a process in the state at hand.
  struct Now {
    const Footprints* footprints = nullptr;
    std::uint32_t state = 0;        // control state
    std::uint32_t transitions = 0;  // enabled
    bool bound = false;             // one of them is sticky or visible
  };

  [[nodiscard]] const Footprints& footprints(const model::FlatState& state, std::uint32_t pid,
                                             const ProcessPlace& process);
  void look(const model::FlatState& state, const std::vector<ProcessPlace>& processes, std::uint32_t way_mask,
            const std::vector<model::Transition>& enabled);
  // The transitions of the smallest set that holds process `first`, which set_ then is; 0 if it must be all.
  [[nodiscard]] std::uint32_t close(std::uint32_t first, std::uint32_t most);
  [[nodiscard]] bool disturbs(std::uint32_t other, std::uint32_t member) const;

  std::shared_ptr<const Program> program_;
  Objects objects_;
  Footprinter footprinter_;
  Visibility visible_;
  std::vector<std::vector<model::Word>> masks_;  // by type: which bits of its part never change
  std::vector<Slot> slots_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::vector<model::Word>>, std::unique_ptr<Footprints>> known_;
  std::vector<Now> now_;
  std::vector<std::uint64_t> touched_;  // per process: reads, writes, guards of its transitions here
  std::vector<std::uint32_t> set_, best_;
  std::vector<bool> in_set_;
};

}  // namespace waymark::promela
