// MpiThread: the one thread of a process that speaks to the other processes of a cluster, for all ranks that are
// threads of this one (Threads). Ranks leave with it what they send and go on working; it carries that to the
// MpiThread of the other process, which delivers it. It never waits for another process: messages are taken in at once,
// and the sender of a batch is notified when a rank has taken it out of its queue, so that no rank is flooded.
// Collective operations go the same way, piece by piece.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "base/condition.hpp"
#include "base/mutex.hpp"
#include "cluster/transport/message_reader.hpp"
#include "cluster/transport/transport.hpp"

namespace waymark::cluster {

// What a rank contributes to a collective operation.
struct Contribution {
  bool alike = false;     // the first of these is for all
  std::vector<Bytes> to;  // by receiving rank
};

// Where MpiThread delivers. Ranks are numbered over all processes, those of the first one first.
class LocalRanks {
 public:
  LocalRanks() = default;
  LocalRanks(const LocalRanks&) = delete;
  LocalRanks& operator=(const LocalRanks&) = delete;
  virtual ~LocalRanks() = default;

  virtual void deliver(unsigned from, unsigned to, Bytes bytes) = 0;
  // Of the batches that `from`, which is here, has sent there, one was taken in.
  virtual void taken(unsigned from, unsigned by) = 0;
  // What each rank of another process contributes for those here, by rank; nothing for those here.
  virtual void deliver_round(std::vector<Contribution> elsewhere) = 0;
};

class MpiThread {
 public:
  // REQUIRES: every process has as many ranks.
  MpiThread(Transport& between, unsigned ranks_here, LocalRanks& local_ranks);

  // For ranks. A batch for a rank of another process.
  void send(unsigned from, unsigned to, Bytes bytes);
  // The rank `by`, which is here, has taken in a batch that came from there.
  void took(unsigned from, unsigned by);
  // What all ranks that are here contribute for all ranks. The next time comes after deliver_round().
  void contribute(const std::vector<Contribution>& here);
  // Ends all processes.
  void abort(int code, std::string why);
  // No rank here has anything more to send.
  void end();

  // For the one thread: carries until end(), and until all is on its way. What it cannot do ends all processes.
  void carry();

 private:
  enum class Kind : std::uint8_t { batch, taken, piece, last_piece };
  // How a message ends: its kind, and between which ranks.
  struct Trailer {
    Kind kind = Kind::batch;
    std::uint16_t from = 0;  // within its process
    std::uint16_t to = 0;    // within its process
  };
  struct Peer {
    std::deque<Bytes> to_send;
    Bytes pieces;              // of its contribution
    std::deque<Bytes> rounds;  // contributions, whole
  };
  struct Abort {
    int code = 0;
    std::string why;
  };

  void carry_all();
  static void put(const Trailer& trailer, Bytes& bytes);
  void leave(unsigned process, Bytes bytes);
  // Each is false if there was nothing to do.
  [[nodiscard]] bool collect();
  [[nodiscard]] bool send_ready();
  [[nodiscard]] bool receive();
  [[nodiscard]] bool pass_round();
  void take_in(unsigned process, std::span<const std::uint8_t> bytes);
  [[nodiscard]] std::vector<Contribution> read_round();
  [[nodiscard]] bool all_sent() const;
  // There was nothing to do so many times in a row.
  void rest(unsigned times);

  Transport& between_;
  unsigned here_;
  unsigned first_;  // of the ranks here
  LocalRanks& local_ranks_;
  std::vector<Peer> peers_;

  base::Mutex mutex_;
  base::Condition left_;
  std::vector<std::vector<Bytes>> outgoing_ GUARDED_BY(mutex_);  // by process
  std::vector<Bytes> taken_ GUARDED_BY(mutex_);                  // by process, pairs of ranks that took a batch in
  bool some_left_ GUARDED_BY(mutex_) = false;
  bool contributed_ GUARDED_BY(mutex_) = false;
  bool over_ GUARDED_BY(mutex_) = false;
  std::optional<Abort> abort_ GUARDED_BY(mutex_);
};

}  // namespace waymark::cluster
