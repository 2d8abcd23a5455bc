// A search by any number of ranks is the search by one process: tallies, verdict, violations, trails, script.
#include "cluster/levels.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <random>

#include "cluster/testing/threads.hpp"
#include "graph/graph.hpp"
#include "observe/recorder.hpp"
#include "scratch.hpp"
#include "search/breadth_first.hpp"
#include "search/sprinkled.hpp"
#include "store/exact.hpp"

namespace waymark::cluster {
namespace {

struct Case {
  graph::Edges shape;
  search::Limits limits;
  bool deadlock = true;
  std::vector<std::string> invariants;
};

search::Judged judged(const Case& given, model::Model& model) {
  search::Judged judged;
  judged.deadlock = given.deadlock;
  for (const std::string& text : given.invariants) judged.invariants.push_back({model.watch(text), text});
  return judged;
}

search::Outcome by_one_process(const Case& given, const std::string& script = "") {
  graph::Graph graph(given.shape);
  base::Budget budget(std::uint64_t{1} << 30);
  store::Exact store(budget);
  observe::LeanRecorder recorder(budget);
  const search::Outcome outcome =
      search::BreadthFirst({graph, &store, budget, given.limits, judged(given, graph), {&recorder}}).run();
  EXPECT_TRUE(script.empty() || recorder.write(script, {})) << recorder.why();
  return outcome;
}

std::vector<search::Outcome> by_ranks(const Case& given, unsigned ranks, std::uint32_t remembered,
                                      const std::string& script = "") {
  std::vector<search::Outcome> outcomes(ranks);
  Threads(ranks).run([&](Transport& transport) {
    graph::Graph graph(given.shape);
    base::Budget budget(std::uint64_t{1} << 30);
    {
      store::Exact store(budget);
      observe::LeanRecorder recorder(budget);
      Levels levels({graph, &store, budget, given.limits, judged(given, graph), {}}, transport,
                    {remembered, !script.empty()});
      outcomes[transport.rank()] = levels.run();
      if (!script.empty()) {
        levels.collect([&](std::span<const std::uint8_t> row) { recorder.add_row(row); },
                       [&](std::uint64_t state, std::uint64_t count) { recorder.set_arrivals(state, count); });
        EXPECT_TRUE(transport.rank() != 0 || recorder.write(script, {})) << recorder.why();
      }
    }
    EXPECT_EQ(budget.used(), 0u);
  });
  return outcomes;
}

void expect_same(const search::Outcome& outcome, const search::Outcome& expected) {
  EXPECT_EQ(outcome.verdict, expected.verdict);
  EXPECT_EQ(outcome.why, expected.why);
  EXPECT_EQ(outcome.shortest, expected.shortest);
  EXPECT_EQ(outcome.tallies.states, expected.tallies.states);
  EXPECT_EQ(outcome.tallies.explored, expected.tallies.explored);
  EXPECT_EQ(outcome.tallies.transitions, expected.tallies.transitions);
  EXPECT_EQ(outcome.tallies.depth, expected.tallies.depth);
  EXPECT_EQ(outcome.tallies.errors, expected.tallies.errors);
  ASSERT_EQ(outcome.findings.size(), expected.findings.size());
  for (std::size_t i = 0; i < outcome.findings.size(); ++i) {
    EXPECT_EQ(outcome.findings[i].violation.kind, expected.findings[i].violation.kind) << i;
    EXPECT_EQ(outcome.findings[i].violation.detail, expected.findings[i].violation.detail) << i;
    EXPECT_EQ(outcome.findings[i].choices, expected.findings[i].choices) << i;
    EXPECT_EQ(outcome.findings[i].length, expected.findings[i].length) << i;
  }
}

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// A random graph, and what is judged of it.
Case random_case(unsigned seed) {
  std::mt19937 engine(seed);
  const auto random = [&] { return static_cast<std::uint32_t>(engine()); };
  Case given{search::sprinkled(seed, 80), {}, random() % 2 == 0, {}};
  given.limits.errors = random() % 4;
  given.limits.kept = 1 + random() % 20;
  if (random() % 4 == 0) given.limits.depth = random() % 8;
  // Of a graph one can ask only whether one is in a certain state: all others break it.
  if (random() % 8 == 0) given.invariants.push_back(std::to_string(random() % 3));
  return given;
}

TEST(Levels, says_what_one_process_says) {
  unsigned violated = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    const Case given = random_case(seed);
    const search::Outcome expected = by_one_process(given);
    violated += expected.verdict == search::Verdict::violation ? 1 : 0;
    for (const unsigned ranks : {1u, 2u, 3u, 5u}) {
      for (const search::Outcome& outcome : by_ranks(given, ranks, seed % 3 == 0 ? 0 : 1 + seed % 100)) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << ", " << ranks << " ranks");
        expect_same(outcome, expected);
        if (testing::Test::HasFailure()) return;
      }
    }
  }
  EXPECT_GT(violated, 100u);
  EXPECT_LT(violated, 350u);
}

TEST(Levels, writes_the_script_that_one_process_writes) {
  const tests::Scratch scratch;
  unsigned scripts = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    Case given{search::sprinkled(seed, 300), {}, false, {}};
    for (auto& [state, kind] : given.shape.kinds) {
      if (kind == graph::Edges::Kind::fail) kind = graph::Edges::Kind::end;
    }
    const search::Outcome expected = by_one_process(given, scratch.file("one"));
    ASSERT_EQ(expected.verdict, search::Verdict::holds);
    for (const unsigned ranks : {2u, 3u, 5u}) {
      by_ranks(given, ranks, seed % 40, scratch.file("many"));
      ASSERT_EQ(contents(scratch.file("many")), contents(scratch.file("one"))) << "seed " << seed << ", " << ranks;
      ++scripts;
    }
  }
  EXPECT_EQ(scripts, 600u);
}

// A wide level after a narrow one: batches fill up and ranks wait for each other.
TEST(Levels, sends_more_than_is_taken_at_a_time) {
  const Case given{graph::random_graph(60'000, 300'000, 7), {}, false, {}};
  const search::Outcome expected = by_one_process(given);
  for (const search::Outcome& outcome : by_ranks(given, 3, 64)) expect_same(outcome, expected);
}

TEST(Levels, ends_on_all_ranks_when_one_has_no_room) {
  const Case given{graph::random_graph(50'000, 200'000, 3), {}, false, {}};
  std::vector<search::Outcome> outcomes(3);
  Threads(3).run([&](Transport& transport) {
    graph::Graph graph(given.shape);
    base::Budget budget(transport.rank() == 1 ? 200'000 : std::uint64_t{1} << 30);
    store::Exact store(budget);
    Levels levels({graph, &store, budget, given.limits, judged(given, graph), {}}, transport, {});
    outcomes[transport.rank()] = levels.run();
  });
  for (const search::Outcome& outcome : outcomes) {
    EXPECT_EQ(outcome.verdict, search::Verdict::incomplete);
    EXPECT_EQ(outcome.why, search::Why::memory);
  }
}

TEST(Levels, ends_on_all_ranks_when_one_is_told_to) {
  const Case given{graph::random_graph(50'000, 200'000, 3), {}, false, {}};
  std::vector<search::Outcome> outcomes(3);
  Threads(3).run([&](Transport& transport) {
    graph::Graph graph(given.shape);
    base::Budget budget(std::uint64_t{1} << 30);
    store::Exact store(budget);
    base::Stop stop;
    if (transport.rank() == 2) stop.request(base::Stop::Why::interrupted);
    search::Limits limits;
    limits.stop = &stop;
    Levels levels({graph, &store, budget, limits, judged(given, graph), {}}, transport, {});
    outcomes[transport.rank()] = levels.run();
  });
  for (const search::Outcome& outcome : outcomes) {
    EXPECT_EQ(outcome.verdict, search::Verdict::incomplete);
    EXPECT_EQ(outcome.why, search::Why::interrupted);
  }
}

}  // namespace
}  // namespace waymark::cluster
