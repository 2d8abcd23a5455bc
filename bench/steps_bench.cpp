// What a step costs: firing, packing, storing and going back, on states of 100 to 10,000 parts (the figures should be
// flat), and what a store takes to insert a state when a step has changed a word or two.
//
//   steps_bench --benchmark_filter=heap
#include <benchmark/benchmark.h>

#include <random>
#include <vector>

#include "model/heap.hpp"
#include "store/collapse.hpp"
#include "store/exact.hpp"
#include "store/tree.hpp"

namespace waymark {
namespace {

constexpr std::uint64_t plenty = std::uint64_t{8} << 30;

// Breadth-first over a heap of 4^7 = 16384 states with 8 transitions each, whatever the number of parts. Counted per
// transition: fire, pack, insert, rewind, and its share of unpacking the state it leaves.
void heap_step(benchmark::State& state) {
  std::uint64_t transitions = 0;
  std::uint64_t bytes = 0;
  std::uint64_t states = 0;
  for (auto _ : state) {
    state.PauseTiming();
    base::Budget budget(plenty);
    model::Pools pools(budget);
    model::Heap heap(pools, {.parts = static_cast<std::uint32_t>(state.range(0)), .counters = 8, .modulus = 4});
    store::Exact store(budget);
    (void)store.insert(heap.pack());
    const std::uint64_t before = pools.bytes() + store.bytes();
    std::vector<model::Transition> enabled;
    state.ResumeTiming();
    for (std::uint64_t at = 0; at < store.size(); ++at) {
      heap.unpack(store.words(at));
      heap.enabled(enabled);
      const model::Mark mark = heap.mark();
      for (const model::Transition& transition : enabled) {
        (void)heap.fire(transition);
        benchmark::DoNotOptimize(store.insert(heap.pack()));
        heap.rewind(mark);
        ++transitions;
      }
    }
    states = store.size();
    bytes = pools.bytes() + store.bytes() - before;
  }
  state.counters["per_step"] =
      benchmark::Counter(static_cast<double>(transitions), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["bytes/state"] = static_cast<double>(bytes) / static_cast<double>(states);
}
BENCHMARK(heap_step)->Arg(100)->Arg(1000)->Arg(10000)->Unit(benchmark::kMillisecond);

// The same without a store, with the fingerprint instead of packing: what a certifier does.
void heap_fingerprint_step(benchmark::State& state) {
  base::Budget budget(plenty);
  model::Pools pools(budget);
  model::Heap heap(pools, {.parts = static_cast<std::uint32_t>(state.range(0)), .counters = 8, .modulus = 4});
  std::vector<model::Transition> enabled;
  heap.enabled(enabled);
  std::mt19937_64 random(1);
  (void)heap.fingerprint();
  for (auto _ : state) {
    const model::Mark mark = heap.mark();
    (void)heap.fire(enabled[random() % enabled.size()]);
    benchmark::DoNotOptimize(heap.fingerprint());
    heap.rewind(mark);
  }
}
BENCHMARK(heap_fingerprint_step)->Arg(100)->Arg(1000)->Arg(10000);

// Processes of five words each: a place, two variables, two constants; and a row of shared words. A step moves one
// process and writes one shared word; all steps of all states are taken, breadth first, until there are enough.
template <typename Store>
void store_insert(benchmark::State& state) {
  const auto words = static_cast<std::uint32_t>(state.range(0));
  const auto wanted = static_cast<std::uint64_t>(state.range(1));
  const std::uint32_t processes = std::max(1u, words / 5 - 1);
  std::vector<std::uint32_t> cuts;
  for (std::uint32_t p = 1; p <= processes; ++p) cuts.push_back(5 * p);
  cuts.push_back(words);
  const std::uint32_t shared = words - 5 * processes;
  std::uint64_t inserted = 0;
  std::uint64_t bytes = 0;
  std::uint64_t states = 0;
  for (auto _ : state) {
    state.PauseTiming();
    base::Budget budget(plenty);
    Store store(budget);
    std::vector<model::Word> current(words);
    state.ResumeTiming();
    (void)store.insert({current, cuts});
    for (std::uint64_t at = 0; at < store.size() && store.size() < wanted; ++at) {
      const auto view = store.words(at);
      std::copy(view.begin(), view.end(), current.begin());
      for (std::uint32_t p = 0; p < processes; ++p) {
        model::Word& place = current[5 * p];
        model::Word& variable = current[5 * p + 1];
        model::Word& common = current[5 * processes + (p + place) % shared];
        const model::Word old_place = place;
        const model::Word old_variable = variable;
        const model::Word old_common = common;
        place = (place + 1) % 6;
        if (place == 0) variable ^= 1;
        common = place == 3 ? p + 1 : common & 1;
        benchmark::DoNotOptimize(store.insert({current, cuts}));
        ++inserted;
        place = old_place;
        variable = old_variable;
        common = old_common;
      }
    }
    states = store.size();
    bytes = store.bytes();
  }
  state.counters["per_insert"] =
      benchmark::Counter(static_cast<double>(inserted), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["states"] = static_cast<double>(states);
  state.counters["bytes/state"] = static_cast<double>(bytes) / static_cast<double>(states);
}
BENCHMARK_TEMPLATE(store_insert, store::Exact)
    ->ArgsProduct({{20, 40, 80}, {100'000, 2'000'000}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_TEMPLATE(store_insert, store::Collapse)
    ->ArgsProduct({{20, 40, 80}, {100'000, 2'000'000}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_TEMPLATE(store_insert, store::Tree)
    ->ArgsProduct({{20, 40, 80}, {100'000, 2'000'000}})
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace waymark

BENCHMARK_MAIN();
