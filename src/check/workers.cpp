#include "check/workers.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "cluster/threads.hpp"

namespace waymark::check {

namespace {

// How far a worker has come, as it said last.
struct SoFar {
  std::atomic<std::uint64_t> states{0};
  std::atomic<std::uint64_t> explored{0};
  std::atomic<std::uint64_t> transitions{0};
  std::atomic<std::uint64_t> depth{0};
  std::atomic<std::uint64_t> errors{0};
};

// Listens to one worker. The first one's tells the others' figures with its own.
class OneOfMany final : public search::Observer {
 public:
  OneOfMany(std::vector<SoFar>& all, unsigned number, std::vector<search::Observer*> listeners)
      : all_(all), mine_(all[number]), listeners_(std::move(listeners)) {}

  [[nodiscard]] bool hears_steps() const override { return false; }
  void pulse(const search::Tallies& tallies) override {
    mine_.states = tallies.states;
    mine_.explored = tallies.explored;
    mine_.transitions = tallies.transitions;
    mine_.depth = tallies.depth;
    mine_.errors = tallies.errors;
    if (listeners_.empty()) return;
    search::Tallies sum;
    sum.seconds = tallies.seconds;
    for (const SoFar& one : all_) {
      sum.states += one.states;
      sum.explored += one.explored;
      sum.transitions += one.transitions;
      sum.depth = std::max<std::uint64_t>(sum.depth, one.depth);
      sum.errors += one.errors;
    }
    for (search::Observer* const listener : listeners_) listener->pulse(sum);
  }

 private:
  std::vector<SoFar>& all_;
  SoFar& mine_;
  std::vector<search::Observer*> listeners_;
};

}  // namespace

void share_states(unsigned workers, const Context& context, const std::function<void(const Context&)>& work) {
  std::vector<SoFar> so_far(workers);
  cluster::Threads(workers).run([&](cluster::Transport& transport) {
    const bool first = transport.rank() == 0;
    OneOfMany listener(so_far, transport.rank(), first ? context.observers : std::vector<search::Observer*>{});
    work({.budget = context.budget,
          .observers = {&listener},
          .stop = context.stop,
          .transport = &transport,
          .one_process = true});
  });
}

}  // namespace waymark::check
