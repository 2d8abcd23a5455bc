// Threads: ranks that are threads, of one process or of several. A batch is handed over as it is, by a queue of two
// between each pair of ranks, so that a slow rank is not flooded; a rank that has nothing to do sleeps until
// something comes, or until there is room for what it has to send. What is for a rank of another process goes by
// MpiThread.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/condition.hpp"
#include "base/mutex.hpp"
#include "cluster/transport/mpi_thread.hpp"
#include "cluster/transport/transport.hpp"

namespace waymark::cluster {

class Threads : private LocalRanks {
 public:
  explicit Threads(unsigned ranks);
  // So many in each process of these, the same number in all.
  Threads(unsigned ranks_here, Transport& between);
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
  ~Threads() override;

  // Runs this once for each rank that is here, the first in the thread that calls and each other one in a thread of its
  // own, and ends when all have. Of several processes each calls this, and the thread that calls carries messages. What
  // one of the ranks throws ends the others here where they next wait for another one, and is thrown again.
  void run(const std::function<void(Transport&)>& rank);

 private:
  class Rank;

  // A collective operation: all contribute, then all take the contributions away.
  struct Round {
    std::vector<Contribution>
        contributions;          // by contributing rank; those of another process contribute to those here alone
    unsigned contributors = 0;  // of those here
    unsigned takers = 0;
  };

  // Levels are short, so a rank that has to wait spins a while before it sleeps. Not if ranks outnumber processors:
  // those that wait would keep the others from working.
  template <typename Condition>
  void spin_wait(const Condition& condition) const;
  // With the mutex: until this is so.
  template <typename Condition>
  void wait_for(base::Lock& lock, const Condition& condition) NEEDS_LOCK(mutex_) NO_LOCK_ANALYSIS;
  // With the mutex: something has changed for those that wait so.
  void notify_all_ranks() NEEDS_LOCK(mutex_);
  // With the mutex: all have contributed.
  void begin_taking() NEEDS_LOCK(mutex_);
  [[nodiscard]] bool is_here(unsigned rank) const { return rank - first_ < ranks_.size(); }

  void deliver(unsigned from, unsigned to, Bytes bytes) override;
  void taken(unsigned from, unsigned by) override;
  void deliver_round(std::vector<Contribution> elsewhere) override;
  // Some rank has thrown something: no rank waits any more.
  void fail();
  void refuse_failed() const;

  unsigned first_ = 0;  // of the ranks here
  unsigned all_;        // ranks of all processes
  bool spins_;
  std::vector<std::unique_ptr<Rank>> ranks_;  // that are here
  std::atomic<bool> failed_{false};
  base::Mutex mutex_;
  base::Condition changed_;
  std::atomic<std::uint64_t> changes_{0};
  Round round_ GUARDED_BY(mutex_);
  std::optional<MpiThread> mpi_thread_;
};

}  // namespace waymark::cluster
