// Swarm: many searches over stores that may omit, each with its own order of transitions and its own hash functions, as
// many at a time as there are processors. What one misses another may find (Holzmann, Joshi and Groce).
//
// How much they have covered together is estimated from a sample of the states: how many of them were met by one search
// alone, and how many by two, tells how many were met by none (Chao). As the searches are alike, this is rather too
// high.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include "base/mutex.hpp"
#include "search/explorer.hpp"
#include "search/search.hpp"
#include "store/reservoir_count.hpp"

namespace waymark::search {

class Swarm final : public Search {
 public:
  enum class Order : std::uint8_t {
    breadth_first,
    depth_first,
    both_in_turn,
    nested,  // looks for accepting cycles
  };
  struct Settings {
    unsigned runs = 1;
    unsigned jobs = 1;
    Order order = Order::both_in_turn;
    std::uint64_t seed = 1;
    unsigned functions = 3;
    std::uint64_t array = 0;  // bytes of bits that each search has
  };

  // Each search at a time has its share of the budget.
  Swarm(const Settings& settings, std::function<Subject()> subject, base::Budget& budget, const Limits& limits,
        std::vector<ProgressListener*> progress);
  ~Swarm() override;

  // The violations, if any, are those of one of the searches; states are those met by any, as far as the sample tells.
  // What a search throws ends all of them and is thrown here.
  [[nodiscard]] Outcome run() override;

  [[nodiscard]] Statistics statistics() const override;

 private:
  void work();
  void search(unsigned number);
  void enter(const Outcome& outcome, const store::ReservoirCount& store);
  void wait_for_all();
  // How many states of the sample were met by so many searches, the last for all that is more.
  struct Met {
    double once = 0;
    double twice = 0;
    double all = 0;
  };
  [[nodiscard]] Met count(bool whole_only) const NEEDS_LOCK(mutex_);
  [[nodiscard]] double sampled() const NEEDS_LOCK(mutex_);
  // From the searches that came to their end; those that did not say nothing about what is beyond. None if all did not.
  [[nodiscard]] std::optional<Estimate> estimate() const NEEDS_LOCK(mutex_);

  Settings settings_;
  std::function<Subject()> subject_;
  base::Budget& budget_;
  std::uint64_t share_;  // of the budget, for each search at a time
  std::uint64_t taken_ = 0;
  Limits limits_;
  std::vector<ProgressListener*> progress_;

  std::atomic<unsigned> next_{0};
  base::Stop stop_{limits_.stop};  // of all searches
  std::atomic<unsigned> working_{0};
  struct Heard;  // how far the searches have come, for the pulse
  std::unique_ptr<Heard> heard_;

  mutable base::Mutex mutex_;
  Outcome outcome_ GUARDED_BY(mutex_);
  bool decided_ GUARDED_BY(mutex_) = false;  // a search has found something, or cannot go on
  std::uint64_t fewest_ GUARDED_BY(mutex_) = ~std::uint64_t{0};
  std::uint64_t most_ GUARDED_BY(mutex_) = 0;
  unsigned whole_ GUARDED_BY(mutex_) = 0;  // searches that came to their end
  Tallies best_ GUARDED_BY(mutex_);        // of the one of these that met most, and
  double missed_ GUARDED_BY(mutex_) = 0;   // what it is expected to have missed
  struct Sample {
    bool whole = false;  // the search came to its end, whatever it missed
    std::vector<std::uint64_t> hashes;
  };
  std::vector<Sample> samples_ GUARDED_BY(mutex_);
  std::uint64_t threshold_ GUARDED_BY(mutex_) = ~std::uint64_t{0};
};

}  // namespace waymark::search
