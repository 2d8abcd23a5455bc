// Outbox: states on their way to the ranks that keep them, a batch for each. A batch is a sequence of records: the edge
// that led to the state, and the state. A rank remembers some of the states that it has sent to each other one, and
// says of one that comes again only which it was: most of what would be sent is known at the other end, and such a
// record is a few bytes instead of a state. (In the paper's words this is sibling caching; states are compared byte by
// byte, so nothing rests on it, and the edge is sent all the same.)
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/bytes.hpp"
#include "cluster/exchange/child_lookahead.hpp"
#include "cluster/exchange/edge.hpp"
#include "cluster/transport/message_reader.hpp"
#include "cluster/transport/transport.hpp"
#include "model/fingerprint.hpp"
#include "search/statistics.hpp"

namespace waymark::cluster {

using search::Traffic;

class Outbox {
 public:
  // So many states are remembered for each rank; 0: none.
  Outbox(unsigned ranks, std::uint32_t remembered);

  // True if the state itself goes with it. `hash`: whatever equal states have in common.
  bool add(unsigned to, Edge edge, std::uint64_t hash, std::span<const std::uint8_t> state);
  // The same in two steps, where what is sent of a state is not what it is known by: an edge to one that is remembered
  // is added; if it is not, it is from now on, and what is sent of it has to be added next.
  [[nodiscard]] bool add_again(unsigned to, Edge edge, std::uint64_t hash, std::span<const std::uint8_t> known_by);
  void add_new(unsigned to, Edge edge, std::uint64_t hash, std::span<const std::uint8_t> sent);
  // One with this hash may be added soon: fetches what that takes.
  void expect(unsigned to, std::uint64_t hash) const {
    const Peer& peer = peers_[to];
    if (!peer.remembered.empty()) __builtin_prefetch(&peer.remembered[peer.place(hash)], 1);
  }
  // An edge to a state that its owner has found already.
  void add(unsigned to, Edge edge, const ChildLookahead::Promise& promise);
  // An edge to a state of which only this is sent.
  void ask(unsigned to, Edge edge, const model::Fingerprint& fingerprint);
  // The state, which the other end has requested since.
  void answer(unsigned to, Edge edge, std::span<const std::uint8_t> state);
  // The batch for this rank; taken() says that it was taken away.
  [[nodiscard]] Bytes& batch(unsigned to) { return peers_[to].batch; }
  void taken(unsigned to);

  // Nothing that was sent is remembered any more; nor may it be at the other ends.
  void forget();

  [[nodiscard]] const Traffic& traffic() const { return traffic_; }
  [[nodiscard]] std::uint64_t held_bytes() const { return held_; }

 private:
  // A state that was sent, in one line of the processor's cache if it is small.
  class alignas(64) Slot {
   public:
    // `tag`: bits of the state's hash.
    [[nodiscard]] bool holds(std::uint32_t tag, std::span<const std::uint8_t> state) const {
      if (tag != tag_ || length_ != length_of(state)) return false;
      const std::uint8_t* const bytes = length_ == many ? large_->data() : small_.data();
      return (length_ != many || large_->size() == state.size()) && std::equal(state.begin(), state.end(), bytes);
    }
    void hold(std::uint32_t tag, std::span<const std::uint8_t> state) {
      tag_ = tag;
      length_ = length_of(state);
      if (length_ == many) {
        if (!large_) large_ = std::make_unique<Bytes>();
        large_->assign(state.begin(), state.end());
      } else {
        std::copy(state.begin(), state.end(), small_.begin());
      }
    }
    [[nodiscard]] std::uint64_t large_bytes() const { return large_ ? large_->capacity() : 0; }

   private:
    static constexpr std::size_t most_small = 48;
    static constexpr std::uint8_t many = 0xFE;
    static constexpr std::uint8_t nothing = 0xFF;

    [[nodiscard]] static std::uint8_t length_of(std::span<const std::uint8_t> state) {
      return state.size() > most_small ? many : static_cast<std::uint8_t>(state.size());
    }

    std::unique_ptr<Bytes> large_;
    std::uint32_t tag_ = 0;
    std::uint8_t length_ = nothing;
    std::array<std::uint8_t, most_small> small_{};
  };
  struct Peer {
    Bytes batch;
    std::uint64_t source = 0;      // of the record before
    std::vector<Slot> remembered;  // by some bits of the hash

    // 0 if nothing is remembered.
    [[nodiscard]] std::size_t place(std::uint64_t hash) const { return (hash & 0xFFFFFFFF) * remembered.size() >> 32; }
  };

  std::vector<Peer> peers_;
  Traffic traffic_;
  std::uint64_t held_ = 0;
};

// The other end: goes through the records of one batch.
class Records {
 public:
  // What is remembered of the rank that sent it: for each place, the number that keep() got.
  using Remembered = std::vector<std::uint64_t>;
  static constexpr std::uint64_t nothing = ~std::uint64_t{0};

  Records(unsigned from, std::span<const std::uint8_t> batch, Remembered& remembered)
      : reader_(from, batch), remembered_(remembered) {
    promise_.by = from;
  }

  // Goes on to the next record; false at the end.
  [[nodiscard]] bool next();
  [[nodiscard]] Edge edge() const { return edge_; }
  // The form of the state: its bytes are `state`; or it is one that came before, and keep() got `number` of it; or this
  // rank has found it itself, as `promise` says; or there is only its fingerprint.
  enum class Kind : std::uint8_t { whole, again, ahead, fingerprint };
  [[nodiscard]] Kind kind() const { return kind_; }
  [[nodiscard]] unsigned from() const { return promise_.by; }
  [[nodiscard]] const ChildLookahead::Promise& promise() const { return promise_; }
  [[nodiscard]] std::uint64_t number() const { return remembered_[place_]; }
  // Where the number is remembered.
  [[nodiscard]] std::uint64_t* keeper() { return &remembered_[place_]; }
  [[nodiscard]] std::span<const std::uint8_t> state() const { return state_; }
  [[nodiscard]] const model::Fingerprint& fingerprint() const { return fingerprint_; }
  // The state of this record has this number here.
  void keep(std::uint64_t number) { remembered_[place_] = number; }
  [[noreturn]] void malformed() const { reader_.malformed(); }

 private:
  MessageReader reader_;
  Remembered& remembered_;
  Edge edge_;
  std::uint64_t source_ = 0;
  std::uint64_t place_ = 0;
  Kind kind_ = Kind::whole;
  ChildLookahead::Promise promise_;
  std::span<const std::uint8_t> state_;
  model::Fingerprint fingerprint_;
};

}  // namespace waymark::cluster
