// StateExchange: how transitions reach the ranks that own their target states. There is one class for each form in
// which states travel; all of them enter arrivals at this rank's states into the frontier.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <variant>

#include "cluster/exchange/mailbox.hpp"
#include "cluster/exchange/state_codec.hpp"
#include "cluster/search/level_parts.hpp"
#include "cluster/search/moving_ownership.hpp"
#include "search/explorer.hpp"
#include "store/level_compact.hpp"

namespace waymark::cluster {

class StateExchange : public search::RemoteOwner, public Receiver {
 public:
  explicit StateExchange(const LevelParts& parts) : level_(parts), rank_(parts.transport.rank()) {}

  // The state of this id, in which the model stands, is expanded next; and that is over.
  virtual void expand(std::uint64_t id) {
    if (level_.ownership.by_fingerprints()) (void)level_.model.fingerprint();
  }
  virtual void expanded() {}
  // This rank is done with the level. Returns when all are, and all arrivals have been entered.
  virtual void end_level() { level_.mailbox.end_level(level_.stopping()); }
  virtual void next_level() {}
  // Between two levels: states have moved; or those of a checkpoint are there.
  virtual void forget() {}
  virtual void restored() {}
  [[nodiscard]] virtual std::uint64_t held_bytes() const { return 0; }

  [[nodiscard]] bool forward() final {
    if (!level_.frontier.begun()) return !level_.ownership.is_here();  // the initial state
    const Edge edge = level_.frontier.take_edge();
    if (edge.index() + 1 == Edge::most_indices) level_.explorer.stop(search::Why::memory);
    forward_by(edge);
    return true;
  }
  // The current state is the target of this edge.
  virtual void forward_by(Edge edge) = 0;
  void receive(Records& records) final;
  // The explorer has stored the initial state here.
  void meet_initial() { meet({store::Seen::fresh, 0}, Edge()); }

 protected:
  // Enters a record of another rank.
  virtual void take(Records& records) = 0;
  // The frontier has got a new state, in which the model stands.
  virtual void discovered(std::uint64_t id) {
    if (level_.ownership.add()) level_.verdict.judge(id);
  }

  [[nodiscard]] std::uint64_t next_depth() const { return level_.tree.depth() + 1; }
  // An edge leads to this state.
  void meet(const store::Found& found, Edge edge) {
    if (found.seen != store::Seen::fresh) return level_.frontier.arrive(found.number, edge);
    level_.frontier.discover(edge);
    discovered(found.number);
  }
  // The same of the current state. Nothing if there is no room for it.
  [[nodiscard]] std::optional<std::uint64_t> meet_here(Edge edge) {
    const store::Found found = level_.explorer.insert_remote(level_.model.pack(), next_depth());
    if (found.seen == store::Seen::no_room) return std::nullopt;
    meet(found, edge);
    return found.number;
  }

  LevelParts level_;
  unsigned rank_;
};

// Each target is entered here, or sent to its owner, at once.
class DirectExchange : public StateExchange {
 public:
  using StateExchange::StateExchange;

  void forward_by(Edge edge) final;

 protected:
  virtual void enter(Edge edge) { (void)meet_here(edge); }
  virtual void send(unsigned to, Edge edge, std::uint64_t hash) = 0;
};

// States travel whole: every record has the state, unless it was sent to the same rank lately.
class WholeExchange : public DirectExchange {
 public:
  explicit WholeExchange(const LevelParts& parts) : DirectExchange(parts), codec_(parts.model) {}

 protected:
  void send(unsigned to, Edge edge, std::uint64_t hash) override;
  void take(Records& records) override;
  // Enters the state of a record, whose bytes are these. Nothing if there is no room.
  [[nodiscard]] std::optional<std::uint64_t> meet_state(const Records& records, std::span<const std::uint8_t> state);

  StateCodec codec_;
};

// Which form it is, with what goes together with that form alone.
struct WholeStates {
  unsigned lookahead = 0;  // generations
  std::optional<MovingOwnership::Settings> moving = std::nullopt;
};
struct FingerprintsFirst {};
struct Deltas {
  store::LevelCompact* compact = nullptr;  // the store, if it keeps no more than a hash of every state
};
using ExchangeForm = std::variant<WholeStates, FingerprintsFirst, Deltas>;

[[nodiscard]] std::unique_ptr<StateExchange> make_exchange(const ExchangeForm& form, store::Store& store,
                                                           const LevelParts& parts);

}  // namespace waymark::cluster
