// Post: what goes between ranks while they expand a level. Batches are sent as they fill up and taken in between two
// states, never within one. A level is over for a rank when every other one has said that it sends no more, and as many
// batches have come as each says that it sent: messages are counted, silence means nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "cluster/outbox.hpp"
#include "cluster/transport.hpp"

namespace waymark::cluster {

class Receiver {
 public:
  Receiver() = default;
  Receiver(const Receiver&) = delete;
  Receiver& operator=(const Receiver&) = delete;
  virtual ~Receiver() = default;

  virtual void receive(Records& records) = 0;
};

class Post {
 public:
  // So many states are remembered for each rank, by both ends.
  Post(Transport& transport, Receiver& receiver, std::uint32_t remembered);

  // True if the state itself is sent.
  bool send(unsigned to, Edge edge, const model::Fingerprint& fingerprint, std::span<const std::uint8_t> state) {
    return outbox_.add(to, edge, fingerprint, state);
  }
  void send(unsigned to, Edge edge, const Ahead::Promise& promise) { outbox_.add(to, edge, promise); }
  // Between two states: takes in what has come, and sends what is full.
  void turn();
  // This rank has nothing more to send. Returns when that is so for all of them, and everything has been taken in.
  void end_level(bool stopping);
  // Nothing that was sent is remembered any more. Between two levels, and by all ranks.
  void forget();
  // Some rank will not go on.
  [[nodiscard]] bool told_to_stop() const { return told_to_stop_; }

  [[nodiscard]] const Traffic& traffic() const { return outbox_.traffic(); }
  [[nodiscard]] double waited() const { return waited_; }
  [[nodiscard]] std::uint64_t held_bytes() const { return outbox_.held_bytes(); }

 private:
  struct Peer {
    std::uint64_t sent = 0;  // batches, on this level
    std::uint64_t heard = 0;
    Records::Remembered remembered;
  };

  void flush(unsigned to);
  void post(unsigned to, Bytes& bytes);
  // False if nothing has come.
  bool hear();
  void hear_of_end(Heard& heard, const Peer& peer);
  template <typename Condition>
  void wait_until(const Condition& condition);

  Transport& transport_;
  Receiver& receiver_;
  Outbox outbox_;
  std::vector<Peer> peers_;
  unsigned over_ = 0;  // ranks that send no more on this level
  bool told_to_stop_ = false;
  double waited_ = 0;
};

}  // namespace waymark::cluster
