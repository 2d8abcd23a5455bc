// Mailbox: what goes between ranks while they work. Batches are sent as they fill up and taken in between two states,
// never within one. A level is over for a rank when every other one has announced that it sends no more, and as many
// batches have come as each says that it sent. Work without levels, where a rank that takes something in may have more
// to send, is over when a token that goes from rank to rank, and waits at each until that has nothing to do, has found
// twice in a row that as many batches were taken in as were sent (Safra's algorithm, by Dijkstra): messages are
// counted, silence means nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "cluster/exchange/outbox.hpp"
#include "cluster/transport/transport.hpp"

namespace waymark::cluster {

class Receiver {
 public:
  Receiver() = default;
  Receiver(const Receiver&) = delete;
  Receiver& operator=(const Receiver&) = delete;
  virtual ~Receiver() = default;

  virtual void receive(Records& records) = 0;
};

class Mailbox {
 public:
  // So many states are remembered for each rank, by both ends.
  Mailbox(Transport& transport, std::uint32_t remembered);

  void expect(unsigned to, std::uint64_t hash) const { outbox_.expect(to, hash); }
  // True if the state itself is sent.
  bool send(unsigned to, Edge edge, std::uint64_t hash, std::span<const std::uint8_t> state) {
    return outbox_.add(to, edge, hash, state);
  }
  // The same in two steps, as Outbox has them.
  [[nodiscard]] bool send_again(unsigned to, Edge edge, std::uint64_t hash, std::span<const std::uint8_t> known_by) {
    return outbox_.add_again(to, edge, hash, known_by);
  }
  void send_new(unsigned to, Edge edge, std::uint64_t hash, std::span<const std::uint8_t> sent) {
    outbox_.add_new(to, edge, hash, sent);
  }
  void send(unsigned to, Edge edge, const ChildLookahead::Promise& promise) { outbox_.add(to, edge, promise); }
  void ask(unsigned to, Edge edge, const model::Fingerprint& fingerprint) { outbox_.ask(to, edge, fingerprint); }
  void answer(unsigned to, Edge edge, std::span<const std::uint8_t> state) { outbox_.answer(to, edge, state); }
  // Between two states: takes in what has come, and sends what is full.
  void turn();
  // This rank has nothing more to send. Returns when that is so for all of them, and everything has been taken in.
  void end_level(bool stopping);
  // How much there is to do at a rank; it may also give up, and then all do.
  enum class Left : std::uint8_t { some, nothing, stop };
  // Instead of levels: calls work(), which does a little of what there is to do here, until all ranks have nothing left
  // and everything has been taken in. REQUIRES: before anything is sent again, all ranks say something together.
  void work_off(const std::function<Left()>& work);
  // Who takes in what comes, from now on. REQUIRES: nothing is on its way.
  void deliver_to(Receiver& receiver) { receiver_ = &receiver; }
  // Nothing that was sent is remembered any more. Between two levels, and by all ranks.
  void forget();
  // Some rank will not go on.
  [[nodiscard]] bool stopped() const { return stopped_; }

  [[nodiscard]] const Traffic& traffic() const { return outbox_.traffic(); }
  [[nodiscard]] double waited() const { return waited_; }
  [[nodiscard]] std::uint64_t held_bytes() const { return outbox_.held_bytes(); }

 private:
  struct Peer {
    std::uint64_t sent = 0;  // batches, on this level or of this work
    std::uint64_t received = 0;
    Records::Remembered remembered;
  };

  // Goes round among the ranks. Rank 0 has it first, and it has found nothing out yet.
  struct Token {
    bool here = false;
    bool doubtful = true;       // some rank has taken something in since it was there last
    std::uint64_t balance = 0;  // batches sent less those taken in, modulo 2^64
  };

  // False if there was nothing to send.
  bool flush(unsigned to);
  [[nodiscard]] bool flush_all();
  // To every other rank: a message that is nothing but its kind.
  void send_all(std::uint8_t kind);
  // There is nothing to do here. If the token is here it goes on, or is done with.
  void pass_token();
  void receive_token(MessageReader& reader);
  void post(unsigned to, Bytes& bytes);
  // False if nothing has come.
  bool receive();
  void receive_end(MessageReader& reader, const Peer& peer);
  template <typename Condition>
  void wait_until(const Condition& condition);

  Transport& transport_;
  Receiver* receiver_ = nullptr;
  Outbox outbox_;
  std::vector<Peer> peers_;
  unsigned over_ = 0;  // ranks that send no more on this level
  Token token_;
  bool took_in_ = false;  // since the token was here
  bool worked_off_ = false;
  std::uint64_t messages_ = 0;  // received
  bool stopped_ = false;
  double waited_ = 0;
};

}  // namespace waymark::cluster
