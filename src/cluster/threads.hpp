// Threads: ranks that are threads of one process. A batch is handed over as it is, by a queue of two between each pair
// of ranks, so that whoever is slow is not flooded; a rank that has nothing to do sleeps until something comes, or
// until there is room for what it has to send.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "cluster/transport.hpp"

namespace waymark::cluster {

class Threads {
 public:
  explicit Threads(unsigned ranks);
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
  ~Threads();

  // Runs this once for each rank, rank 0 in the thread that calls and each other one in a thread of its own, and ends
  // when all have. What one of them throws ends the others where they next wait for somebody, and is thrown again.
  void run(const std::function<void(Transport&)>& rank);

 private:
  class Rank;

  // What ranks say together: `said` by all, then taken away by all.
  struct Round {
    std::vector<std::vector<Bytes>> said;  // by the one who says, then by the one who hears
    unsigned speakers = 0;
    unsigned hearers = 0;
  };

  // Some rank has thrown something: nobody waits any more.
  void fail();
  void refuse_failed() const;

  std::vector<std::unique_ptr<Rank>> ranks_;
  std::atomic<bool> failed_{false};
  std::mutex mutex_;  // of the round
  std::condition_variable changed_;
  Round round_;
};

}  // namespace waymark::cluster
