// Threads: ranks that are threads, of one process or of several. A batch is handed over as it is, by a queue of two
// between each pair of ranks, so that whoever is slow is not flooded; a rank that has nothing to do sleeps until
// something comes, or until there is room for what it has to send. What is for a rank of another process is left with
// this one's courier.
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
#include "cluster/mpi_thread.hpp"
#include "cluster/transport.hpp"

namespace waymark::cluster {

class Threads : private LocalRanks {
 public:
  explicit Threads(unsigned ranks);
  // So many in each process of these, which are all of one mind about that.
  Threads(unsigned ranks_here, Transport& between);
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
  ~Threads() override;

  // Runs this once for each rank that is here, the first in the thread that calls and each other one in a thread of its
  // own, and ends when all have. Of several processes each calls this, and the thread that calls is the courier. What
  // one of the ranks throws ends the others here where they next wait for somebody, and is thrown again.
  void run(const std::function<void(Transport&)>& rank);

 private:
  class Rank;

  // What ranks say together: `said` by all, then taken away by all.
  struct Round {
    std::vector<Contribution> said;  // by the one who says; those of another process say it to those here alone
    unsigned speakers = 0;           // of those here
    unsigned hearers = 0;
  };

  // DistributedBfs are short, so who has to wait looks out a while before it sleeps. Not if ranks outnumber processors:
  // those who wait would keep the others from working.
  template <typename Condition>
  void spin_wait(const Condition& condition) const;
  // With the mutex: until this is so.
  template <typename Condition>
  void wait_for(base::Lock& lock, const Condition& condition) NEEDS_LOCK(mutex_) NO_LOCK_ANALYSIS;
  // With the mutex: something has changed for who waits so.
  void tell_all() NEEDS_LOCK(mutex_);
  // With the mutex: everybody has spoken.
  void begin_hearing() NEEDS_LOCK(mutex_);
  [[nodiscard]] bool is_here(unsigned rank) const { return rank - first_ < ranks_.size(); }

  void deliver(unsigned from, unsigned to, Bytes bytes) override;
  void taken(unsigned from, unsigned by) override;
  void hear(std::vector<Contribution> elsewhere) override;
  // Some rank has thrown something: nobody waits any more.
  void fail();
  void refuse_failed() const;

  unsigned first_ = 0;  // of the ranks here
  unsigned all_;        // ranks of all processes
  bool looks_out_;
  std::vector<std::unique_ptr<Rank>> ranks_;  // that are here
  std::atomic<bool> failed_{false};
  base::Mutex mutex_;
  base::Condition changed_;
  std::atomic<std::uint64_t> changes_{0};
  Round round_ GUARDED_BY(mutex_);
  std::optional<MpiThread> courier_;
};

}  // namespace waymark::cluster
