#include "cluster/threads.hpp"

#include <exception>
#include <thread>
#include <utility>

#include "base/check.hpp"
#include "base/diagnostics.hpp"

namespace waymark::cluster {

namespace {

constexpr unsigned most_waiting = 2;     // batches between two ranks
constexpr unsigned most_looks = 10'000;  // some hundredths of a millisecond

// Another rank has thrown something, and that is what counts.
struct Abandoned {};

}  // namespace

template <typename Condition>
void Threads::look_out(const Condition& condition) const {
  for (unsigned i = 0; i < looks_ && !condition(); ++i) continue;
}

template <typename Condition>
void Threads::wait_for(std::unique_lock<std::mutex>& lock, const Condition& condition) {
  const auto over = [&] { return condition() || failed_; };
  if (!over()) {
    const std::uint64_t before = changes_.load(std::memory_order_relaxed);
    lock.unlock();
    look_out([&] { return changes_.load(std::memory_order_relaxed) != before; });
    lock.lock();
    changed_.wait(lock, over);
  }
  refuse_failed();
}

class Threads::Rank final : public Transport {
 public:
  Rank(Threads& all, unsigned rank, unsigned ranks) : all_(all), rank_(rank), on_their_way_(ranks) {}

  [[nodiscard]] unsigned rank() const override { return rank_; }
  [[nodiscard]] unsigned ranks() const override { return static_cast<unsigned>(on_their_way_.size()); }
  [[nodiscard]] unsigned ranks_here() const override { return ranks(); }

  [[nodiscard]] bool ready(unsigned to) override {
    return on_their_way_[to].load(std::memory_order_acquire) < most_waiting;
  }
  void send(unsigned to, Bytes& bytes) override {
    CHECK(to != rank_ && ready(to));
    on_their_way_[to].fetch_add(1, std::memory_order_relaxed);
    all_.ranks_[to]->put(rank_, std::exchange(bytes, {}));
  }
  [[nodiscard]] bool receive(Batch& out) override {
    all_.refuse_failed();
    if (arrived_.load(std::memory_order_acquire) == 0) return false;
    unsigned from = 0;
    {
      const std::lock_guard lock(mutex_);
      from = mail_.front().from;
      received_ = std::move(mail_.front().bytes);
      mail_.pop_front();
    }
    arrived_.fetch_sub(1, std::memory_order_relaxed);
    Rank& sender = *all_.ranks_[from];
    // Whoever has to wait for room is full: only then is there somebody to wake.
    if (sender.on_their_way_[rank_].fetch_sub(1, std::memory_order_acq_rel) == most_waiting) sender.wake();
    out = {from, received_};
    return true;
  }
  // What has happened since it last woke is looked at before it sleeps again, so nothing is missed.
  void idle() override {
    all_.look_out([&] { return events_.load(std::memory_order_relaxed) != seen_; });
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return events_ != seen_; });
    seen_ = events_;
    lock.unlock();
    all_.refuse_failed();
  }
  void wake() {
    {
      const std::lock_guard lock(mutex_);
      ++events_;
    }
    changed_.notify_one();
  }

  [[nodiscard]] std::vector<Bytes> gather(std::span<const std::uint8_t> mine) override {
    return exchange(std::vector<Bytes>(ranks(), Bytes(mine.begin(), mine.end())));
  }
  [[nodiscard]] std::vector<Bytes> exchange(const std::vector<Bytes>& out) override {
    CHECK(out.size() == ranks());
    std::unique_lock lock(all_.mutex_);
    Round& round = all_.round_;
    all_.wait_for(lock, [&] { return round.hearers == 0; });  // the last round is over for all
    round.said[rank_] = out;
    if (++round.speakers == ranks()) {
      round.hearers = ranks();
      all_.tell_all();
    }
    all_.wait_for(lock, [&] { return round.hearers != 0; });
    std::vector<Bytes> heard;
    for (std::vector<Bytes>& said : round.said) heard.push_back(std::move(said[rank_]));
    if (--round.hearers == 0) {
      round.speakers = 0;
      all_.tell_all();
    }
    return heard;
  }
  // What the rank is about to fail of ends all of them by way of run().
  [[noreturn]] void abort(int, const std::string& why) override {
    if (const std::exception_ptr failure = std::current_exception()) std::rethrow_exception(failure);
    throw base::InputError(why);
  }

 private:
  struct Mail {
    unsigned from = 0;
    Bytes bytes;
  };

  void put(unsigned from, Bytes bytes) {
    {
      const std::lock_guard lock(mutex_);
      mail_.push_back({from, std::move(bytes)});
      arrived_.fetch_add(1, std::memory_order_release);
      ++events_;
    }
    changed_.notify_one();
  }

  Threads& all_;
  unsigned rank_;
  std::vector<std::atomic<unsigned>> on_their_way_;  // from here, by rank
  std::mutex mutex_;                                 // of what follows
  std::condition_variable changed_;
  std::deque<Mail> mail_;
  std::atomic<std::uint64_t> events_{0};   // changed only with the mutex
  std::atomic<std::uint64_t> arrived_{0};  // as many as there are in mail_, or fewer for a moment
  std::uint64_t seen_ = 0;                 // of the events, by this rank
  Bytes received_;
};

Threads::Threads(unsigned ranks) : looks_(ranks <= std::thread::hardware_concurrency() ? most_looks : 0) {
  for (unsigned i = 0; i < ranks; ++i) ranks_.push_back(std::make_unique<Rank>(*this, i, ranks));
  round_.said.resize(ranks);
}

Threads::~Threads() = default;

void Threads::tell_all() {
  changes_.fetch_add(1, std::memory_order_relaxed);
  changed_.notify_all();
}

void Threads::fail() {
  {
    const std::lock_guard lock(mutex_);
    failed_ = true;
    tell_all();
  }
  for (const auto& rank : ranks_) rank->wake();
}

void Threads::refuse_failed() const {
  if (failed_.load(std::memory_order_relaxed)) throw Abandoned();
}

void Threads::run(const std::function<void(Transport&)>& rank) {
  std::mutex mutex;
  std::exception_ptr first;
  const auto work = [&](unsigned number) {
    try {
      rank(*ranks_[number]);
    } catch (const Abandoned&) {
    } catch (...) {
      {
        const std::lock_guard lock(mutex);
        if (!first) first = std::current_exception();
      }
      fail();
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < ranks_.size(); ++i) threads.emplace_back(work, i);
  work(0);
  for (std::thread& thread : threads) thread.join();
  if (first) std::rethrow_exception(first);
}

}  // namespace waymark::cluster
