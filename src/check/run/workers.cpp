#include "check/run/workers.hpp"

#include <fmt/format.h>

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
void refuse_unequal(unsigned workers, const Team& processes) {
  base::ByteSink sink;
  sink.varint(workers);
  bool equal = true;
  processes.gather(sink, [&](cluster::MessageReader& said) { equal = said.number() == workers && equal; });
  if (equal) return;
  throw cluster::Agreed("waymark: error: not all processes of the cluster have the same --jobs; give all the same");
}

}  // namespace

Result share_states(unsigned workers, const Context& context, const Work& work) {
  std::vector<search::SharedTallies> so_far(workers);
  Result result;
  const auto rank = [&](cluster::Transport& transport) {
    const unsigned number = transport.rank() % workers;
    const bool tells = number == 0;
    OneOfMany listener(so_far, number, tells ? context.progress : std::vector<search::ProgressListener*>{});
    const std::function<Result()> tell = work({.budget = context.budget,
                                               .stop = context.stop,
                                               .team = context.team.of_workers(workers, transport),
                                               .progress = {&listener}});
    if (tells) result = tell();
  };
  refuse_unequal(workers, context.team);
  if (context.team.alone()) {
    cluster::Threads(workers).run(rank);
  } else {
    cluster::Threads(workers, context.team.transport()).run(rank);
  }
  return result;
}

std::string tell_crowded(unsigned workers) {
  const unsigned processors = base::processors();
  if (workers <= processors) return {};
  return fmt::format("The {} workers of a process share {}; mpirun --bind-to none lets it use all.", workers,
                     base::counted(processors, "processor"));
}

}  // namespace waymark::check
