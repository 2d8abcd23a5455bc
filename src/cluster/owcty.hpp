// Owcty: accepting cycles, by all ranks of a cluster. Depth-first orders, by which one process finds cycles, cannot be
// shared; this is the algorithm of Cerna and Pelanek (One Way Catch Them Young, after Fisler and others). Levels goes
// through the graph. Then there is a set of states, at first all of them, of which two things are taken away in turns,
// until nothing changes: what no accepting state of the set leads to, and what has no predecessor in the set. What is
// left, if anything is, contains an accepting cycle.
//
// No edges are kept: transitions are taken again, and cross ranks again, once in each turn for each state of the set. A
// rank needs two bytes for each of its states. Transitions that lead from one component of the automaton to another
// count for nothing, since no cycle takes them; where components are weak the first turn decides.
//
// The lasso is a function of the graph alone, the same for any number of ranks: it goes by a shortest way to the
// nearest suitable accepting state, and from there by a shortest way back.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.hpp"
#include "cluster/counts.hpp"
#include "cluster/levels.hpp"
#include "cluster/transport.hpp"
#include "model/path.hpp"
#include "search/search.hpp"

namespace waymark::cluster {

class Owcty final : public search::Search, private Receiver {
 public:
  // REQUIRES: as Levels does; and judged.cycle. States do not move (settings.store).
  Owcty(const search::Parts& parts, Transport& transport, const Levels::Settings& settings);
  ~Owcty() override { budget_.give_back(held_); }

  [[nodiscard]] search::Outcome run() override;
  // After it, by rank.
  [[nodiscard]] const std::vector<Share>& shares() const { return levels_.shares(); }

 private:
  // What a transition of a state that is being expanded does where it arrives.
  enum class Doing : std::uint8_t { reaching, eliminating, closing };
  // Of all ranks.
  struct Sizes {
    std::uint64_t set = 0;
    std::uint64_t weak = 0;  // of these, the states of weak components
  };
  // A state, for all ranks; or none.
  struct Named {
    std::optional<unsigned> rank;  // who keeps it
    std::uint64_t id = 0;          // there
    std::uint64_t depth = 0;
    model::Fingerprint fingerprint;
    Bytes state;
  };
  // A transition, by its source and its index among those that arrive anywhere.
  struct Step {
    Named source;
    std::uint64_t index = 0;
  };

  void receive(Records& records) override;

  // Notes of each state what is asked of it again and again.
  void classify();
  // The set becomes what accepting states of it lead to; in-edges within the set are counted.
  void reach();
  // States without in-edges leave the set, and their transitions count no more.
  void eliminate();
  // Does what there is to do until no rank has anything left.
  void work_off(Doing doing);
  [[nodiscard]] Post::Left work();
  // Those for which nothing has to come first.
  [[nodiscard]] bool begins_with(std::uint64_t id);
  // Takes the transitions of a state that stay within its component.
  void expand(std::uint64_t id);
  void step_arrived(std::uint32_t component);
  void arrive(std::uint64_t id);
  [[nodiscard]] std::optional<std::uint64_t> number_here();
  void charge();
  [[nodiscard]] bool stopping() { return levels_.explorer().stopping() || levels_.post().told_to_stop(); }
  // Whether some rank stops; if so, the search ends for that reason.
  [[nodiscard]] bool anybody_stops();
  [[nodiscard]] Sizes gather_sizes();
  // Whether the set that is left contains a cycle, and so it is not empty.
  [[nodiscard]] bool find_set();

  // Nothing if cut short.
  [[nodiscard]] std::optional<search::Finding> find_lasso();
  // Of the set, the accepting state nearest to the initial one.
  [[nodiscard]] Named nearest();
  [[nodiscard]] bool closes(const Named& seed);
  [[nodiscard]] search::Finding lasso(const Named& seed);
  // The first, by fingerprint, of the states with these ids, at all ranks, from which a transition leads to the target.
  [[nodiscard]] Step step_to(const Named& target, std::span<const std::uint64_t> ids);
  // Of a transition of the state in which the model stands; nothing if none leads there.
  [[nodiscard]] std::optional<std::uint64_t> index_of(model::Path& path, const model::Fingerprint& fingerprint,
                                                      std::span<const model::Word> words);
  // The first that any rank has, by depth and fingerprint, with the bytes of its state.
  [[nodiscard]] Step first_of_all(const Step& mine);

  static constexpr std::uint8_t in_set = 1;
  static constexpr std::uint8_t reached = 2;
  static constexpr std::uint8_t accepting = 4;
  static constexpr std::uint8_t weak = 8;

  Transport& transport_;
  base::Budget& budget_;
  base::Stop* stop_;
  model::Violation cycle_;
  std::uint64_t most_errors_;
  Levels levels_;
  model::Model& model_;
  Spelling spelling_;
  model::Path path_;

  Doing doing_ = Doing::reaching;
  std::vector<std::uint8_t> marks_;  // by id
  Counts counts_;                    // in-edges within the set
  std::vector<std::uint64_t> waiting_;
  std::uint64_t next_ = 0;  // up to here, those that something begins with have been found
  std::uint64_t end_ = 0;   // states from here on were cut off by the depth limit
  std::uint64_t held_ = 0;

  // While a cycle is closed: the states that are met, by their distance from the seed.
  std::vector<std::vector<std::uint64_t>> layers_;
  std::optional<std::uint64_t> seed_;  // if it is kept here
  bool closed_ = false;
};

}  // namespace waymark::cluster
