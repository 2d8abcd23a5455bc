// Elimination: a set of states, at all ranks, from which is taken in turns what is on no accepting cycle: what no
// accepting state of the set leads to, and what has no predecessor in the set (One Way Catch Them Young, of Cerna and
// Pelanek). A rank needs two bytes for each of its states.
//
// It can also find labels as scripts of cycles have them, for what it takes away: along every transition the rank
// falls, or rank and set stay and the transition does not lie in that set. They come by themselves. Nothing leads from
// what is still in the set to what was taken away before, so the rank falls from each time something is taken away to
// the next. What is taken away at once because no transition of a set leads there has none of them inside. What has no
// predecessor any more is taken away in an order that transitions follow, and there the rank falls behind each
// accepting state. With fairness there are several sets (model::Movers), and each has its turn.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "base/budget.hpp"
#include "cluster/search/distributed_bfs.hpp"
#include "cluster/search/in_degrees.hpp"
#include "cluster/search/re_expansion.hpp"
#include "cluster/transport/transport.hpp"
#include "model/movers.hpp"

namespace waymark::cluster {

class Elimination final : public ReExpansion::Listener {
 public:
  struct Settings {
    // Transitions from one component of the automaton to another count for nothing, since no cycle takes them, and in
    // weak components without accepting states there is no accepting cycle. Else the graph is taken as it is.
    bool by_components = true;
    bool labels = false;              // REQUIRES: not by components
    model::Movers* movers = nullptr;  // the model's outermost layer, if labels are to show that no cycle is fair
  };
  // Of all ranks.
  struct Sizes {
    std::uint64_t set = 0;
    std::uint64_t weak = 0;  // of these, the states of weak components
  };
  struct Label {
    std::uint64_t rank = 0;
    std::uint32_t set = 0;  // as in observe::Ranks
  };

  Elimination(DistributedBfs& levels, ReExpansion& re_expansion, Transport& transport, base::Budget& budget,
              const Settings& settings);
  ~Elimination() override { budget_.give_back(held_); }

  // The set is what there is. All of these are for all ranks at once; whether some rank stopped, ReExpansion knows.
  void begin();
  // It becomes what transitions of `acceptance` lead to: 0 are those that leave its accepting states, i + 1 those that
  // are fair to actor i.
  void reach(std::uint32_t acceptance = 0);
  // States without predecessors in the set leave it.
  void eliminate();
  [[nodiscard]] Sizes gather_sizes();
  // was_in_set() is about the set as it is now, from now on.
  void note_set();
  [[nodiscard]] bool was_in_set(std::uint64_t id) const { return (marks_[id] & noted) != 0; }
  // How many sets of transitions there are.
  [[nodiscard]] std::uint32_t gather_acceptances();

  [[nodiscard]] std::uint64_t states() const { return marks_.size(); }
  [[nodiscard]] bool in_set(std::uint64_t id) const { return (marks_[id] & member) != 0; }
  [[nodiscard]] bool accepts(std::uint64_t id) const { return (marks_[id] & accepting) != 0; }
  void take_away(std::uint64_t id) { marks_[id] = static_cast<std::uint8_t>(marks_[id] & ~member); }
  // Only what is of weak components stays.
  void keep_weak();
  // A mark for an algorithm on the set: true if it was not there. All are gone after clear_met().
  [[nodiscard]] bool meet(std::uint64_t id);
  void clear_met();
  // InDegrees are needed no more.
  void forget_counts() { counts_ = {}; }
  // When the set is empty. REQUIRES: labels.
  [[nodiscard]] Label label(std::uint64_t id) const;

 private:
  enum class Doing : std::uint8_t { seeding, reaching, eliminating };

  void leaves(std::uint64_t id) override;
  [[nodiscard]] bool follows() override;
  void sent(unsigned) override {}
  void arrives(std::uint64_t id, unsigned from, std::uint64_t value) override;

  void work_off(Doing doing);
  [[nodiscard]] std::optional<std::uint64_t> take();
  // Those for which nothing has to come first.
  [[nodiscard]] bool begins_with(std::uint64_t id);
  // The transitions whose turn it is lead to the states that are marked as starting then. False if cut short.
  [[nodiscard]] bool find_starting(std::uint32_t acceptance);
  void note_fall(std::uint64_t id, std::uint64_t fallen);
  void charge();

  static constexpr std::uint8_t member = 1;
  static constexpr std::uint8_t reached = 2;
  static constexpr std::uint8_t accepting = 4;
  static constexpr std::uint8_t weak = 8;
  static constexpr std::uint8_t starting = 16;
  static constexpr std::uint8_t noted = 32;

  DistributedBfs& levels_;
  ReExpansion& re_expansion_;
  Transport& transport_;
  base::Budget& budget_;
  Settings settings_;
  model::Model& model_;

  Doing doing_ = Doing::reaching;
  std::uint32_t component_ = 0;      // of the state whose transitions are taken
  std::uint32_t acceptance_ = 0;     // whose turn it is
  std::vector<std::uint8_t> marks_;  // by id
  InDegrees counts_;                 // in-edges within the set
  std::vector<std::uint64_t> waiting_;
  std::uint64_t next_ = 0;  // up to here, those that something begins with have been found
  std::uint64_t held_ = 0;

  // For labels: by how much less than the highest the rank of a state is, and its set, by id.
  std::vector<std::uint32_t> fallen_;
  std::vector<std::uint32_t> sets_;  // with fairness
  std::uint64_t base_ = 0;           // what is taken away now has fallen at least so far
  std::uint64_t highest_ = 0;        // the rank of what has not fallen
};

}  // namespace waymark::cluster
