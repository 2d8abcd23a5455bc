// MovingOwnership: classes of states move from rank to rank, between two levels, when some rank is short of memory (the
// JPF paper's tables 5 to 7). All ranks agree on a new table, and each fills a new store with the states that are its
// own then. States travel in rounds, so that few are on their way at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/bytes.hpp"
#include "cluster/exchange/state_codec.hpp"
#include "cluster/search/ownership.hpp"
#include "cluster/search/swappable_store.hpp"
#include "search/observer.hpp"

namespace waymark::cluster {

class MessageReader;

class MovingOwnership final : public Ownership {
 public:
  // How a search begins.
  enum class Start : std::uint8_t {
    spread,  // as many classes for each rank
    first,   // all for rank 0
    shared,  // every rank keeps and expands all states, and reports as many classes as each other one
  };
  struct Settings {
    SwappableStore* store = nullptr;
    std::uint64_t move_at = 0;  // bytes in use by one rank at which classes move
    Start start = Start::spread;
  };
  MovingOwnership(const Transport& transport, model::Model& model, model::PartitionKey key, const Settings& settings);

  [[nodiscard]] bool add() override;
  [[nodiscard]] bool mine(std::uint64_t id) const override { return !shared_ || is_mine(class_numbers_[id]); }
  void expanded_theirs(bool explored, std::uint64_t transitions) override;
  void correct(RankStatistics& statistics) const override;
  [[nodiscard]] std::optional<std::vector<std::uint64_t>> number_states(Tree& tree, const Frontier& frontier) override;
  void stop_sharing() override;
  [[nodiscard]] bool rebalance(const LevelParts& parts, StateExchange& exchange) override;
  [[nodiscard]] std::uint64_t held_bytes() const override { return class_numbers_.capacity() * sizeof(std::uint16_t); }

 private:
  struct Moved;

  // While all states are shared.
  [[nodiscard]] bool is_mine(std::uint32_t class_number) const { return class_number % ranks_ == rank_; }
  [[nodiscard]] std::vector<std::uint64_t> gather_class_sizes(Transport& transport) const;
  // Goes over to a store with the states that are this rank's now, and sends the others to their owners.
  [[nodiscard]] bool move_states(const LevelParts& parts);
  void move_states(const LevelParts& parts, Moved& moved, std::uint64_t begin, std::uint64_t end);
  // Returns the bytes that the state needs on its way.
  [[nodiscard]] std::uint64_t move_state(const LevelParts& parts, Moved& moved, std::uint64_t id,
                                         std::vector<base::ByteSink>& out);
  void receive_state(const LevelParts& parts, Moved& moved, MessageReader& reader);
  // The model stands in a state that is this rank's from now on.
  static void keep(const LevelParts& parts, Moved& moved, std::uint32_t class_number, std::uint64_t number,
                   std::uint64_t in_degree);

  Settings settings_;
  unsigned ranks_;
  bool shared_;
  StateCodec codec_;
  std::vector<std::uint16_t> class_numbers_;  // by id
  search::Tallies theirs_;                    // of what was done here, the part that others report
  std::uint64_t moved_states_ = 0;            // from here
};

}  // namespace waymark::cluster
