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

  // Levels are short, so who has to wait looks out a while before it sleeps: to be woken would take longer than most of
  // them do. Not if ranks outnumber processors: those who wait would keep the others from working.
  template <typename Condition>
  void look_out(const Condition& condition) const;
  // With the mutex: until this is so.
  template <typename Condition>
  void wait_for(std::unique_lock<std::mutex>& lock, const Condition& condition);
  // With the mutex: something has changed for who waits so.
  void tell_all();
  // Some rank has thrown something: nobody waits any more.
  void fail();
  void refuse_failed() const;

  unsigned looks_;
  std::vector<std::unique_ptr<Rank>> ranks_;
  std::atomic<bool> failed_{false};
  std::mutex mutex_;  // of the round
  std::condition_variable changed_;
  std::atomic<std::uint64_t> changes_{0};
  Round round_;
};

}  // namespace waymark::cluster
