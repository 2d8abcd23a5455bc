#include "cluster/transport/threads.hpp"

#include <chrono>
#include <exception>
#include <thread>
#include <utility>

#include "base/check.hpp"
#include "base/condition.hpp"
#include "base/diagnostics.hpp"
#include "base/processors.hpp"
#include "base/spin_wait.hpp"

namespace waymark::cluster {

namespace {

constexpr unsigned most_waiting = 2;  // batches between two ranks
// Most levels of a search are over in that. A thread that sleeps is woken where the other runs, if other programs keep
// the other processors busy, and then the two share that one for a while.
constexpr std::chrono::milliseconds longest_spin{1};

// Another rank has thrown something, and that is what counts.
struct Abandoned {};

}  // namespace

template <typename Condition>
void Threads::spin_wait(const Condition& condition) const {
  if (!spins_) return;
  const auto end = std::chrono::steady_clock::now() + longest_spin;
  while (!base::spin_wait(condition) && std::chrono::steady_clock::now() < end) {
  }
}

template <typename Condition>
void Threads::wait_for(base::Lock& lock, const Condition& condition) {
  const auto over = [&]() NO_LOCK_ANALYSIS { return condition() || failed_; };
  if (!over()) {
    const std::uint64_t before = changes_.load(std::memory_order_relaxed);
    lock.unlock();
    spin_wait([&] { return changes_.load(std::memory_order_relaxed) != before; });
    lock.lock();
    while (!over()) changed_.wait(lock);
  }
  refuse_failed();
}

class Threads::Rank final : public Transport {
 public:
  Rank(Threads& all, unsigned rank) : all_(all), rank_(rank), on_their_way_(all.all_) {}

  [[nodiscard]] unsigned rank() const override { return rank_; }
  [[nodiscard]] unsigned ranks() const override { return static_cast<unsigned>(on_their_way_.size()); }
  [[nodiscard]] unsigned ranks_here() const override { return ranks(); }
  // Within a process a batch costs little, and a rank that is ahead in a level has something to take in meanwhile.
  [[nodiscard]] std::size_t batch_bytes() const override {
    return all_.mpi_thread_ ? Transport::batch_bytes() : std::size_t{4} << 10;
  }

  [[nodiscard]] bool ready(unsigned to) override {
    return on_their_way_[to].load(std::memory_order_acquire) < most_waiting;
  }
  void send(unsigned to, Bytes& bytes) override {
    CHECK(to != rank_ && ready(to));
    on_their_way_[to].fetch_add(1, std::memory_order_relaxed);
    if (all_.is_here(to)) return all_.deliver(rank_, to, std::exchange(bytes, {}));
    all_.mpi_thread_->send(rank_, to, std::exchange(bytes, {}));
  }
  [[nodiscard]] bool receive(Batch& out) override {
    all_.refuse_failed();
    if (arrived_.load(std::memory_order_acquire) == 0) return false;
    unsigned from = 0;
    {
      const base::Lock lock(mutex_);
      from = mail_.front().from;
      received_ = std::move(mail_.front().bytes);
      mail_.pop_front();
    }
    arrived_.fetch_sub(1, std::memory_order_relaxed);
    all_.is_here(from) ? all_.taken(from, rank_) : all_.mpi_thread_->took(from, rank_);
    out = {from, received_};
    return true;
  }
  void put(unsigned from, Bytes bytes) {
    {
      const base::Lock lock(mutex_);
      mail_.push_back({from, std::move(bytes)});
      arrived_.fetch_add(1, std::memory_order_release);
      ++events_;
    }
    changed_.notify_one();
  }
  void make_room(unsigned to) {
    // A rank that has to wait for room is full: only then is there one to wake.
    if (on_their_way_[to].fetch_sub(1, std::memory_order_acq_rel) == most_waiting) wake();
  }
  // What has happened since it last woke is looked at before it sleeps again, so nothing is missed.
  void idle() override {
    all_.spin_wait([&] { return events_.load(std::memory_order_relaxed) != seen_; });
    base::Lock lock(mutex_);
    while (events_ == seen_) changed_.wait(lock);
    seen_ = events_;
    lock.unlock();
    all_.refuse_failed();
  }
  void wake() {
    {
      const base::Lock lock(mutex_);
      ++events_;
    }
    changed_.notify_one();
  }

  [[nodiscard]] std::vector<Bytes> gather(std::span<const std::uint8_t> mine) override {
    return contribute({true, {Bytes(mine.begin(), mine.end())}});
  }
  [[nodiscard]] std::vector<Bytes> exchange(const std::vector<Bytes>& out) override {
    CHECK(out.size() == ranks());
    return contribute({false, out});
  }
  // What the rank is about to fail of ends all of them by way of run().
  // Of several processes MpiThread ends all, and this one with them.
  [[noreturn]] void abort(int code, const std::string& why) override {
    if (all_.mpi_thread_) {
      all_.mpi_thread_->abort(code, why);
      for (;;) idle();
    }
    if (const std::exception_ptr failure = std::current_exception()) std::rethrow_exception(failure);
    throw base::InputError(why);
  }

 private:
  struct Mail {
    unsigned from = 0;
    Bytes bytes;
  };

  [[nodiscard]] std::vector<Bytes> contribute(Contribution mine) {
    base::Lock lock(all_.mutex_);
    Round& round = all_.round_;
    all_.wait_for(lock, [&]() NEEDS_LOCK(all_.mutex_) { return round.takers == 0; });  // the last round is over for all
    round.contributions[rank_] = std::move(mine);
    if (++round.contributors == all_.ranks_.size()) {
      all_.mpi_thread_ ? all_.mpi_thread_->contribute(round.contributions) : all_.begin_taking();
    }
    all_.wait_for(lock, [&]() NEEDS_LOCK(all_.mutex_) { return round.takers != 0; });
    std::vector<Bytes> all;
    for (unsigned from = 0; from < ranks(); ++from) {
      Contribution& one = round.contributions[from];
      all.push_back(one.alike ? one.to[0] : std::move(one.to[all_.is_here(from) ? rank_ : rank_ - all_.first_]));
    }
    if (--round.takers == 0) {
      round.contributors = 0;
      all_.notify_all_ranks();
    }
    return all;
  }

  Threads& all_;
  unsigned rank_;
  std::vector<std::atomic<unsigned>> on_their_way_;  // from here, by rank
  base::Mutex mutex_;
  base::Condition changed_;
  std::deque<Mail> mail_ GUARDED_BY(mutex_);
  std::atomic<std::uint64_t> events_{0};   // changed only with the mutex
  std::atomic<std::uint64_t> arrived_{0};  // as many as there are in mail_, or fewer for a moment
  std::uint64_t seen_ = 0;                 // of the events, by this rank
  Bytes received_;
};

Threads::Threads(unsigned ranks) : all_(ranks), spins_(ranks <= base::processors()) {
  for (unsigned i = 0; i < ranks; ++i) ranks_.push_back(std::make_unique<Rank>(*this, i));
  round_.contributions.resize(ranks);
}

Threads::Threads(unsigned ranks_here, Transport& between)
    : first_(between.rank() * ranks_here),
      all_(between.ranks() * ranks_here),
      spins_((ranks_here + 1) * between.ranks_here() <= base::processors()) {
  for (unsigned i = 0; i < ranks_here; ++i) ranks_.push_back(std::make_unique<Rank>(*this, first_ + i));
  round_.contributions.resize(all_);
  mpi_thread_.emplace(between, ranks_here, static_cast<LocalRanks&>(*this));
}

Threads::~Threads() = default;

void Threads::notify_all_ranks() {
  changes_.fetch_add(1, std::memory_order_relaxed);
  changed_.notify_all();
}

void Threads::begin_taking() {
  round_.takers = static_cast<unsigned>(ranks_.size());
  notify_all_ranks();
}

void Threads::deliver(unsigned from, unsigned to, Bytes bytes) { ranks_[to - first_]->put(from, std::move(bytes)); }

void Threads::taken(unsigned from, unsigned by) { ranks_[from - first_]->make_room(by); }

void Threads::deliver_round(std::vector<Contribution> elsewhere) {
  const base::Lock lock(mutex_);
  for (unsigned rank = 0; rank < all_; ++rank) {
    if (!is_here(rank)) round_.contributions[rank] = std::move(elsewhere[rank]);
  }
  begin_taking();
}

void Threads::fail() {
  {
    const base::Lock lock(mutex_);
    failed_ = true;
    notify_all_ranks();
  }
  for (const auto& rank : ranks_) rank->wake();
}

void Threads::refuse_failed() const {
  if (failed_.load(std::memory_order_relaxed)) throw Abandoned();
}

void Threads::run(const std::function<void(Transport&)>& rank) {
  struct {
    base::Mutex mutex;
    std::exception_ptr first GUARDED_BY(mutex);
  } thrown;
  const auto guarded = [&](const auto& work) {
    try {
      work();
    } catch (const Abandoned&) {
      fail();  // where the processes are threads, too, MpiThread may be the first to find out
    } catch (...) {
      {
        const base::Lock lock(thrown.mutex);
        if (!thrown.first) thrown.first = std::current_exception();
      }
      fail();
    }
  };
  std::atomic<std::size_t> at_work = ranks_.size();
  const auto work = [&](unsigned number) {
    guarded([&] { rank(*ranks_[number]); });
    if (--at_work == 0 && mpi_thread_) mpi_thread_->end();
  };
  std::vector<std::thread> threads;
  for (unsigned i = mpi_thread_ ? 0 : 1; i < ranks_.size(); ++i) threads.emplace_back(work, i);
  mpi_thread_ ? guarded([&] { mpi_thread_->carry(); }) : work(0);
  for (std::thread& thread : threads) thread.join();
  const base::Lock lock(thrown.mutex);
  if (thrown.first) std::rethrow_exception(thrown.first);
}

}  // namespace waymark::cluster
