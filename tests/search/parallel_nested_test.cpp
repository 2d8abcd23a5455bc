// Accepting cycles by several workers: a cycle is found exactly where there is one, and it is one; where there is none,
// the counts are those of one worker.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "accepting.hpp"
#include "cases.hpp"
#include "search/cycles/nested.hpp"
#include "search/parallel/parallel_nested.hpp"
#include "searching.hpp"

namespace waymark::search {
namespace {

// A graph, knowing its components or not, during whose steps others get a turn now and then.
class Interrupted final : public model::Layer {
 public:
  Interrupted(std::unique_ptr<model::Model> inner, unsigned seed)
      : Layer(std::move(inner), 0x6AFE'0000'0000'0000), engine_(seed) {}

  void enabled(std::vector<model::Transition>& out) override {
    if (engine_() % 16 == 0) std::this_thread::yield();
    inner().enabled(out);
  }
  model::Step fire(const model::Transition& transition) override { return fire_inside(transition, nullptr); }
  model::Step explain(const model::Transition& transition, model::Explanation& out) override {
    return fire_inside(transition, &out);
  }

 private:
  bool fits(model::Word word) const override { return word == 0; }

  std::minstd_rand engine_;
};

std::unique_ptr<model::Model> make_graph(const graph::Edges& shape, bool knowing, unsigned seed) {
  std::unique_ptr<model::Model> graph = std::make_unique<graph::Graph>(shape);
  if (knowing) graph = std::make_unique<Knowing>(shape);
  return std::make_unique<Interrupted>(std::move(graph), seed);
}

Judged for_cycles() {
  Judged judged;
  judged.deadlock = false;
  judged.cycle = {"acceptance", "a cycle", "", model::Step::moved};
  return judged;
}

Outcome by_workers(const graph::Edges& shape, bool knowing, const ParallelNested::Settings& settings,
                   const Options& options = {}) {
  base::Budget budget(options.memory);
  Outcome outcome;
  {
    unsigned seed = 0;
    const auto first = make_graph(shape, knowing, seed);
    const auto subject = [&] { return Subject{make_graph(shape, knowing, ++seed), for_cycles()}; };
    const Parts parts{*first, nullptr, budget, options.limits, for_cycles(), options.listeners};
    outcome = ParallelNested(parts, subject, settings).run();
  }
  EXPECT_EQ(budget.used(), 0u);
  return outcome;
}

Outcome by_one(const graph::Edges& shape) {
  graph::Graph graph(shape);
  base::Budget budget(std::uint64_t{1} << 30);
  store::Exact store(budget);
  return Nested({graph, &store, budget, {}, for_cycles(), {}}).run();
}

void expect_truth(const graph::Edges& shape, bool knowing, const ParallelNested::Settings& settings, bool expected) {
  const Outcome outcome = by_workers(shape, knowing, settings);
  ASSERT_EQ(outcome.verdict, expected ? Verdict::violation : Verdict::holds);
  if (expected) {
    const auto graph = make_graph(shape, knowing, 1);
    return expect_lasso(*graph, outcome.findings.at(0));
  }
  const Outcome one = by_one(shape);
  ASSERT_EQ(outcome.tallies.states, one.tallies.states);
  ASSERT_EQ(outcome.tallies.transitions, one.tallies.transitions);
  ASSERT_EQ(outcome.tallies.explored, one.tallies.explored);
}

TEST(ParallelNested, finds_an_accepting_cycle_exactly_where_there_is_one) {
  unsigned cyclic = 0;
  for (unsigned seed = 0; seed < tests::cases(120); ++seed) {
    const graph::Edges shape = with_accepting(seed, 40);
    const bool expected = has_accepting_cycle(shape);
    cyclic += expected ? 1 : 0;
    for (const unsigned jobs : {1, 2, 3, 8}) {
      const unsigned cas_failure_rate = seed % 5 == 0 ? 3 : 0;
      expect_truth(shape, seed % 2 == 0, {jobs, cas_failure_rate, seed % 3 == 2}, expected);
      ASSERT_FALSE(HasFatalFailure()) << "seed " << seed << ", " << jobs << " workers";
    }
  }
  EXPECT_GT(cyclic, tests::cases(25));
  EXPECT_LT(cyclic, tests::cases(95));
}

// Rings in a row, each of which leads to the next, with accepting states between them; and, if asked for, on the last.
graph::Edges rings(std::uint32_t count, std::uint32_t length, bool accepting_cycle) {
  graph::Edges shape;
  std::mt19937 engine(count + length);
  for (std::uint32_t ring = 0; ring < count; ++ring) {
    const std::uint32_t first = ring * (length + 1);
    for (std::uint32_t i = 0; i < length; ++i) {
      shape.edges.push_back({first + i, first + (i + 1) % length, 0});
      shape.edges.push_back({first + i, first + static_cast<std::uint32_t>(engine()) % length, 0});
      if (ring + 1 < count) shape.edges.push_back({first + i, first + length, 0});
    }
    if (ring + 1 == count) continue;
    shape.accepting.push_back(first + length);
    for (std::uint32_t i = 0; i < 8; ++i) {
      shape.edges.push_back({first + length, first + length + 1 + static_cast<std::uint32_t>(engine()) % length, 0});
    }
  }
  if (accepting_cycle) shape.accepting.push_back((count - 1) * (length + 1) + length / 2);
  return shape;
}

// Large enough for the table to grow while all of them search, and for second searches through what others hold.
TEST(ParallelNested, finds_the_same_where_there_is_much_to_search) {
  for (const auto& [jobs, cas_failure_rate, small] :
       {ParallelNested::Settings{2, 0, false}, ParallelNested::Settings{3, 5, true},
        ParallelNested::Settings{8, 0, true}}) {
    expect_truth(rings(40, 100, false), false, {jobs, cas_failure_rate, small}, false);
    expect_truth(rings(40, 100, true), false, {jobs, cas_failure_rate, small}, true);
    ASSERT_FALSE(HasFatalFailure()) << jobs << " workers";
  }
}

// Accepting states one after the other: each second search meets those that others are leaving.
TEST(ParallelNested, does_not_wait_for_ever_for_what_others_hold) {
  graph::Edges ladder;
  constexpr std::uint32_t rungs = 200;
  for (std::uint32_t i = 0; i + 2 < rungs; ++i) {
    ladder.edges.push_back({i, i + 1, 0});
    ladder.edges.push_back({i, i + 2, 0});
    ladder.accepting.push_back(i);
  }
  for (unsigned time = 0; time < 8; ++time) {
    expect_truth(ladder, false, {8, 0}, false);
    ladder.edges.push_back({rungs - 2, 0, 0});
    expect_truth(ladder, false, {8, 0}, true);
    ladder.edges.pop_back();
    ASSERT_FALSE(HasFatalFailure()) << "time " << time;
  }
}

// The cycle 1 -> 2 -> 3 -> 1 with the accepting state 2, and a way past it: 0 -> 4 -> 3, where 4 is accepting.
constexpr std::uint32_t accepting_on_cycle = 2;
constexpr std::uint32_t accepting_before = 4;

// One of two workers that wait for each other at bad moments: the second one, when its second search begins on the
// cycle, until the first has met the cycle by its own second search; the first, until the second is there.
class Untimely final : public model::Layer {
 public:
  Untimely(const graph::Edges& shape, std::atomic<bool>& there, bool first)
      : Layer(std::make_unique<graph::Graph>(shape), 0x6AFD'0000'0000'0000), there_(there), first_(first) {}

  void enabled(std::vector<model::Transition>& out) override {
    const model::Word state = inner().pack().words[0];
    if (first_ && state == accepting_before) {
      for (unsigned looks = 0; looks < 100 && !there_; ++looks) std::this_thread::sleep_for(moment);
    }
    if (!first_ && state == accepting_on_cycle && ++visits_ == 2) {
      there_ = true;
      std::this_thread::sleep_for(50 * moment);
    }
    inner().enabled(out);
  }
  model::Step fire(const model::Transition& transition) override { return fire_inside(transition, nullptr); }
  model::Step explain(const model::Transition& transition, model::Explanation& out) override {
    return fire_inside(transition, &out);
  }

 private:
  static constexpr auto moment = std::chrono::milliseconds(1);

  bool fits(model::Word word) const override { return word == 0; }

  std::atomic<bool>& there_;
  bool first_;
  unsigned visits_ = 0;
};

// What a second search has met must not become red before those have looked who left accepting states among it. Which
// way the second worker goes is not known here: among so many graphs it goes to the cycle first in some.
TEST(ParallelNested, does_not_take_from_others_what_they_are_about_to_find) {
  for (std::uint32_t more = 0; more < 12; ++more) {
    graph::Edges shape;
    shape.edges = {{0, 4, 0}, {0, 1, 0}, {1, 2, 0}, {2, 3, 0}, {3, 1, 0}, {4, 3, 0}};
    for (std::uint32_t i = 0; i < more; ++i) shape.edges.push_back({0, 5 + i, 0});
    shape.accepting = {accepting_on_cycle, accepting_before};
    std::atomic<bool> there{false};
    base::Budget budget(std::uint64_t{1} << 26);
    Untimely first(shape, there, true);
    const auto subject = [&] { return Subject{std::make_unique<Untimely>(shape, there, false), for_cycles()}; };
    const Outcome outcome = ParallelNested({first, nullptr, budget, {}, for_cycles(), {}}, subject, {2}).run();
    ASSERT_EQ(outcome.verdict, Verdict::violation) << more;
  }
}

TEST(ParallelNested, ends_honestly_at_a_limit) {
  const graph::Edges shape = rings(40, 100, false);
  Options options;
  options.limits.states = 1500;
  Outcome outcome = by_workers(shape, false, {3}, options);
  EXPECT_EQ(outcome.verdict, Verdict::incomplete);
  EXPECT_EQ(outcome.why, Why::memory);
  EXPECT_GT(outcome.tallies.states, 1500u);
  EXPECT_LE(outcome.tallies.states, 1503u);
  options = {};
  bool some = false;
  for (const std::uint64_t memory : {100'000, 1'000'000, 2'000'000, 3'000'000, 100'000'000}) {
    options.memory = memory;
    outcome = by_workers(shape, false, {2}, options);
    if (outcome.why == Why::finished) continue;
    some = true;
    EXPECT_EQ(outcome.why, Why::memory);
    EXPECT_EQ(outcome.verdict, Verdict::incomplete);
  }
  EXPECT_TRUE(some);
  EXPECT_EQ(outcome.why, Why::finished);
  options = {};
  base::Stop stop;
  options.limits.stop = &stop;
  stop.request(base::Stop::Why::interrupted);
  EXPECT_EQ(by_workers(shape, false, {3}, options).why, Why::interrupted);
}

// A graph in which steps fail, too.
TEST(ParallelNested, tells_of_failing_steps_how_to_come_there) {
  unsigned failed = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    const graph::Edges shape = sprinkled(seed, 60);
    for (const unsigned jobs : {2, 8}) {
      const Outcome outcome = by_workers(shape, false, {jobs});
      ASSERT_EQ(outcome.verdict, by_one(shape).verdict) << "seed " << seed;
      if (outcome.verdict != Verdict::violation) continue;
      ++failed;
      graph::Graph graph(shape);
      ASSERT_EQ(replay(graph, outcome.findings.at(0).choices), model::Step::failed) << "seed " << seed;
    }
  }
  EXPECT_GT(failed, 10u);
}

}  // namespace
}  // namespace waymark::search
