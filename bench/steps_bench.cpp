// What a step costs: firing, packing, storing and going back, on real models, and what a store takes to insert a state
// when a step has changed a word or two.
//
//   steps_bench --benchmark_filter=model
#include <benchmark/benchmark.h>

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "promela/executor.hpp"
#include "promela/program/compile.hpp"
#include "promela/syntax/parse.hpp"
#include "store/exact.hpp"
#include "store/tree.hpp"

namespace waymark {
namespace {

constexpr std::uint64_t plenty = std::uint64_t{8} << 30;

std::shared_ptr<const promela::Program> load(const std::string& name) {
  return promela::compile(promela::parse_file(WAYMARK_SOURCE_DIR "/bench/models/" + name, {}));
}

// Breadth-first over the first states of a real model. Counted per transition: fire, pack, insert, rewind, and its
// share of unpacking the state it leaves.
void model_step(benchmark::State& state, const std::string& name) {
  constexpr std::uint64_t most_states = 50'000;
  const auto program = load(name);
  std::uint64_t transitions = 0;
  for (auto _ : state) {
    state.PauseTiming();
    base::Budget budget(plenty);
    promela::Executor model(program);
    store::Exact store(budget);
    model.reset();
    (void)store.insert(model.pack());
    std::vector<model::Transition> enabled;
    state.ResumeTiming();
    for (std::uint64_t at = 0; at < store.size() && store.size() < most_states; ++at) {
      model.unpack(store.words(at));
      model.enabled(enabled);
      const model::Mark mark = model.mark();
      for (const model::Transition& transition : enabled) {
        const model::Step step = model.fire(transition);
        if (step == model::Step::moved) benchmark::DoNotOptimize(store.insert(model.pack()));
        model.rewind(mark);
        ++transitions;
      }
    }
  }
  state.counters["per_step"] =
      benchmark::Counter(static_cast<double>(transitions), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

// Random walks without a store, with the fingerprint instead of packing: what a certifier does.
void model_fingerprint_step(benchmark::State& state, const std::string& name) {
  promela::Executor model(load(name));
  std::vector<model::Transition> enabled;
  std::mt19937_64 random(1);
  model.reset();
  for (auto _ : state) {
    model.enabled(enabled);
    const bool over = enabled.empty() || random() % 1000 == 0;
    if (over || model.fire(enabled[random() % enabled.size()]) != model::Step::moved) {
      model.reset();
      continue;
    }
    benchmark::DoNotOptimize(model.fingerprint());
  }
}

BENCHMARK_CAPTURE(model_step, leader, "leader.pml")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(model_step, bakery, "bakery.pml")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(model_step, sliding_window, "sliding_window.pml")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(model_fingerprint_step, leader, "leader.pml");
BENCHMARK_CAPTURE(model_fingerprint_step, bakery, "bakery.pml");
BENCHMARK_CAPTURE(model_fingerprint_step, sliding_window, "sliding_window.pml");

// Processes of five words each: a place, two variables, two constants; and a row of shared words. A step moves one
// process and writes one shared word; all steps of all states are taken, breadth first, until there are enough.
template <typename Store>
void store_insert(benchmark::State& state) {
  const auto words = static_cast<std::uint32_t>(state.range(0));
  const auto wanted = static_cast<std::uint64_t>(state.range(1));
  const std::uint32_t processes = std::max(1u, words / 5 - 1);
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
    (void)store.insert({current});
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
        benchmark::DoNotOptimize(store.insert({current}));
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
BENCHMARK_TEMPLATE(store_insert, store::Tree)
    ->ArgsProduct({{20, 40, 80}, {100'000, 2'000'000}})
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace waymark

BENCHMARK_MAIN();
