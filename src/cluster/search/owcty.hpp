// Owcty: accepting cycles, by all ranks of a cluster. Depth-first orders, by which one process finds cycles, cannot be
// shared; this is the algorithm of Cerna and Pelanek (One Way Catch Them Young, after Fisler and others).
// DistributedBfs goes through the graph. Then there is a set of states, at first all of them, of which two things are
// taken away in turns, until nothing changes: what no accepting state of the set leads to, and what has no predecessor
// in the set. What is left, if anything is, contains an accepting cycle. (Elimination.) No edges are kept: transitions
// are taken again, and cross ranks again, once in each half of a turn for each state of the set (ReExpansion). Where
// components of the automaton are weak the first turn decides.
//
// The lasso is a function of the graph alone, the same for any number of ranks: it goes by a shortest way to the
// nearest suitable accepting state, and from there by a shortest way back.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.hpp"
#include "cluster/search/distributed_bfs.hpp"
#include "cluster/search/elimination.hpp"
#include "cluster/search/re_expansion.hpp"
#include "cluster/transport/transport.hpp"
#include "model/path.hpp"
#include "search/search.hpp"

namespace waymark::cluster {

class Owcty final : public search::Search, public search::Resumable, private ReExpansion::Listener {
 public:
  // REQUIRES: as DistributedBfs does; and judged.cycle. States do not move, and travel whole.
  Owcty(const search::Parts& parts, Transport& transport, const DistributedBfs::Settings& settings);

  [[nodiscard]] search::Outcome run() override;
  [[nodiscard]] search::Statistics statistics() const override { return levels_.statistics(); }
  // Checkpoints are kept between two levels, between two turns, and in the end; then with the set as it was when the
  // turn began. REQUIRES: numbers are kept.
  [[nodiscard]] Resumable* resumable() override { return this; }
  void keep_by(search::Checkpoints* checkpoints) override;
  [[nodiscard]] std::optional<search::Tallies> resume(checkpoint::Reader& reader) override;
  [[nodiscard]] std::vector<model::ActionId> unreached() const override { return levels_.unreached(); }

 private:
  // A state, for all ranks; or none.
  struct Named {
    std::optional<unsigned> rank;  // that keeps it
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

  void leaves(std::uint64_t id) override;
  [[nodiscard]] bool follows() override;
  void sent(unsigned) override {}
  void arrives(std::uint64_t id, unsigned from, std::uint64_t value) override;

  // With all states, or with what a search that is gone on with had left. False if cut short.
  [[nodiscard]] bool begin_turns();
  void keep_set();
  void read_set(checkpoint::Reader& reader);
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

  Transport& transport_;
  base::Stop* stop_;
  model::Violation cycle_;
  std::uint64_t most_errors_;
  DistributedBfs levels_;
  model::Model& model_;
  StateCodec codec_;
  ReExpansion re_expansion_;
  Elimination elimination_;

  bool keeps_ = false;
  bool turning_ = false;                    // in turns
  std::vector<bool> kept_set_;              // at rank 0, by number, for a checkpoint; empty: there is no set yet
  std::optional<std::vector<bool>> begin_;  // by id: the set with which another search was in its turns

  // While a cycle is closed: the states that are met, by their distance from the seed.
  std::vector<std::vector<std::uint64_t>> layers_;
  std::optional<std::uint64_t> seed_;  // if it is kept here
  std::uint32_t component_ = 0;        // of the state whose transitions are taken
  bool closed_ = false;
};

}  // namespace waymark::cluster
