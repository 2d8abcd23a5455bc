// MpiThread: the one thread of a process that speaks to the other processes of a cluster, for all ranks that are
// threads of this one (Threads). Ranks leave with it what they send and go on working; it carries that to the courier
// of the other process, which delivers it. It never waits for another process: whatever comes is taken in at once, and
// what a rank has taken out of its mail is told to who sent it, so that no rank is flooded. What all say together goes
// the same way, piece by piece.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "base/condition.hpp"
#include "base/mutex.hpp"
#include "cluster/message_reader.hpp"
#include "cluster/transport.hpp"

namespace waymark::cluster {

// What a rank says when all do.
struct Contribution {
  bool alike = false;     // the first of these is for everybody
  std::vector<Bytes> to;  // by who hears it
};

// Where a courier delivers. Ranks are numbered over all processes, those of the first one first.
class LocalRanks {
 public:
  LocalRanks() = default;
  LocalRanks(const LocalRanks&) = delete;
  LocalRanks& operator=(const LocalRanks&) = delete;
  virtual ~LocalRanks() = default;

  virtual void deliver(unsigned from, unsigned to, Bytes bytes) = 0;
  // Of the batches that `from`, who is here, has sent there, one was taken in.
  virtual void taken(unsigned from, unsigned by) = 0;
  // What each rank of another process has said to those here, by rank; nothing for those here.
  virtual void hear(std::vector<Contribution> elsewhere) = 0;
};

class MpiThread {
 public:
  // REQUIRES: every process has as many ranks.
  MpiThread(Transport& between, unsigned ranks_here, LocalRanks& household);

  // For ranks. A batch for a rank of another process.
  void send(unsigned from, unsigned to, Bytes bytes);
  // The rank `by`, who is here, has taken in a batch that came from there.
  void took(unsigned from, unsigned by);
  // What all ranks that are here say to all ranks. The next time comes after the household has heard.
  void say(const std::vector<Contribution>& here);
  // Ends all processes.
  void abort(int code, std::string why);
  // Nobody here has anything more to send.
  void end();

  // For the one thread: carries until end(), and until all is on its way. What it cannot do ends all processes.
  void carry();

 private:
  enum class Kind : std::uint8_t { batch, taken, said, said_last };
  // How a message ends: what it is, and between whom.
  struct Trailer {
    Kind kind = Kind::batch;
    std::uint16_t from = 0;  // within its process
    std::uint16_t to = 0;    // within its process
  };
  struct Peer {
    std::deque<Bytes> to_send;
    Bytes said;                // pieces of what it says together with all
    std::deque<Bytes> rounds;  // what it has said so, whole
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
  LocalRanks& household_;
  std::vector<Peer> peers_;

  base::Mutex mutex_;
  base::Condition left_;
  std::vector<std::vector<Bytes>> outgoing_ GUARDED_BY(mutex_);  // by process
  std::vector<Bytes> taken_ GUARDED_BY(mutex_);                  // by process, pairs of ranks that took a batch in
  bool some_left_ GUARDED_BY(mutex_) = false;
  bool spoken_ GUARDED_BY(mutex_) = false;
  bool over_ GUARDED_BY(mutex_) = false;
  std::optional<Abort> abort_ GUARDED_BY(mutex_);
};

}  // namespace waymark::cluster
