#include "cluster/testing/threads.hpp"

#include <cstdlib>
#include <exception>
#include <thread>
#include <utility>

#include "base/check.hpp"

namespace waymark::cluster {

class Threads::Rank final : public Transport {
 public:
  Rank(Threads& all, unsigned rank) : all_(all), rank_(rank) {}

  [[nodiscard]] unsigned rank() const override { return rank_; }
  [[nodiscard]] unsigned ranks() const override { return all_.ranks_; }
  [[nodiscard]] unsigned ranks_here() const override { return all_.ranks_; }

  [[nodiscard]] bool ready(unsigned to) override {
    const std::lock_guard lock(all_.mutex_);
    return all_.queue(rank_, to).size() < most_waiting;
  }
  void send(unsigned to, Bytes& bytes) override {
    CHECK(to != rank_);
    const std::lock_guard lock(all_.mutex_);
    CHECK(all_.queue(rank_, to).size() < most_waiting);
    all_.queue(rank_, to).push_back(std::exchange(bytes, {}));
    all_.changed_.notify_all();
  }
  [[nodiscard]] bool receive(Batch& out) override {
    const std::lock_guard lock(all_.mutex_);
    for (unsigned i = 0; i < all_.ranks_; ++i) {
      const unsigned from = (last_ + 1 + i) % all_.ranks_;
      if (all_.queue(from, rank_).empty()) continue;
      received_ = std::move(all_.queue(from, rank_).front());
      all_.queue(from, rank_).pop_front();
      last_ = from;
      out = {from, received_};
      all_.changed_.notify_all();
      return true;
    }
    return false;
  }
  void idle() override { std::this_thread::yield(); }

  [[nodiscard]] std::vector<Bytes> gather(std::span<const std::uint8_t> mine) override {
    return exchange(std::vector<Bytes>(ranks(), Bytes(mine.begin(), mine.end())));
  }
  [[nodiscard]] std::vector<Bytes> exchange(const std::vector<Bytes>& out) override {
    CHECK(out.size() == ranks());
    std::unique_lock lock(all_.mutex_);
    Round& round = all_.round_;
    all_.changed_.wait(lock, [&] { return round.hearers == 0; });  // the last round is over for all
    round.said[rank_] = out;
    if (++round.speakers == ranks()) round.hearers = ranks();
    all_.changed_.notify_all();
    all_.changed_.wait(lock, [&] { return round.hearers != 0; });
    std::vector<Bytes> heard;
    for (const std::vector<Bytes>& said : round.said) heard.push_back(said[rank_]);
    if (--round.hearers == 0) round.speakers = 0;
    all_.changed_.notify_all();
    return heard;
  }
  [[noreturn]] void abort(int, const std::string&) override { std::abort(); }

 private:
  Threads& all_;
  unsigned rank_;
  unsigned last_ = 0;
  Bytes received_;
};

Threads::Threads(unsigned ranks) : ranks_(ranks), queues_(std::size_t{ranks} * ranks) { round_.said.resize(ranks); }

void Threads::run(const std::function<void(Transport&)>& rank) {
  std::vector<std::exception_ptr> thrown(ranks_);
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < ranks_; ++i) {
    threads.emplace_back([&, i] {
      Rank transport(*this, i);
      try {
        rank(transport);
      } catch (...) {
        thrown[i] = std::current_exception();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& one : thrown) {
    if (one) std::rethrow_exception(one);
  }
}

}  // namespace waymark::cluster
