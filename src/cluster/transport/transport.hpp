// Transport: how the ranks of a cluster, processes of one run on one machine or many, speak to each other. A rank is
// used by one thread. Batches go from rank to rank while ranks work and arrive in the order in which they were sent;
// everything else is collective: all ranks make the same calls of gather() and exchange() in the same order, and
// each waits there for the others.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace waymark::cluster {

using Bytes = std::vector<std::uint8_t>;

class Transport {
 public:
  Transport() = default;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;
  virtual ~Transport() = default;

  [[nodiscard]] virtual unsigned rank() const = 0;
  [[nodiscard]] virtual unsigned ranks() const = 0;
  // Of these, so many share a machine with this one.
  [[nodiscard]] virtual unsigned ranks_here() const = 0;

  // How large a batch should be before it is sent: what one costs has to be little beside what it brings.
  [[nodiscard]] virtual std::size_t batch_bytes() const { return 64 << 10; }
  // Whether a batch to this rank would be taken now. Few are on their way at a time: a rank that floods a slow one has
  // to wait, and receives meanwhile.
  [[nodiscard]] virtual bool ready(unsigned to) = 0;
  // Takes the bytes over and leaves the vector empty. REQUIRES: ready(to), and not to itself.
  virtual void send(unsigned to, Bytes& bytes) = 0;

  struct Batch {
    unsigned from = 0;
    std::span<const std::uint8_t> bytes;  // until the next call
  };
  // False if nothing has arrived.
  [[nodiscard]] virtual bool receive(Batch& out) = 0;
  // There is nothing to do but to wait for something to arrive.
  virtual void idle() = 0;

  // What every rank says, by rank.
  [[nodiscard]] virtual std::vector<Bytes> gather(std::span<const std::uint8_t> mine) = 0;
  // What every rank says to this one, by rank; `out` is what this one says to each.
  [[nodiscard]] virtual std::vector<Bytes> exchange(const std::vector<Bytes>& out) = 0;

  // Tells why, with the number of this rank, and ends all ranks at once with this exit code.
  [[noreturn]] virtual void abort(int code, const std::string& why) = 0;
};

}  // namespace waymark::cluster
