#include "check/workers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/bytes.hpp"
#include "base/processors.hpp"
#include "base/quantities.hpp"
#include "cluster/transport/join.hpp"
#include "cluster/transport/threads.hpp"
#include "search/parallel/shared_tallies.hpp"

namespace waymark::check {

namespace {

// Listens to one worker. The first one's tells the others' figures with its own.
class OneOfMany final : public search::ProgressListener {
 public:
  OneOfMany(std::vector<search::SharedTallies>& all, unsigned number, std::vector<search::ProgressListener*> listeners)
      : all_(all), mine_(all[number]), listeners_(std::move(listeners)) {}

  void pulse(const search::Tallies& tallies) override {
    mine_.publish(tallies);
    if (listeners_.empty()) return;
    search::Tallies sum;
    sum.seconds = tallies.seconds;
    for (const search::SharedTallies& one : all_) one.add_to(sum);
    for (search::ProgressListener* const listener : listeners_) listener->pulse(sum);
  }

 private:
  std::vector<search::SharedTallies>& all_;
  search::SharedTallies& mine_;
  std::vector<search::ProgressListener*> listeners_;
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
  std::vector<search::SharedTallies> so_far(workers);
  cluster::Transport* const between = context.transport;
  const unsigned first = between != nullptr ? between->rank() * workers : 0;
  const auto rank = [&](cluster::Transport& transport) {
    const unsigned number = transport.rank() - first;
    OneOfMany listener(so_far, number, number == 0 ? context.progress : std::vector<search::ProgressListener*>{});
    work({.budget = context.budget,
          .stop = context.stop,
          .transport = &transport,
          .ranks_here = workers,
          .one_process = between == nullptr,
          .progress = {&listener}});
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
