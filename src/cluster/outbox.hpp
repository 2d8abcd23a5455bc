// Outbox: states on their way to the ranks that keep them, a batch for each. A batch is a sequence of records: the edge
// that led to the state, and the state. A rank remembers some of the states that it has sent to each other one, and
// says of one that comes again only which it was: most of what would be sent is known at the other end, and such a
// record is a few bytes instead of a state. (In the paper's words this is sibling caching; states are compared byte by
// byte, so nothing rests on it, and the edge is told all the same.)
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes.hpp"
#include "cluster/ahead.hpp"
#include "cluster/heard.hpp"
#include "cluster/share.hpp"
#include "cluster/transport.hpp"
#include "cluster/tree.hpp"
#include "model/fingerprint.hpp"

namespace waymark::cluster {

class Outbox {
 public:
  static constexpr std::size_t batch_bytes = 64 << 10;

  // So many states are remembered for each rank; 0: none.
  Outbox(unsigned ranks, std::uint32_t remembered);

  // True if the state itself goes with it. `hash`: whatever equal states have in common.
  bool add(unsigned to, Edge edge, std::uint64_t hash, std::span<const std::uint8_t> state);
  // An edge to a state that its owner has found already.
  void add(unsigned to, Edge edge, const Ahead::Promise& promise);
  // An edge to a state of which the other end is told only this.
  void ask(unsigned to, Edge edge, const model::Fingerprint& fingerprint);
  // The state, which the other end has asked for since.
  void answer(unsigned to, Edge edge, std::span<const std::uint8_t> state);
  // The batch for this rank; whoever takes it away says so.
  [[nodiscard]] Bytes& batch(unsigned to) { return peers_[to].batch; }
  void taken(unsigned to);

  // Nothing that was sent is remembered any more; nor may it be at the other ends.
  void forget();

  [[nodiscard]] const Traffic& traffic() const { return traffic_; }
  [[nodiscard]] std::uint64_t held_bytes() const { return held_; }

 private:
  struct Peer {
    Bytes batch;
    std::uint64_t source = 0;  // of the record before
    // By a few bits of the hash. Mostly its others, which are few and lie close together, tell that it is another one.
    std::vector<std::uint32_t> tags;
    std::vector<Bytes> remembered;
  };

  std::vector<Peer> peers_;
  Traffic traffic_;
  std::uint64_t held_ = 0;
};

// The other end: goes through the records of one batch.
class Records {
 public:
  // What is remembered of the rank that sent it: for each place, what keep() was told.
  using Remembered = std::vector<std::uint64_t>;
  static constexpr std::uint64_t nothing = ~std::uint64_t{0};

  Records(unsigned from, std::span<const std::uint8_t> batch, Remembered& remembered)
      : heard_(from, batch), remembered_(remembered) {
    promise_.by = from;
  }

  // Goes on to the next record; false at the end.
  [[nodiscard]] bool next();
  [[nodiscard]] Edge edge() const { return edge_; }
  // What is said of the state: its bytes are `state`; or it is one that came before, and `number` is what keep() was
  // told of it; or this rank has found it itself, as `promise` says; or all that is said is its fingerprint.
  enum class Kind : std::uint8_t { whole, again, ahead, asked };
  [[nodiscard]] Kind kind() const { return kind_; }
  [[nodiscard]] unsigned from() const { return promise_.by; }
  [[nodiscard]] const Ahead::Promise& promise() const { return promise_; }
  [[nodiscard]] std::uint64_t number() const { return remembered_[place_]; }
  // Where the number is remembered.
  [[nodiscard]] std::uint64_t* keeper() { return &remembered_[place_]; }
  [[nodiscard]] std::span<const std::uint8_t> state() const { return state_; }
  [[nodiscard]] const model::Fingerprint& fingerprint() const { return fingerprint_; }
  // The state of this record has this number here.
  void keep(std::uint64_t number) { remembered_[place_] = number; }
  [[noreturn]] void malformed() const { heard_.malformed(); }

 private:
  Heard heard_;
  Remembered& remembered_;
  Edge edge_;
  std::uint64_t source_ = 0;
  std::uint64_t place_ = 0;
  Kind kind_ = Kind::whole;
  Ahead::Promise promise_;
  std::span<const std::uint8_t> state_;
  model::Fingerprint fingerprint_;
};

}  // namespace waymark::cluster
