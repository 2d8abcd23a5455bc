// Threads: ranks that are threads of one process, for tests. Batches are taken by a queue of two between each pair of
// ranks, so that floods and waiting happen with small programs, too.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <vector>

#include "cluster/transport.hpp"

namespace waymark::cluster {

class Threads {
 public:
  explicit Threads(unsigned ranks);

  // Runs this once for each rank, each in a thread of its own, and ends when all have. What one of them throws is
  // thrown again; the others have to end all the same.
  void run(const std::function<void(Transport&)>& rank);

 private:
  class Rank;
  static constexpr std::size_t most_waiting = 2;

  // What ranks say together: `said` by all, then taken away by all.
  struct Round {
    std::vector<std::vector<Bytes>> said;  // by the one who says, then by the one who hears
    unsigned speakers = 0;
    unsigned hearers = 0;
  };

  std::deque<Bytes>& queue(unsigned from, unsigned to) { return queues_[from * ranks_ + to]; }

  unsigned ranks_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::deque<Bytes>> queues_;
  Round round_;
};

}  // namespace waymark::cluster
