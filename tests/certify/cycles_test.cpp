// Scripts of cycles from the search to the certifier: whatever has no accepting cycle gets one that certifies, with and
// without fairness, and no other ranks are accepted than those that an oracle calls ranks.
#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "certify/explain.hpp"
#include "certify/merge.hpp"
#include "certify/tasks.hpp"
#include "forge_cycles.hpp"
#include "labelled.hpp"
#include "model/fair.hpp"
#include "search/cycles/nested.hpp"

namespace waymark::certify {
namespace {

bool nested_finds_a_cycle(const Factory& factory, bool fair) {
  base::Budget budget(std::uint64_t{1} << 30);
  store::Exact store(budget);
  std::unique_ptr<model::Model> model = factory();
  if (fair) model = std::make_unique<model::Fair>(std::move(model));
  search::Judged judged;
  judged.deadlock = false;
  judged.cycle = {"acceptance", "a cycle", "", model::Step::moved};
  return search::Nested({*model, &store, budget, {}, judged, {}}).run().verdict == search::Verdict::violation;
}

class Cycles : public testing::TestWithParam<bool> {
 protected:
  const bool fair_ = GetParam();
  const Scratch scratch_;
  const std::string file_ = scratch_.file("s");
};
INSTANTIATE_TEST_SUITE_P(Fairness, Cycles, testing::Bool(),
                         [](const auto& which) { return which.param ? "fair" : "all"; });

TEST_P(Cycles, get_a_script_that_certifies_if_and_only_if_none_is_accepting) {
  unsigned without = 0;
  unsigned by_fairness = 0;
  for (unsigned seed = 0; seed < 1500; ++seed) {
    const Factory factory = acting(seed);
    const Explored all = Explored::of(*factory());
    const bool cycle = all.has_accepting_cycle(fair_);
    ASSERT_EQ(nested_finds_a_cycle(factory, fair_), cycle) << seed;
    const CyclesRecorder::Answer answer = record_cycles(factory, fair_, file_);
    ASSERT_EQ(answer, cycle ? CyclesRecorder::Answer::cycle : CyclesRecorder::Answer::written) << seed;
    if (cycle) continue;
    ++without;
    const Labelled script = read_labelled(file_);
    std::vector<bool> explored;
    ASSERT_TRUE(oracle_accepts(all.graph, all.accepting, script, explored, fair_ ? fairness_of(all) : FairTo{}))
        << seed;
    const Result result = run_lean(factory, {open(file_)}, cycles_request(fair_), Secret::draw());
    ASSERT_EQ(result.verdict, Verdict::certified) << seed << ": " << result.why;
    if (!fair_ || !all.has_accepting_cycle(false)) continue;
    ++by_fairness;
    // What rests on fairness proves nothing to whoever does not presume it.
    ASSERT_EQ(run_lean(factory, {open(file_)}, cycles_request(false), Secret::draw()).verdict, Verdict::rejected)
        << seed;
  }
  EXPECT_GT(without, 100u);
  EXPECT_LT(without, 1400u);
  if (fair_) {
    EXPECT_GT(by_fairness, 20u);
  }
}

TEST_P(Cycles, ranks_that_an_oracle_does_not_accept_are_rejected) {
  std::mt19937_64 random(23);
  unsigned certified = 0;
  unsigned rejected = 0;
  for (unsigned round = 0; round < 3000; ++round) {
    const Factory factory = acting(static_cast<unsigned>(random() % 1500));
    const Explored all = Explored::of(*factory());
    if (record_cycles(factory, fair_, file_) != CyclesRecorder::Answer::written) continue;
    Labelled script = read_labelled(file_);
    for (std::uint64_t lies = random() % 3; lies > 0; --lies) change(script, random);
    settle(script);
    std::vector<bool> explored;
    const FairTo fairness = fair_ ? fairness_of(all) : FairTo{};
    const bool truly = oracle_accepts(all.graph, all.accepting, script, explored, fairness);
    if (!encode(script, file_)) {
      ASSERT_FALSE(truly) << round;
      continue;
    }
    const unsigned jobs = random() % 2 == 0 ? 1 : 3;
    const Result result = run_lean(factory, {open(file_)}, cycles_request(fair_, jobs), Secret::draw());
    ASSERT_EQ(result.verdict, truly ? Verdict::certified : Verdict::rejected) << round << ": " << result.why;
    ++(truly ? certified : rejected);
  }
  EXPECT_GT(certified, 200u);
  EXPECT_GT(rejected, 200u);
}

// A ring of rings: large enough for sync points, accepting states between the rings.
Factory rings(std::uint32_t rings, std::uint32_t each) {
  graph::Edges shape;
  for (std::uint32_t ring = 0; ring < rings; ++ring) {
    for (std::uint32_t i = 0; i < each; ++i) {
      const std::uint32_t state = ring * (each + 1) + i;
      shape.edges.push_back({state, ring * (each + 1) + (i + 1) % each, 0});
      if (i % 3 == 0) shape.edges.push_back({state, ring * (each + 1) + i * 7 % each, 0});
    }
    const std::uint32_t between = ring * (each + 1) + each;
    shape.edges.push_back({ring * (each + 1), between, 0});
    if (ring + 1 < rings) shape.edges.push_back({between, between + 1, 0});
    shape.accepting.push_back(between);
  }
  return graphs(shape);
}

TEST(CyclesScript, is_certified_alike_whole_by_many_workers_in_parts_and_in_tasks) {
  const Scratch scratch;
  const Factory factory = rings(12, 500);
  ASSERT_EQ(record_cycles(factory, false, scratch.file("s"), std::uint64_t{1} << 30, {100, 64}),
            CyclesRecorder::Answer::written);
  const auto file = open(scratch.file("s"));
  const Result whole = run_lean(factory, {file}, cycles_request(false), Secret::draw());
  ASSERT_EQ(whole.verdict, Verdict::certified) << whole.why;
  EXPECT_EQ(run_lean(factory, {file}, cycles_request(false, 3), Secret::draw()).verdict, Verdict::certified);
  std::vector<script::Slice> slices;
  script::Fault fault;
  ASSERT_TRUE(script::cut(file, 4, 1 << 24, slices, fault)) << fault.why;
  ASSERT_EQ(slices.size(), 4u);
  Files parts;
  for (std::size_t i = 0; i < slices.size(); ++i) {
    const std::string part = scratch.file(std::to_string(i));
    ASSERT_TRUE(script::write_part(slices[i], i + 1, slices.size(), part, fault)) << fault.why;
    parts.push_back(open(part));
  }
  EXPECT_EQ(run_lean(factory, parts, cycles_request(false, 2), Secret::draw()).verdict, Verdict::certified);
  for (const Files& files : {Files{file}, parts}) {
    const auto run = draw_run(files, 4, 1 << 24, fault);
    ASSERT_TRUE(run.has_value()) << fault.why;
    std::vector<TaskResult> results;
    std::string why;
    for (std::uint64_t task = 1; task <= 4; ++task) {
      const auto result = run_task(factory, files, *run, task, {}, cycles_request(false), why);
      ASSERT_TRUE(result.has_value()) << why;
      results.push_back(*result);
    }
    const Result merged = merge(*run, {}, results, 1 << 24);
    EXPECT_EQ(merged.verdict, Verdict::certified) << merged.why;
    EXPECT_EQ(merged.figures.states, whole.figures.states);
  }
}

// More states than a search has when it begins to expand many of them at a time: the model, of which the recorder needs
// facts, would be elsewhere then.
TEST(CyclesScript, is_certified_above_every_size_from_which_a_search_puts_steps_aside) {
  const Scratch scratch;
  const Factory factory = rings(41, 500);
  for (const bool fair : {false, true}) {
    for (const Batches batches : {Batches::always, Batches::as_usual}) {
      ASSERT_EQ(record_cycles(factory, fair, scratch.file("s"), std::uint64_t{1} << 30, {}, batches),
                CyclesRecorder::Answer::written);
      const Result result = run_lean(factory, {open(scratch.file("s"))}, cycles_request(fair), Secret::draw());
      ASSERT_EQ(result.verdict, Verdict::certified) << result.why;
      EXPECT_GT(result.figures.states, std::uint64_t{1} << 14);
    }
  }
}

TEST(CyclesScript, that_lies_is_explained) {
  const Scratch scratch;
  const Factory factory = rings(3, 5);
  ASSERT_EQ(record_cycles(factory, false, scratch.file("s")), CyclesRecorder::Answer::written);
  Labelled script = read_labelled(scratch.file("s"));
  // A state that is met again is said to have a lower rank than it was given.
  Labelled::State& state = script.states.front();
  const auto other = std::find(state.row.begin(), state.row.end(), false) - state.row.begin();
  ASSERT_LT(static_cast<std::size_t>(other), state.row.size());
  ASSERT_GT(state.claims[static_cast<std::size_t>(other)].rank, 0u);
  --state.claims[static_cast<std::size_t>(other)].rank;
  ASSERT_TRUE(encode(script, scratch.file("s")));
  const Result result = explain_lean(factory, {open(scratch.file("s"))}, cycles_request(false), Secret::draw());
  EXPECT_EQ(result.verdict, Verdict::rejected);
  EXPECT_NE(result.why.find("labelled otherwise"), std::string::npos) << result.why;
}

TEST(CyclesScript, is_not_written_where_memory_is_short) {
  const Scratch scratch;
  EXPECT_EQ(record_cycles(rings(12, 500), false, scratch.file("s"), 30'000), CyclesRecorder::Answer::failed);
  EXPECT_EQ(record_cycles(rings(12, 500), true, scratch.file("s"), 100'000), CyclesRecorder::Answer::failed);
  EXPECT_TRUE(std::filesystem::is_empty(scratch.path()));
}

}  // namespace
}  // namespace waymark::certify
