// What the engine costs per transition: a search over a graph, whose own steps cost next to nothing. The small one
// stays in the cache and shows the instructions, the large one shows the memory.
#include <benchmark/benchmark.h>

#include "graph/graph.hpp"
#include "search/breadth_first.hpp"
#include "search/depth_first.hpp"
#include "store/exact.hpp"

namespace waymark {
namespace {

template <typename Strategy>
void search_graph(benchmark::State& run) {
  const auto states = static_cast<std::uint32_t>(run.range(0));
  graph::Graph graph(graph::random_graph(states, 5 * states, 1));
  std::uint64_t transitions = 0;
  for ([[maybe_unused]] auto _ : run) {
    base::Budget budget(std::uint64_t{8} << 30);
    store::Exact store(budget);
    search::Parts parts{graph, &store, budget, {}, {}, {}};
    parts.limits.errors = 0;
    transitions += Strategy(parts).run().tallies.transitions;
  }
  run.counters["per_transition"] =
      benchmark::Counter(static_cast<double>(transitions), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

BENCHMARK(search_graph<search::DepthFirst>)->Arg(2'000)->Arg(2'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(search_graph<search::BreadthFirst>)->Arg(2'000)->Arg(2'000'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace waymark

BENCHMARK_MAIN();
