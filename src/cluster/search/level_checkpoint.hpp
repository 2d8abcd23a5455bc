// LevelCheckpoint: checkpoints of a search level by level: the rows of all levels that were settled, in the order of
// numbers, whichever rank kept which state. A search that goes on, with any number of ranks, takes the tree edges once
// more, level by level: each rank those of the states that are its own now, and their targets travel with their
// numbers.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "checkpoint/reader.hpp"
#include "checkpoint/writer.hpp"
#include "cluster/search/level_parts.hpp"
#include "cluster/search/state_exchange.hpp"
#include "search/checkpoints.hpp"

namespace waymark::cluster {

class LevelCheckpoint {
 public:
  explicit LevelCheckpoint(const LevelParts& parts) : level_(parts) {}

  // Checkpoints are kept by rank 0: elsewhere `checkpoints` is none. `more`, if any, appends what an algorithm on the
  // states has to keep. All ranks do so or none.
  void keep_by(search::Checkpoints* checkpoints, std::function<void(checkpoint::Writer&)> more);
  [[nodiscard]] bool enabled() const { return enabled_; }

  // The rest is for all ranks at once. Whether it is time for one; false without checkpoints.
  [[nodiscard]] bool due();
  // Keeps one, between two levels.
  void keep();
  // The search has stopped within a level: keeps one of when the level began.
  void keep_begin_of_level();
  // Some rank has lost states, and with them their in-degrees.
  void lose_in_degrees();
  // Statements that no rank has executed, as of the last checkpoint; at rank 0.
  [[nodiscard]] const std::vector<model::ActionId>& unreached() const { return unreached_; }

  // Goes to where the search was. Calls `advance` with the numbers of this rank's states on the next level, when a
  // level is complete. Throws base::InputError if no search has written it; false if that was cut short.
  using Advance = std::function<void(std::vector<std::uint64_t>)>;
  [[nodiscard]] bool resume(checkpoint::Reader& reader, bool over, StateExchange& exchange, const Advance& advance);

 private:
  class Replay;

  // Behind the last level there is one without states.
  [[nodiscard]] std::uint64_t deepest() const { return level_.tree.depth() - (level_.tree.size() == 0 ? 1 : 0); }
  [[nodiscard]] std::uint64_t states() const { return level_.tree.first() + level_.tree.size(); }
  void gather_unreached();
  // Meets the states of the next level by the rows of this one; false if some rank could not.
  [[nodiscard]] bool replay_level(checkpoint::Reader& reader, Replay& replay, const Advance& advance);
  // Takes the tree edges of the row of a state that is kept here; the first of them leads to this number.
  void replay_state(Replay& replay, std::uint64_t id, std::span<const std::uint8_t> row, std::uint64_t child,
                    const checkpoint::Reader& reader);
  void load_in_degrees(checkpoint::Reader& reader);

  LevelParts level_;
  bool enabled_ = false;
  search::Checkpoints* checkpoints_ = nullptr;
  std::function<void(checkpoint::Writer&)> more_;
  std::uint64_t kept_depth_ = ~std::uint64_t{0};  // of the last one
  std::vector<model::ActionId> unreached_;
};

}  // namespace waymark::cluster
