#include "check/workers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/bytes.hpp"
#include "base/processors.hpp"
#include "base/quantities.hpp"
#include "cluster/transport/join.hpp"
#include "cluster/transport/threads.hpp"

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

// Who keeps which states follows from how many workers there are.
void refuse_unequal(unsigned workers, cluster::Transport& between) {
  base::ByteSink sink;
  sink.u32(workers);
  const std::vector<cluster::Bytes> said = between.gather(sink.bytes());
  if (std::all_of(said.begin(), said.end(), [&](const cluster::Bytes& one) { return one == said.front(); })) return;
  throw cluster::Agreed("waymark: error: not all processes of the cluster have the same --jobs; give all the same");
}

}  // namespace

void share_states(unsigned workers, const Context& context, const std::function<void(const Context&)>& work) {
  std::vector<SoFar> so_far(workers);
  cluster::Transport* const between = context.transport;
  const unsigned first = between != nullptr ? between->rank() * workers : 0;
  const auto rank = [&](cluster::Transport& transport) {
    const unsigned number = transport.rank() - first;
    OneOfMany listener(so_far, number, number == 0 ? context.observers : std::vector<search::Observer*>{});
    work({.budget = context.budget,
          .observers = {&listener},
          .stop = context.stop,
          .transport = &transport,
          .ranks_here = workers,
          .one_process = between == nullptr});
  };
  if (between == nullptr) return cluster::Threads(workers).run(rank);
  refuse_unequal(workers, *between);
  cluster::Threads(workers, *between).run(rank);
}

std::string tell_crowded(unsigned workers) {
  const unsigned processors = base::processors();
  if (workers <= processors) return {};
  return fmt::format("The {} workers of a process share {}; mpirun --bind-to none lets it use all.", workers,
                     base::counted(processors, "processor"));
}

}  // namespace waymark::check
